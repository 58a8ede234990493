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

/**
 * A unit type's nights, one array slot per night (docs/interface/catalog.md#inventory: rate, inventory,
 * restrictions). Slot `i` is the night that starts on day `firstDay + i`. A night outside the arrays isn't on
 * sale.
 */
export interface NightCalendar {
  readonly firstDay: EpochDay;
  /** A unit's rate in minor units; Float64 holds every safe integer exactly. */
  readonly rate: Float64Array;
  /** Total units, and units closed by the host, in unpaid holds, and confirmed. */
  readonly total: Uint16Array;
  readonly closed: Uint16Array;
  readonly held: Uint16Array;
  readonly confirmed: Uint16Array;
  /** Units in unpaid agent holds, which are also counted in `held`. */
  readonly agentHeld: Uint16Array;
  /** Minimum and maximum nights for a stay that starts here; 0 for no limit. */
  readonly minStay: Uint16Array;
  readonly maxStay: Uint16Array;
  /** `CLOSED_TO_ARRIVAL | CLOSED_TO_DEPARTURE | STOP_SELL`. */
  readonly flags: Uint8Array;
}

/** Returns a calendar with `days` nights from `firstDay` and nothing on sale; the caller fills its arrays. */
export function emptyCalendar(firstDay: EpochDay, days: number): NightCalendar {
  return {
    firstDay,
    rate: new Float64Array(days),
    total: new Uint16Array(days),
    closed: new Uint16Array(days),
    held: new Uint16Array(days),
    confirmed: new Uint16Array(days),
    agentHeld: new Uint16Array(days),
    minStay: new Uint16Array(days),
    maxStay: new Uint16Array(days),
    flags: new Uint8Array(days),
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
