import { nightsBetween } from '#kit/dates.ts';

/** Whole days since 1970-01-01: a date as a number, so that a night is an array index on the search path. */
export type EpochDay = number;

const DAY_MS = 86_400_000;

/** The epoch day of a date. */
export function epochDayOf(date: Temporal.PlainDate): EpochDay {
  return Date.UTC(date.year, date.month - 1, date.day) / DAY_MS;
}

/** The date an epoch day stands for; the inverse of `epochDayOf`. */
export function dateOfEpochDay(day: EpochDay): Temporal.PlainDate {
  const date = new Date(day * DAY_MS);
  return new Temporal.PlainDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

/** Bits of `NightCalendar.flags`. */
export const CLOSED_TO_ARRIVAL = 1;
export const CLOSED_TO_DEPARTURE = 2;
export const STOP_SELL = 4;

/**
 * The nights of one unit type, one array slot a night (docs/interface/catalog.md#inventory: rate, inventory, restrictions).
 * Slot `i` is the night that starts on day `firstDay + i`. A night outside the arrays is not on sale.
 */
export interface NightCalendar {
  readonly firstDay: EpochDay;
  /** Rate of one unit in minor units; Float64 holds every safe integer exactly. */
  readonly rate: Float64Array;
  /** Units that exist, that the host closed, that sit in unpaid holds, and that are confirmed. */
  readonly total: Uint16Array;
  readonly closed: Uint16Array;
  readonly held: Uint16Array;
  readonly confirmed: Uint16Array;
  /** Units in unpaid agent holds, which are among those held. */
  readonly agentHeld: Uint16Array;
  /** Nights a stay that starts here must and may have; 0 where there is no limit. */
  readonly minStay: Uint16Array;
  readonly maxStay: Uint16Array;
  /** `CLOSED_TO_ARRIVAL | CLOSED_TO_DEPARTURE | STOP_SELL`. */
  readonly flags: Uint8Array;
}

/** A calendar of `days` nights from `firstDay` with nothing on sale yet; its arrays are the caller's to fill. */
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

/** A stay as two epoch days: it sells the nights from `checkIn` up to the day before `checkOut`. */
export interface StayDays {
  readonly checkIn: EpochDay;
  readonly checkOut: EpochDay;
}

/** Whether every night of the stay has a slot in the calendar. */
export function coversStay(calendar: NightCalendar, { checkIn, checkOut }: StayDays): boolean {
  return checkIn >= calendar.firstDay && checkOut <= calendar.firstDay + calendar.rate.length;
}

/** A range of nights of one unit type, both ends inclusive. */
export interface NightRange {
  readonly unitTypeId: number;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** Number of nights of a range; 0 or less where it ends before it begins. */
export const lengthOf = ({ from, until }: NightRange): number => nightsBetween(from, until) + 1;
