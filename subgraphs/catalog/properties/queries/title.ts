import type { Sellable } from '../../rates/domain/terms.ts';

/** The name of what is sold, as offers, checkouts and bookings call it. */
export function titleOf({ unitType, property }: Pick<Sellable, 'unitType' | 'property'>): string {
  return `${unitType.name}, ${property.name}`;
}
