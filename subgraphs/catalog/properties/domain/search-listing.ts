import type { SearchGap, SearchListingKind } from '../../generated.ts';

/** Facts about a unit type and its property that search engines require. */
export interface ListedStay {
  readonly kind: string | null;
  readonly amenities: readonly string[];
  readonly property: {
    readonly kind: string | null;
    readonly amenities: readonly string[];
    readonly hasAddress: boolean;
    readonly hasLocation: boolean;
    readonly checkInFrom: string | null;
    readonly checkOutUntil: string | null;
  };
  /** Ready photos of both. */
  readonly photos: number;
}

/** Minimum number of photos that Google requires for a vacation rental. */
export const LEAST_PHOTOS = 8;

const HOTELS: readonly unknown[] = ['hotel', 'aparthotel', 'hostel', 'guesthouse'];

/**
 * Returns how search engines list a stay: a hotel room as part of its hotel, anything else as a vacation
 * rental.
 */
export const listingKind = ({ kind, property }: ListedStay): SearchListingKind =>
  kind === 'room' && HOTELS.includes(property.kind) ? 'hotel_room' : 'vacation_rental';

/** Returns what is missing before a stay's page can describe it to search engines (schema, `SearchListing`). */
export function searchGaps(stay: ListedStay): SearchGap[] {
  const { property, photos, amenities } = stay;
  const needed: readonly (readonly [SearchGap, boolean])[] =
    listingKind(stay) === 'hotel_room'
      ? [['address', property.hasAddress]]
      : [
          ['photos', photos >= LEAST_PHOTOS],
          ['address', property.hasAddress],
          ['location', property.hasLocation],
          ['amenities', amenities.length + property.amenities.length > 0],
          ['check_in_time', property.checkInFrom !== null],
          ['check_out_time', property.checkOutUntil !== null],
        ];
  return needed.filter(([, isThere]) => !isThere).map(([gap]) => gap);
}
