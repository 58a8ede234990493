import type { Sellable } from '../../rates/domain/terms.ts';

/** The product's name in offers, checkouts and bookings. */
export function titleOf({ unitType, property }: Pick<Sellable, 'unitType' | 'property'>): string {
  return `${unitType.name}, ${property.name}`;
}
