import type { Storefront } from '../../storefront.ts';
import type { DetailsFragment, PricedFragment } from '../tools/generated.ts';
import { UCP_VERSION } from '../transport/protocol.ts';
import { cutText } from './cut.ts';
import { type Description, describeFully } from './describe.ts';
import { policyLinks } from './policy-links.ts';
import { pricedText } from './priced-text.ts';
import { toLodging } from './to-lodging.ts';

/** An offer of something described as a UCP catalog product (docs/interface/catalog.md#product). */
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

/** The tag of a stay that can still be cancelled for free. */
export const FREE_CANCELLATION = 'free_cancellation';

/** What of a product depends on the stay that is asked for, as a search writes it. */
const toPriced = (offer: PricedFragment, storefront: Storefront): Pick<Product, 'variants'> =>
  JSON.parse(`{${pricedText(offer, storefront).plain}}`) as Pick<Product, 'variants'>; // what we have just written

/** Bytes of the description of a look-up. */
const MARKDOWN = 4_000;

/** A product that an id was looked up for: with that id, all that is known of it and, for a stay, whether it can be booked now. */
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

/** A product in the official shape: its description is an object too. */
export function toOfficialProduct(product: Product): Product {
  return { ...product, description: { plain: product.description } };
}

/** The head of a catalog result: the protocol version and capabilities it follows. */
export const ucpOf = (capability: string) => ({
  version: UCP_VERSION,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
});

interface Product extends Readonly<Record<string, unknown>> {
  readonly description: unknown;
  readonly variants: readonly Readonly<Record<string, unknown>>[];
}
