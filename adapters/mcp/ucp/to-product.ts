import { formatMoney } from '#kit/money.ts';
import { photoOf } from '../../photos.ts';
import type { Storefront } from '../../storefront.ts';
import type { OfferDetailsFragment, OfferFragment } from '../tools/generated.ts';
import { UCP_VERSION } from '../transport/protocol.ts';
import { policyLinks } from './policy-links.ts';
import { isRequestable, requestPath } from './request-to-book.ts';
import { toLodging } from './to-lodging.ts';

/** An offer as a UCP catalog product (docs/interface/catalog.md#product). */
export function toProduct(offer: OfferFragment, storefront: Storefront): Product {
  const { content } = offer;
  const price = { amount: offer.price, currency: offer.currency };
  const listPrice = offer.listPrice === null ? null : { amount: offer.listPrice, currency: offer.currency };
  return {
    id: offer.itemId,
    title: offer.title,
    description: offer.description,
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
    max_guests: offer.maxGuests,
    ...(offer.media.length > 0
      ? { media: offer.media.map((photo) => toMedia(photo, storefront.baseUrl)) }
      : {}),
    url: pageOf(offer, storefront),
    ...(content.categories.length > 0
      ? { categories: content.categories.map((value) => ({ value, taxonomy: 'merchant' })) }
      : {}),
    ...(content.tags.length > 0 ? { tags: content.tags } : {}),
    metadata: { lodging: toLodging(offer, storefront) },
    variants: [
      {
        id: offer.itemId,
        title: offer.title,
        description: { plain: offer.description },
        price,
        ...(listPrice ? { list_price: listPrice } : {}),
        // Without dates there is no claim about availability.
        ...(offer.available === null ? {} : { availability: toAvailability(offer.available) }),
      },
    ],
  };
}

/** The page of a unit type, or where the host answers by hand, the one on which the guest requests this stay. */
const pageOf = (offer: OfferFragment, { baseUrl, instantBooking }: Storefront): string =>
  `${baseUrl}${!instantBooking && isRequestable(offer) ? requestPath(offer) : `/stays/${offer.unitTypeId}`}`;

/** Width in pixels of the photos that agents are given. */
const MEDIA_WIDTH = 1600;

function toMedia(photo: OfferFragment['media'][number], baseUrl: string) {
  const { path, width, height } = photoOf(photo, MEDIA_WIDTH);
  const alt = photo.alt === null ? {} : { alt_text: photo.alt };
  return { type: 'image', url: `${baseUrl}${path}`, ...alt, width, height };
}

const toAvailability = (available: boolean) => ({
  available,
  status: available ? 'in_stock' : 'out_of_stock',
});

/** A product that an id was looked up for: with that id, all that is known of it and, for a stay, whether it can be booked now. */
export function toLookedUpProduct(id: string, offer: OfferDetailsFragment, storefront: Storefront): Product {
  const product = toProduct(offer, storefront);
  const { markdown } = offer.content;
  const description = { plain: offer.description, ...(markdown === null ? {} : { markdown }) };
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
