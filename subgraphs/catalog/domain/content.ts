/** What kind of place a property is. */
export const PROPERTY_KINDS = [
  ...(['hotel', 'aparthotel', 'apartment', 'house'] as const),
  ...(['hostel', 'guesthouse', 'campsite', 'other'] as const),
] as const;

/** What kind of unit a unit type is. */
export const UNIT_TYPE_KINDS = ['room', 'entire_place', 'shared_room', 'pitch'] as const;

/** Kinds of beds. */
export const BED_TYPES = [
  ...(['single', 'double', 'queen', 'king', 'bunk'] as const),
  ...(['sofa', 'futon', 'cot', 'other'] as const),
] as const;

/** A postal address; `country` is an ISO 3166-1 code. */
export interface Address {
  readonly street: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly postalCode: string | null;
  readonly country: string | null;
}

/** A point on the map, and how much of it is shown before a booking. */
export interface Geo {
  readonly lat: number;
  readonly lng: number;
  readonly show: 'exact' | 'area';
}

/** A text in one language (BCP 47). */
export interface Description {
  readonly locale: string;
  readonly markdown: string;
}

/** House rules; null fields are unknown. Times are `HH:MM`. */
export interface HouseRules {
  readonly pets: boolean | null;
  readonly smoking: boolean | null;
  readonly parties: boolean | null;
  readonly quietFrom: string | null;
  readonly quietUntil: string | null;
  readonly minAge: number | null;
  readonly selfCheckIn: boolean | null;
}

/** A registration with an authority. */
export interface Licence {
  readonly authority: string;
  readonly number: string;
}

/** How guests reach a property. */
export interface PropertyContact {
  readonly phone: string | null;
  readonly email: string | null;
}

/** Beds of one kind; `bedroom` counts from 1. */
export interface Bed {
  readonly type: string;
  readonly count: number;
  readonly bedroom: number | null;
}

/** How many children of some ages, both inclusive, one unit takes. */
export interface ChildAgeBand {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}
