import { nightsBetween } from '#kit/dates.ts';

/** Whole days since 1970-01-01: a date as a number, so that a night can be an array index on the search path. */
export type EpochDay = number;

const DAY_MS = 86_400_000;

/** A date's epoch day. */
export function epochDayOf(date: Temporal.PlainDate): EpochDay {
  return Date.UTC(date.year, date.month - 1, date.day) / DAY_MS;
}

/** An epoch day's date; the inverse of `epochDayOf`. */
export function dateOfEpochDay(day: EpochDay): Temporal.PlainDate {
  const date = new Date(day * DAY_MS);
  return new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Bits of `NightCalendar.flags`. */
export const CLOSED_TO_ARRIVAL = 1;
export const CLOSED_TO_DEPARTURE = 2;
export const STOP_SELL = 4;

/** A number for each night: a typed array, or for a few nights an array, which takes a thirtieth of the time to create. */
export interface ByNight extends Iterable<number> {
  readonly length: number;
  [slot: number]: number;
  fill(value: number, from?: number, to?: number): ByNight;
  map(change: (value: number, slot: number) => number): ByNight;
  slice(from: number, to: number): ByNight;
}

/**
 * A unit type's nights, one array slot per night (docs/interface/catalog.md#inventory: rate, inventory,
 * restrictions). Slot `i` is the night that starts on day `firstDay + i`. A night outside the arrays isn't on
 * sale.
 */
export interface NightCalendar {
  readonly firstDay: EpochDay;
  /** A unit's rate in minor units; every safe integer is exact. */
  readonly rate: ByNight;
  /** Total units, and units closed by the host, in unpaid holds, and confirmed. */
  readonly total: ByNight;
  readonly closed: ByNight;
  readonly held: ByNight;
  readonly confirmed: ByNight;
  /** Units in unpaid agent holds, which are also counted in `held`. */
  readonly agentHeld: ByNight;
  /** Minimum and maximum nights for a stay that starts here; 0 for no limit. */
  readonly minStay: ByNight;
  readonly maxStay: ByNight;
  /** `CLOSED_TO_ARRIVAL | CLOSED_TO_DEPARTURE | STOP_SELL`. */
  readonly flags: ByNight;
}

/** Zeros for a few nights. */
const FEW: readonly number[] = Array.from({ length: 31 }, () => 0);

/** Returns zeros for `days` nights; `Typed` is the array for many. */
export function zeros(days: number, Typed: new (length: number) => ByNight): ByNight {
  return days > FEW.length ? new Typed(days) : FEW.slice(0, days);
}

/** Returns a calendar with `days` nights from `firstDay` and nothing on sale; the caller fills its arrays. */
export function emptyCalendar(firstDay: EpochDay, days: number): NightCalendar {
  return {
    firstDay,
    rate: zeros(days, Float64Array),
    total: zeros(days, Uint16Array),
    closed: zeros(days, Uint16Array),
    held: zeros(days, Uint16Array),
    confirmed: zeros(days, Uint16Array),
    agentHeld: zeros(days, Uint16Array),
    minStay: zeros(days, Uint16Array),
    maxStay: zeros(days, Uint16Array),
    flags: zeros(days, Uint8Array),
  };
}

/** Days, both inclusive. */
export interface Days {
  readonly first: EpochDay;
  readonly last: EpochDay;
}

/** A stay as two epoch days: it sells the nights from `checkIn` up to the day before `checkOut`. */
export interface StayDays {
  readonly checkIn: EpochDay;
  readonly checkOut: EpochDay;
}

/** True if the calendar has a slot for every night. */
export function coversStay(calendar: NightCalendar, { checkIn, checkOut }: StayDays): boolean {
  return checkIn >= calendar.firstDay && checkOut <= calendar.firstDay + calendar.rate.length;
}

/** A unit type's nights, both ends inclusive. */
export interface NightRange {
  readonly unitTypeId: number;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** The range's number of nights; 0 or less if it ends before it begins. */
export const lengthOf = ({ from, until }: NightRange): number => nightsBetween(from, until) + 1;
