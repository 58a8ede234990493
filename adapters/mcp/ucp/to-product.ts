import { formatMoney } from '#kit/money.ts';
import type { OfferFragment } from '../tools/generated.ts';
import { UCP_VERSION } from '../transport/protocol.ts';

/** An offer as a UCP catalog product (docs/interface/catalog.md#product). */
export function toProduct(offer: OfferFragment, baseUrl: string): Product {
  const price = { amount: offer.price, currency: offer.currency };
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
    url: `${baseUrl}/stays/${offer.unitTypeId}`,
    variants: [
      {
        id: offer.itemId,
        title: offer.title,
        description: { plain: offer.description },
        price,
        // Without dates there is no claim about availability.
        ...(offer.available === null ? {} : { availability: { available: offer.available } }),
      },
    ],
  };
}

/** A product that an id was looked up for: with that id and, for a stay, whether it can be booked now. */
export function toLookedUpProduct(id: string, offer: OfferFragment, baseUrl: string): Product {
  const product = toProduct(offer, baseUrl);
  return {
    ...product,
    ...(offer.available === null ? {} : { available: offer.available }),
    variants: product.variants.map((variant) => ({ ...variant, inputs: [{ id, match: 'exact' }] })),
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
