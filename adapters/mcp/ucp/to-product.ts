import { formatMoney } from '#kit/money.ts';
import type { Storefront } from '../../storefront.ts';
import type { DetailsFragment, PricedFragment } from '../tools/generated.ts';
import { UCP_VERSION } from '../transport/protocol.ts';
import { cutText } from './cut.ts';
import { type Description, describeFully } from './describe.ts';
import { policyLinks } from './policy-links.ts';
import { isRequestable, requestPath } from './request-to-book.ts';
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

/** What of a product depends on the stay that is asked for. */
export function toPriced(offer: PricedFragment, storefront: Storefront) {
  const price = { amount: offer.price, currency: offer.currency };
  const listPrice = offer.listPrice === null ? null : { amount: offer.listPrice, currency: offer.currency };
  return {
    id: offer.itemId,
    price: offer.price,
    ...(offer.checkIn === null ? { price_unit: 'per_night' } : {}),
    currency: offer.currency,
    display: {
      price: formatMoney(offer.price, offer.currency),
      ...(offer.total === null ? {} : { total: formatMoney(offer.total, offer.currency) }),
      ...(offer.dueAtProperty ? { due_at_property: formatMoney(offer.dueAtProperty, offer.currency) } : {}),
    },
    price_range: { min: price, max: price },
    ...(listPrice ? { list_price_range: { min: listPrice, max: listPrice } } : {}),
    ...(offer.checkIn === null
      ? {}
      : {
          total: offer.total,
          ...(offer.dueAtProperty ? { due_at_property: offer.dueAtProperty } : {}),
          units: offer.units,
          available_units: offer.availableUnits,
          check_in: offer.checkIn,
          check_out: offer.checkOut,
          nights: offer.nights,
        }),
    url: pageOf(offer, storefront),
    variants: [
      {
        id: offer.itemId,
        ...variantOf(offer),
        price,
        ...(listPrice ? { list_price: listPrice } : {}),
        // Without dates there is no claim about availability.
        ...(offer.available === null ? {} : { availability: toAvailability(offer.available) }),
      },
    ],
  };
}

/** What makes a stay another one than the same unit type at other dates: the product has the rest. */
function variantOf({ checkIn, checkOut, nights, units }: PricedFragment) {
  if (checkIn === null) return { title: 'Any dates', description: { plain: 'Price per night.' } };
  const count = (number: number | null, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  return {
    title: `${checkIn} to ${checkOut}`,
    description: { plain: `${count(nights, 'night')}, ${count(units, 'unit')}.` },
  };
}

/** The page of a unit type, or where the host answers by hand, the one on which the guest requests this stay. */
const pageOf = (offer: PricedFragment, { baseUrl, instantBooking }: Storefront): string =>
  `${baseUrl}${!instantBooking && isRequestable(offer) ? requestPath(offer) : `/stays/${offer.unitTypeId}`}`;

const toAvailability = (available: boolean) => ({
  available,
  status: available ? 'in_stock' : 'out_of_stock',
});

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
