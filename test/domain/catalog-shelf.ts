import {
  type ByNight,
  type EpochDay,
  emptyCalendar,
  epochDayOf,
  type NightCalendar,
} from '#subgraphs/catalog/domain/calendar.ts';
import { PAID_NOW } from '#subgraphs/catalog/rates/domain/rate-plan.ts';
import type { PropertyTerms, Sellable, UnitTypeTerms } from '#subgraphs/catalog/rates/domain/terms.ts';
import type { Shelf } from '#subgraphs/catalog/stays/domain/quoted-line.ts';

/** The current day in every table for the catalog's domain. */
export const TODAY = Temporal.PlainDate.from('2026-06-01');

/** The date `days` days after `TODAY`, and its epoch day. */
export const day = (days: number): Temporal.PlainDate => TODAY.add({ days });
export const epoch = (days: number): EpochDay => epochDayOf(TODAY) + days;

export interface Night {
  rate?: number;
  total?: number;
  closed?: number;
  held?: number;
  confirmed?: number;
  agentHeld?: number;
  minStay?: number;
  maxStay?: number;
  flags?: number;
}

/** A calendar from `TODAY`: nights are as in `usual`, except those in `except` by day offset. */
export function calendarOf(
  usual: Night,
  except: Readonly<Record<number, Night>> = {},
  days = 60,
): NightCalendar {
  const calendar = emptyCalendar(epoch(0), days);
  for (let slot = 0; slot < days; slot++) {
    const night = { rate: 10_000, total: 1, ...usual, ...except[slot] };
    for (const [name, value] of Object.entries(night)) {
      (calendar[name as keyof Night] as ByNight)[slot] = value;
    }
  }
  return calendar;
}

/** A plain unit type on sale with the given differences: 2 guests, no supplement, no fee, no tax, EUR. */
export function sellableOf({
  unitType = {},
  property = {},
  calendar = calendarOf({}),
}: {
  readonly unitType?: Partial<UnitTypeTerms>;
  readonly property?: Partial<PropertyTerms>;
  readonly calendar?: NightCalendar;
} = {}): Sellable {
  return {
    unitType: {
      id: 1,
      name: 'Double room',
      maxGuests: 2,
      maxAdults: null,
      maxChildren: null,
      childAgeBands: [],
      ratePlanId: 'standard',
      baseGuests: 2,
      adultSupplement: 0,
      childSupplement: 0,
      weekDiscount: null,
      monthDiscount: null,
      window: { minAdvance: null, maxAdvance: null },
      cancellation: null,
      payment: PAID_NOW,
      ...unitType,
    },
    property: {
      id: 1,
      name: 'Seehof',
      currency: 'EUR',
      timeZone: 'Europe/Zurich',
      fees: [],
      extras: [],
      taxes: [],
      ...property,
    },
    calendar,
    heldBack: 0,
  };
}

/** A shelf that sells these unit types on `TODAY`. */
export function shelfOf(sellables: readonly Sellable[], capPercent = 100): Shelf {
  const byId = new Map(sellables.map((sellable) => [sellable.unitType.id, sellable]));
  return {
    find: (id) => byId.get(id),
    todayIn: () => epoch(0),
    capPercent,
    fallback: { currency: 'EUR', timeZone: 'Europe/Zurich' },
  };
}

/** Id for a stay `from` to `to` days after `TODAY`. */
export const stayId = (unitTypeId: number, from: number, to: number, adults = 2, children = 0): string =>
  `stay:${unitTypeId}:${day(from)}:${day(to)}:${adults}:${children}`;
