import { policyUri } from '../../mcp/ucp/policies.ts';
import type { Storefront } from '../../storefront.ts';
import type { Lodging } from './status.ts';

/** Type of a cancellation policy, and message code for a non-refundable policy. */
export const CANCELLATION = 'dev.ucp.lodging.policy.cancellation';

/** Returns the current cancellation policies for a session's stays; stays with the same terms share a policy. */
export function policiesOf({ stays }: Lodging, storefront: Storefront) {
  const page = storefront.policies.find(({ kind }) => kind === 'refund_policy');
  return groupsOf(stays).map(({ text, refundability, places }) => ({
    type: CANCELLATION,
    title: 'Cancellation',
    description: { plain: text },
    refundability,
    applies_to: places.map((place) => `$.stays[${place}]`),
    ...(page ? { url: policyUri(storefront, page.kind) } : {}),
  }));
}

/** Returns JSON paths for non-refundable stays, with their terms in plain words. */
export const nonRefundable = ({ stays }: Lodging) =>
  stays.flatMap(({ cancellation }, place) =>
    cancellation?.refundability === 'non_refundable'
      ? [{ path: `$.stays[${place}]`, text: cancellation.text }]
      : [],
  );

function groupsOf(stays: Lodging['stays']) {
  const groups = new Map<string, Terms & { readonly places: number[] }>();
  for (const [place, { cancellation }] of stays.entries()) {
    if (cancellation === null) continue;
    const key = `${cancellation.refundability} ${cancellation.text}`;
    const group = groups.get(key) ?? { ...cancellation, places: [] };
    group.places.push(place);
    groups.set(key, group);
  }
  return [...groups.values()];
}

type Terms = NonNullable<Lodging['stays'][number]['cancellation']>;
