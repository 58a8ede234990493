import { basisPointsOf, type Minor } from '#kit/money.ts';
import { coversStay, type NightCalendar, type StayDays } from '../../domain/calendar.ts';
import type { Party, UnitTypeTerms } from './terms.ts';

/** A stay's accommodation in minor units: `base - discount = subtotal`, before fees and added taxes. */
export interface StayPrice {
  readonly base: Minor;
  /** Positive; 0 if the stay earns no discount. */
  readonly discount: Minor;
  readonly subtotal: Minor;
}

/** Minimum number of nights for the length-of-stay discounts. */
export const WEEK_NIGHTS = 7;
export const MONTH_NIGHTS = 28;

/**
 * Guests beyond the `baseGuests` included per unit. Adults take the included places first, so children pay as
 * extra guests before adults do.
 */
export function extraGuests(baseGuests: number, units: number, { adults, children }: Party): Party {
  const included = baseGuests * units;
  const extraAdults = Math.max(0, adults - included);
  return { adults: extraAdults, children: Math.max(0, adults + children - included) - extraAdults };
}

/**
 * The length-of-stay discount in basis points: the monthly one from 28 nights if the plan has one, else the
 * weekly one from 7.
 */
export function stayDiscount(terms: UnitTypeTerms, nights: number): number {
  if (nights >= MONTH_NIGHTS && terms.monthDiscount !== null) return terms.monthDiscount;
  return nights >= WEEK_NIGHTS ? (terms.weekDiscount ?? 0) : 0;
}

/**
 * A stay's price (docs/interface/catalog.md#price): each night's rate x units plus nightly extra-guest
 * supplements, less the length-of-stay discount on both, rounded half away from zero once. Null if a night
 * isn't in the calendar.
 */
export function priceStay(
  { unitType, calendar }: { readonly unitType: UnitTypeTerms; readonly calendar: NightCalendar },
  stay: StayDays,
  party: Party,
  units: number,
): StayPrice | null {
  if (!coversStay(calendar, stay)) return null;
  const nights = stay.checkOut - stay.checkIn;
  const base = sumOfRates(calendar, stay) * units + supplementOf(unitType, party, units) * nights;
  const basisPoints = stayDiscount(unitType, nights);
  const discount = basisPoints === 0 ? 0 : basisPointsOf(base, basisPoints);
  return { base, discount, subtotal: base - discount };
}

/**
 * Each night's part of the base in `priceStay`, in order: the night's rate x units and its extra guests. Null
 * if a night isn't in the calendar.
 */
export function nightlyPrices(
  { unitType, calendar }: { readonly unitType: UnitTypeTerms; readonly calendar: NightCalendar },
  stay: StayDays,
  party: Party,
  units: number,
): readonly Minor[] | null {
  if (!coversStay(calendar, stay)) return null;
  const supplement = supplementOf(unitType, party, units);
  const first = stay.checkIn - calendar.firstDay;
  return Array.from(
    { length: stay.checkOut - stay.checkIn },
    (_, night) => (calendar.rate[first + night] ?? 0) * units + supplement,
  );
}

/** The nightly supplement for guests beyond the included number. */
export function supplementOf(unitType: UnitTypeTerms, party: Party, units: number): Minor {
  const extra = extraGuests(unitType.baseGuests, units, party);
  return extra.adults * unitType.adultSupplement + extra.children * unitType.childSupplement;
}

function sumOfRates({ rate, firstDay }: NightCalendar, { checkIn, checkOut }: StayDays): Minor {
  const end = checkOut - firstDay;
  let sum = 0;
  for (let slot = checkIn - firstDay; slot < end; slot++) sum += rate[slot] ?? 0;
  return sum;
}
