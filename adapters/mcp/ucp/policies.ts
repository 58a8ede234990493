import { bookingPolicies, type Storefront } from '../../storefront.ts';
import type { LookupCatalogQuery } from '../tools/generated.ts';
import { cutText } from './cut.ts';

/** A policy page for agents. */
export interface PolicyPage {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/** Returns a policy page's address: guests see a page there, agents a resource over MCP. */
export const policyUri = ({ baseUrl }: Pick<Storefront, 'baseUrl'>, kind: string): string =>
  `${baseUrl}/policies/${kind}`;

/** Converts a storefront's policy pages to UCP links. */
export const policyLinks = (storefront: Storefront) =>
  bookingPolicies(storefront).map(({ kind, title }) => ({
    type: kind,
    url: policyUri(storefront, kind),
    title,
  }));

/** Maximum bytes for each page in a look-up; the resource contains the whole page. */
const BRIEF = 800;

/** Type for return terms; the other types are in the storefront's namespace. */
const RETURN = 'dev.ucp.shopping.policy.return';

type Found = LookupCatalogQuery['stayLookup'][number];

/**
 * Returns policies for looked-up products in UCP's `policies[]` form: each product's cancellation terms and
 * the storefront's pages (docs/interface/catalog.md#look-up). Narrower policies are first, because they take
 * precedence.
 */
export function policiesOf(
  found: readonly Found[],
  pages: readonly PolicyPage[],
  storefront: Storefront,
  pathOf: (index: number) => string,
) {
  const offers = found.flatMap(({ offer }) => offer ?? []);
  const terms = Map.groupBy(offers.keys(), (index) => offers[index]?.content.cancellationText ?? null);
  const refunds = pages.find(({ kind }) => kind === 'refund_policy');
  return [
    ...[...terms].flatMap(([text, indexes]) =>
      text === null
        ? []
        : {
            type: RETURN,
            title: 'Cancellation',
            description: { plain: text },
            applies_to: indexes.map(pathOf),
            ...(refunds ? { url: policyUri(storefront, refunds.kind) } : {}),
          },
    ),
    ...pages.map(({ kind, title, text }) => ({
      type: kind === 'refund_policy' ? RETURN : typeOf(kind, storefront),
      title,
      description: { markdown: cutText(text, BRIEF) },
      url: policyUri(storefront, kind),
    })),
  ];
}

/** Returns a policy type, e.g. `com.example.policy.faq` for a storefront at `example.com`. */
const typeOf = (kind: string, { domain }: Storefront) =>
  `${domain.split('.').toReversed().join('.')}.policy.${kind}`;
