import type { Storefront } from '../../storefront.ts';
import type { DetailsFragment, PricedFragment } from '../tools/generated.ts';
import { UCP_VERSION } from '../transport/protocol.ts';
import { cutText } from './cut.ts';
import { type Description, describeFully } from './describe.ts';
import { policyLinks } from './policies.ts';
import { pricedText } from './priced-text.ts';
import { toLodging } from './to-lodging.ts';

/** Converts an offer and its description to a UCP catalog product (docs/interface/catalog.md#product). */
export function toProduct(offer: PricedFragment, described: Description, storefront: Storefront): Product {
  const { media, categories } = described;
  const tags = offer.cancelling?.free ? [...described.tags, FREE_CANCELLATION] : described.tags;
  return {
    ...toPriced(offer, storefront),
    title: described.title,
    description: described.text,
    max_guests: described.maxGuests,
    ...(media.length > 0 ? { media } : {}),
    ...(categories.length > 0 ? { categories } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    metadata: { lodging: toLodging(described.lodging, offer) },
  };
}

/** Tag for a stay that can still be cancelled for free. */
export const FREE_CANCELLATION = 'free_cancellation';

/** Returns a product's fields that depend on the requested stay, in a search's format. */
const toPriced = (offer: PricedFragment, storefront: Storefront): Pick<Product, 'variants'> =>
  JSON.parse(`{${pricedText(offer, storefront).plain}}`) as Pick<Product, 'variants'>; // written on the same line

/** Maximum bytes for a look-up's description. */
const MARKDOWN = 4_000;

/**
 * Converts an offer to a looked-up product with the requested id, all known details and, for a stay, its
 * current availability.
 */
export function toLookedUpProduct(id: string, offer: DetailsFragment, storefront: Storefront): Product {
  const product = toProduct(offer, describeFully(offer, storefront), storefront);
  const { markdown } = offer.content;
  const description = {
    plain: offer.description,
    ...(markdown === null ? {} : { markdown: cutText(markdown, MARKDOWN) }),
  };
  const seller = { name: storefront.name, links: policyLinks(storefront) };
  return {
    ...product,
    ...(offer.available === null ? {} : { available: offer.available }),
    variants: product.variants.map((variant) => ({
      ...variant,
      description,
      seller,
      inputs: [{ id, match: 'exact' }],
    })),
  };
}

/** Converts a product to the official shape, in which its description is also an object. */
export function toOfficialProduct(product: Product): Product {
  return { ...product, description: { plain: product.description } };
}

/** Returns a catalog result's header: its protocol version and capabilities. */
export const ucpOf = (capability: string) => ({
  version: UCP_VERSION,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
});

interface Product extends Readonly<Record<string, unknown>> {
  readonly description: unknown;
  readonly variants: readonly Readonly<Record<string, unknown>>[];
}
