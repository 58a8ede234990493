import type { Storefront } from '../../storefront.ts';

/** A storefront's policy pages as UCP links. */
export const policyLinks = ({ baseUrl, policies }: Storefront) =>
  policies.map(({ kind, title }) => ({ type: kind, url: `${baseUrl}/policies/${kind}`, title }));
