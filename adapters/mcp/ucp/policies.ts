import type { Storefront } from '../../storefront.ts';
import type { LookupCatalogQuery } from '../tools/generated.ts';
import { cutText } from './cut.ts';

/** A policy page as agents read it. */
export interface PolicyPage {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/** Address of a policy page: for guests as a page, over MCP as a resource. */
export const policyUri = ({ baseUrl }: Pick<Storefront, 'baseUrl'>, kind: string): string =>
  `${baseUrl}/policies/${kind}`;

/** Bytes of each page in a look-up; the resource has all of it. */
const BRIEF = 800;

/** What terms of return are called; the others have names of the storefront's own. */
const RETURN = 'dev.ucp.shopping.policy.return';

type Found = LookupCatalogQuery['stayLookup'][number];

/**
 * The policies of looked-up products: how each is cancelled, and the storefront's pages, in the form of UCP's `policies[]`
 * (docs/interface/catalog.md#look-up). Narrower ones come first: they win.
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

/** `com.example.policy.faq` of a storefront at `example.com`. */
const typeOf = (kind: string, { domain }: Storefront) =>
  `${domain.split('.').toReversed().join('.')}.policy.${kind}`;
