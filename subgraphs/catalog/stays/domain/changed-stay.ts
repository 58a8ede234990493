import { allocate, basisPointsOf, type Minor } from '#kit/money.ts';
import {
  type EpochDay,
  epochDayOf,
  type NightCalendar,
  STOP_SELL,
  type StayDays,
} from '../../domain/calendar.ts';
import type { DroppedLine, SoldFee } from '../../rates/domain/fees-and-taxes.ts';
import { nightlyPrices, type StayPrice, stayDiscount, supplementOf } from '../../rates/domain/pricing.ts';
import type { Party, Sellable } from '../../rates/domain/terms.ts';

/** The stay that a line changes, as it was sold. Its nights keep their prices. */
export interface StayBefore extends Party {
  readonly checkIn: Temporal.PlainDate;
  /** Each night's price before and after discount, in order. */
  readonly nightly: readonly Minor[];
  readonly net: readonly Minor[];
  /** Fees charged with the booking; the first of several lines has the fees of all. */
  readonly fees: readonly SoldFee[];
  /** A cancelled line, which takes its part of the fees with it; undefined or null if there is none. */
  readonly dropped?: DroppedLine | null;
}

/** A changed stay's price; `net` is each night's part of `subtotal`. */
export interface ChangedPrice extends StayPrice {
  readonly nightly: readonly Minor[];
  readonly net: readonly Minor[];
}

/** Returns the days of the stay before the change. */
export function daysBefore({ checkIn, nightly }: Pick<StayBefore, 'checkIn' | 'nightly'>): StayDays {
  const first = epochDayOf(checkIn);
  return { checkIn: first, checkOut: first + nightly.length };
}

/** True if a night belongs to the stay. */
export const hasNight = ({ checkIn, checkOut }: StayDays, night: EpochDay): boolean =>
  night >= checkIn && night < checkOut;

/**
 * True once a stay's first day is over. A changed stay with the same first day, whose guests may be in house, is past once
 * its last night is over.
 */
export function isPast(
  { checkIn, checkOut }: StayDays,
  before: Pick<StayBefore, 'checkIn' | 'nightly'> | null | undefined,
  today: EpochDay,
): boolean {
  if (before && daysBefore(before).checkIn === checkIn) return checkOut <= today;
  return checkIn < today;
}

/**
 * Prices a changed stay: kept nights cost what they were sold for, plus the supplement for any guests who
 * join; added nights cost the current price, less the new length's discount. Null if a night isn't in the
 * calendar.
 */
export function priceChange(
  sold: Pick<Sellable, 'unitType' | 'calendar'>,
  { stay, party, units }: { readonly stay: StayDays; readonly party: Party; readonly units: number },
  before: StayBefore,
): ChangedPrice | null {
  const current = nightlyPrices(sold, stay, party, units);
  if (current === null) return null;
  const { unitType } = sold;
  const was = daysBefore(before);
  const isKept = current.map((_, place) => hasNight(was, stay.checkIn + place));
  const soldPlace = (place: number) => stay.checkIn + place - was.checkIn;
  const joining = Math.max(0, supplementOf(unitType, party, units) - supplementOf(unitType, before, units));

  const added = current.map((price, place) => (isKept[place] ? 0 : price));
  const addedBase = sum(added);
  const basisPoints = stayDiscount(unitType, stay.checkOut - stay.checkIn);
  const addedNet = addedBase - basisPointsOf(addedBase, basisPoints);
  const shares = addedBase === 0 ? added : allocate(addedNet, added);

  const nightly = current.map((price, place) =>
    isKept[place] ? (before.nightly[soldPlace(place)] ?? 0) + joining : price,
  );
  const net = shares.map((share, place) =>
    isKept[place] ? (before.net[soldPlace(place)] ?? 0) + joining : share,
  );
  const [base, subtotal] = [sum(nightly), sum(net)];
  return { base, discount: base - subtotal, subtotal, nightly, net };
}

/**
 * Returns the offer for the guest who already has `units` on these nights: their own units are free for them, and the
 * host can't stop selling nights that are already sold.
 */
export function withoutOwn<S extends Pick<Sellable, 'calendar'>>(
  sold: S,
  before: StayBefore,
  units: number,
): S {
  const { calendar } = sold;
  const was = daysBefore(before);
  const confirmed = calendar.confirmed.map((taken, slot) =>
    hasNight(was, calendar.firstDay + slot) ? Math.max(0, taken - units) : taken,
  );
  const flags = calendar.flags.map((flag, slot) =>
    hasNight(was, calendar.firstDay + slot) ? flag & ~STOP_SELL : flag,
  );
  const own: NightCalendar = { ...calendar, confirmed, flags };
  return { ...sold, calendar: own, heldBack: 0 };
}

/** True for a restriction that doesn't apply because the guest already has that arrival or departure day. */
export function isSettled(code: string, stay: StayDays, before: StayBefore): boolean {
  const was = daysBefore(before);
  const [sameArrival, sameDeparture] = [was.checkIn === stay.checkIn, was.checkOut === stay.checkOut];
  switch (code) {
    case 'min_advance':
    case 'max_advance':
    case 'closed_to_arrival':
      return sameArrival;
    case 'closed_to_departure':
      return sameDeparture;
    case 'min_stay':
    case 'max_stay':
      return sameArrival && sameDeparture;
    default:
      return false;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
