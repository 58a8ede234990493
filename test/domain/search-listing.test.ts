import { expect, test } from 'vitest';
import {
  type ListedStay,
  listingKind,
  searchGaps,
} from '#subgraphs/catalog/properties/domain/search-listing.ts';

const COMPLETE: ListedStay = {
  kind: 'entire_place',
  amenities: ['wifi'],
  photos: 8,
  property: {
    kind: 'house',
    amenities: [],
    hasAddress: true,
    hasLocation: true,
    checkInFrom: '15:00',
    checkOutUntil: '11:00',
  },
};
const HOTEL = { ...COMPLETE.property, kind: 'hotel' };

test.each<[string, Partial<ListedStay>, string, readonly string[]]>([
  ['a complete house', {}, 'vacation_rental', []],
  ['a house with seven photos', { photos: 7 }, 'vacation_rental', ['photos']],
  [
    'a house without a location and times',
    { property: { ...COMPLETE.property, hasLocation: false, checkInFrom: null, checkOutUntil: null } },
    'vacation_rental',
    ['location', 'check_in_time', 'check_out_time'],
  ],
  ['a house without amenities', { amenities: [] }, 'vacation_rental', ['amenities']],
  [
    "a house with only its property's amenities",
    { amenities: [], property: { ...COMPLETE.property, amenities: ['wifi'] } },
    'vacation_rental',
    [],
  ],
  ["a hotel's room without photos", { kind: 'room', photos: 0, property: HOTEL }, 'hotel_room', []],
  [
    "a hotel's room without an address",
    { kind: 'room', property: { ...HOTEL, hasAddress: false } },
    'hotel_room',
    ['address'],
  ],
  ["a hotel's apartment", { property: HOTEL }, 'vacation_rental', []],
])('search engines see %s with its gaps', (_what, change, kind, gaps) => {
  const stay = { ...COMPLETE, ...change };
  expect([listingKind(stay), searchGaps(stay)]).toEqual([kind, gaps]);
});
