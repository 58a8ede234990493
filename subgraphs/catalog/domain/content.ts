/** Property kinds. */
export const PROPERTY_KINDS = [
  ...(['hotel', 'aparthotel', 'apartment', 'house'] as const),
  ...(['hostel', 'guesthouse', 'campsite', 'other'] as const),
] as const;

/** Unit type kinds. */
export const UNIT_TYPE_KINDS = ['room', 'entire_place', 'shared_room', 'pitch'] as const;

/** Bed types. */
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

/** A point on the map, and how precisely it is shown before a booking. */
export interface Geo {
  readonly lat: number;
  readonly lng: number;
  readonly show: 'exact' | 'area';
}

/** Text in one language (BCP 47). */
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

/** Contact for guests of a property. */
export interface PropertyContact {
  readonly phone: string | null;
  readonly email: string | null;
}

/** Beds of the same type; `bedroom` counts from 1. */
export interface Bed {
  readonly type: string;
  readonly count: number;
  readonly bedroom: number | null;
}

/** Maximum number of children in an age range, both ends inclusive, per unit. */
export interface ChildAgeBand {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}
