import type { Storefront } from '../../storefront.ts';
import { policyUri } from './policies.ts';

/** Returns a storefront's policy pages as UCP links. */
export const policyLinks = (storefront: Storefront) =>
  storefront.policies.map(({ kind, title }) => ({ type: kind, url: policyUri(storefront, kind), title }));
