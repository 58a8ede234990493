import { LRUCache } from 'lru-cache';
import { dateOfEpochDay, type EpochDay, STOP_SELL } from '../../domain/calendar.ts';
import { availableUnits } from '../../rates/domain/availability.ts';
import { priceStay } from '../../rates/domain/pricing.ts';
import { checkInDays } from '../../rates/domain/rate-plan.ts';
import type { Party } from '../../rates/domain/terms.ts';
import { cancellingEarly } from '../domain/stay-cancelling.ts';
import type { SoldUnitType, StorefrontModel } from '../read-model/model.ts';
import { type AskedStay, isBookable } from './offer.ts';

/** Check-in days compared to find the cheapest stay. */
const YEAR = 365;
/** Nights beyond the minimum stay that are tried for a check-in. */
const MORE_NIGHTS = 6;

/** Guests and units that a calendar or price is for. */
export interface AskedParty {
  readonly party: Party;
  readonly units: number;
}

/** Builds a stay between two days, for checks that need no dates in wire format. */
export type StayOn = (checkIn: EpochDay, checkOut: EpochDay) => AskedStay;

/** Returns a function that builds stays of a party which agents and guests could book today. */
export function staysOf(model: StorefrontModel, { party, units }: AskedParty, today: EpochDay): StayOn {
  const asked = {
    checkIn: '',
    checkOut: '',
    party,
    units,
    today,
    capPercent: model.maxHeldSharePercent,
    cancelling: cancellingEarly,
  };
  return (checkIn, checkOut) => ({ ...asked, days: { checkIn, checkOut } });
}

/** Returns the party without any adults beyond what the units sleep. */
export function fittingParty({ unitType }: SoldUnitType, { party, units }: AskedParty): Party {
  const { maxGuests, maxAdults } = unitType;
  return { ...party, adults: Math.min(party.adults, Math.min(maxGuests, maxAdults ?? maxGuests) * units) };
}

/** True if a night has enough free units. */
export function isFree(
  { calendar, heldBack }: SoldUnitType,
  { days, today, capPercent, units }: AskedStay,
): boolean {
  const flags = calendar.flags[days.checkIn - calendar.firstDay] ?? 0;
  if (days.checkIn < today || (flags & STOP_SELL) !== 0) return false;
  return availableUnits(calendar, days, capPercent, heldBack) >= units;
}

/** Returns the shortest bookable stay from a check-in; null if there is none close to the minimum length. */
export function shortestFrom(sold: SoldUnitType, checkIn: EpochDay, stayOn: StayOn): AskedStay | null {
  if (!isFree(sold, stayOn(checkIn, checkIn + 1))) return null;
  const shortest = Math.max(1, sold.calendar.minStay[checkIn - sold.calendar.firstDay] ?? 1);
  for (let nights = shortest; nights <= shortest + MORE_NIGHTS; nights++) {
    const stay = stayOn(checkIn, checkIn + nights);
    if (isBookable(sold, stay)) return stay;
  }
  return null;
}

interface Cheapest {
  /** Storefront revision read before the storefront's model (`ReadModel.revision`). */
  readonly revision: string | null;
  readonly sold: SoldUnitType;
  readonly stayOn: StayOn;
}

/** Finding a stay takes about a millisecond; pages ask again for each month and each language. */
const kept = new LRUCache<string, { readonly stay: AskedStay | null }>({ max: 5_000 });

/**
 * Returns the stay with the lowest price per night in the next year, as short as possible; null if there is
 * none.
 */
export function cheapestStay({ revision, sold, stayOn }: Cheapest): AskedStay | null {
  if (revision === null) return cheapestIn(sold, stayOn);
  const { party, units, today } = stayOn(0, 0);
  const key = JSON.stringify([revision, sold.unitType.id, party, units, today]);
  const known = kept.get(key);
  if (known) return known.stay;
  const stay = cheapestIn(sold, stayOn);
  kept.set(key, { stay });
  return stay;
}

function cheapestIn(sold: SoldUnitType, stayOn: StayOn): AskedStay | null {
  const { first, last } = checkInDays(sold.unitType.window, stayOn(0, 0).today);
  let best: { readonly stay: AskedStay; readonly perNight: number } | null = null;
  for (let day = first; day <= Math.min(last, first + YEAR); day++) {
    const stay = shortestFrom(sold, day, stayOn);
    const priced = stay && priceStay(sold, stay.days, stay.party, stay.units);
    if (!stay || !priced) continue;
    const perNight = priced.subtotal / (stay.days.checkOut - stay.days.checkIn);
    if (best === null || perNight < best.perNight) best = { stay, perNight };
  }
  return best && withDates(best.stay);
}

function withDates(stay: AskedStay): AskedStay {
  const { checkIn, checkOut } = stay.days;
  return {
    ...stay,
    checkIn: dateOfEpochDay(checkIn).toString(),
    checkOut: dateOfEpochDay(checkOut).toString(),
  };
}
