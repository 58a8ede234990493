import { policyUri } from '../../mcp/ucp/policies.ts';
import type { Storefront } from '../../storefront.ts';
import type { Lodging } from './status.ts';

/** Type of a cancellation policy, and code of the message that one gives nothing back. */
export const CANCELLATION = 'dev.ucp.lodging.policy.cancellation';

/** How the stays of a session are cancelled, as it is at this instant: stays with the same terms share a policy. */
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

/** JSON paths of the stays of which nothing is given back, with the terms in words. */
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
