import type { PropertyContent, UnitTypeContent } from '#subgraphs/catalog/index.ts';

/** Hosts' descriptions of the demo world's properties, by name. */
export const PROPERTY_CONTENT: Readonly<Record<string, PropertyContent>> = {
  'Lakeside Lodge': {
    kind: 'hotel',
    address: {
      street: 'Seestrasse 12',
      locality: 'Brienz',
      region: 'Bern',
      postalCode: '3855',
      country: 'CH',
    },
    geo: { lat: 46.7543, lng: 8.0386, show: 'exact' },
    checkInFrom: '15:00',
    checkInUntil: '22:00',
    checkOutUntil: '11:00',
    amenities: [
      'wifi',
      'parking_free',
      'elevator',
      'step_free_access',
      'restaurant',
      'breakfast',
      'view_lake',
    ],
    houseRules: {
      pets: false,
      smoking: false,
      parties: false,
      quietFrom: '22:00',
      quietUntil: '07:00',
      minAge: null,
      selfCheckIn: null,
    },
    descriptions: [
      {
        locale: 'en',
        markdown:
          'A house on the shore of Lake Brienz, four minutes on foot from the boat and the railway station. The kitchen is open from seven in the morning until nine in the evening.',
      },
    ],
  },
  'Old Mill Apartments': {
    kind: 'aparthotel',
    address: {
      street: 'Mühlegasse 3',
      locality: 'Meiringen',
      region: 'Bern',
      postalCode: '3860',
      country: 'CH',
    },
    geo: { lat: 46.7279, lng: 8.1867, show: 'area' },
    checkInFrom: '16:00',
    checkInUntil: null,
    checkOutUntil: '10:00',
    amenities: ['wifi', 'parking_on_site', 'washing_machine', 'heating'],
    houseRules: {
      pets: true,
      smoking: false,
      parties: false,
      quietFrom: '22:00',
      quietUntil: '07:00',
      minAge: null,
      selfCheckIn: true,
    },
    descriptions: [
      {
        locale: 'en',
        markdown:
          'Apartments and rooms in a mill of 1764. The wheel still turns, and the bakery beside it opens at six. Keys are in a box at the entrance.',
      },
    ],
  },
  'Forest Cabins': {
    kind: 'campsite',
    address: { street: null, locality: 'Hofstetten', region: 'Bern', postalCode: '3858', country: 'CH' },
    geo: { lat: 46.7561, lng: 8.0717, show: 'area' },
    checkInFrom: '15:00',
    checkInUntil: '20:00',
    checkOutUntil: '10:00',
    amenities: ['parking_free', 'bicycle_storage', 'barbecue', 'fire_pit'],
    houseRules: {
      pets: true,
      smoking: false,
      parties: null,
      quietFrom: '21:00',
      quietUntil: '07:00',
      minAge: null,
      selfCheckIn: null,
    },
    descriptions: [
      {
        locale: 'en',
        markdown:
          'Cabins in a nature reserve, each with its own clearing. There is no reception: the warden comes at six.',
      },
    ],
  },
  'Harbour House': {
    kind: 'guesthouse',
    address: { street: null, locality: 'Onomichi', region: 'Hiroshima', postalCode: null, country: 'JP' },
    geo: { lat: 34.40901, lng: 133.20502, show: 'area' },
    checkInFrom: '15:00',
    checkInUntil: '21:00',
    checkOutUntil: '10:00',
    amenities: ['wifi', 'breakfast'],
    descriptions: [
      {
        locale: 'en',
        markdown: 'An old shipping office at the quay, where the ferries leave.',
      },
    ],
  },
  'Alpine Rooms': {
    kind: 'guesthouse',
    address: { street: null, locality: 'Galtür', region: 'Tyrol', postalCode: '6563', country: 'AT' },
    geo: { lat: 46.96842, lng: 10.18705, show: 'area' },
    checkInFrom: '15:00',
    checkInUntil: '20:00',
    checkOutUntil: '10:00',
    amenities: ['wifi', 'parking_free', 'breakfast'],
    descriptions: [
      {
        locale: 'en',
        markdown:
          'Four rooms above the village, run by a family that answers every request itself. The bus to the lifts stops outside.',
      },
    ],
  },
};

/** The same for unit types. */
export const UNIT_TYPE_CONTENT: Readonly<Record<string, UnitTypeContent>> = {
  'Lake View Double': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'double', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 24,
    amenities: ['balcony', 'view_lake', 'private_bathroom', 'hair_dryer'],
  },
  'Garden Family Suite': {
    kind: 'room',
    bedrooms: 2,
    beds: [
      { type: 'king', count: 1, bedroom: 1 },
      { type: 'single', count: 2, bedroom: 2 },
    ],
    bathrooms: 1,
    areaM2: 48,
    amenities: ['terrace', 'garden', 'private_bathroom', 'crib', 'high_chair'],
  },
  'The Boathouse': {
    kind: 'entire_place',
    bedrooms: 1,
    beds: [{ type: 'queen', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 30,
    amenities: ['view_lake', 'terrace', 'kitchenette', 'private_entrance'],
  },
  'Miller Apartment': {
    kind: 'entire_place',
    bedrooms: 2,
    beds: [
      { type: 'double', count: 1, bedroom: 1 },
      { type: 'bunk', count: 1, bedroom: 2 },
    ],
    bathrooms: 1,
    areaM2: 62,
    amenities: ['kitchen', 'dishwasher', 'oven', 'private_bathroom'],
  },
  'Granary Loft': {
    kind: 'entire_place',
    bedrooms: 1,
    beds: [
      { type: 'double', count: 1, bedroom: 1 },
      { type: 'sofa', count: 1, bedroom: null },
    ],
    bathrooms: 1,
    areaM2: 45,
    amenities: ['kitchenette', 'view_mountain', 'private_bathroom'],
  },
  'Wheel Room': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'single', count: 2, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 16,
    amenities: ['ground_floor', 'private_bathroom'],
  },
  'Spruce Cabin': {
    kind: 'entire_place',
    bedrooms: 2,
    beds: [
      { type: 'double', count: 1, bedroom: 1 },
      { type: 'single', count: 2, bedroom: 2 },
    ],
    bathrooms: 1,
    areaM2: 55,
    amenities: ['kitchen', 'fireplace', 'sauna', 'terrace'],
  },
  'Tatami Room': {
    kind: 'room',
    beds: [{ type: 'futon', count: 3, bedroom: null }],
    bathrooms: 1,
    areaM2: 20,
    amenities: ['private_bathroom', 'view_sea'],
  },
  'Captain Suite': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'king', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 46,
    amenities: ['private_bathroom', 'terrace', 'view_sea'],
  },
  'Mountain Room': {
    kind: 'room',
    bedrooms: 1,
    beds: [{ type: 'double', count: 1, bedroom: 1 }],
    bathrooms: 1,
    areaM2: 19,
    amenities: ['private_bathroom', 'view_mountain'],
  },
};
