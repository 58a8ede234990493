import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_RANGE, MAX_UNITS } from '#schema/limits.ts';
import { storefrontOf } from '../../access.ts';
import { dateOfEpochDay, type EpochDay, epochDayOf, STOP_SELL } from '../../domain/calendar.ts';
import type { QueryStayCalendarArgs, StayCalendar, StayDay } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { availableUnits } from '../../rates/domain/availability.ts';
import { nightlyPrices, priceStay } from '../../rates/domain/pricing.ts';
import { checkInDays } from '../../rates/domain/rate-plan.ts';
import { cancellingEarly } from '../domain/stay-cancelling.ts';
import type { SoldUnitType } from '../read-model/model.ts';
import { type AskedStay, isBookable, stayOffer } from './offer.ts';

/** Check-in days compared to find the cheapest stay. */
const YEAR = 365;
/** Nights beyond the minimum stay that are tried for a check-in. */
const MORE_NIGHTS = 6;

/** Builds a stay between two days, for checks that need no dates in wire format. */
type StayOn = (checkIn: EpochDay, checkOut: EpochDay) => AskedStay;

/** Returns a unit type's nights and its cheapest stay (schema, `stayCalendar`). */
export async function stayCalendar(
  ctx: SubgraphContext,
  { unitTypeId, from, days, adults, children, units, checkIn }: QueryStayCalendarArgs,
): Promise<StayCalendar | null> {
  if (days < 1 || days > MAX_RANGE) throw badInput(`A calendar can show 1 to ${MAX_RANGE} nights.`);
  if (units < 1 || units > MAX_UNITS) throw badInput(`A calendar can be for 1 to ${MAX_UNITS} units.`);
  const model = await ctx.services.catalog.readModel.storefront(storefrontOf(ctx.viewer));
  const sold = model?.byId.get(parseId(unitTypeId) ?? 0);
  if (!model || !sold?.active) return null;
  const now = ctx.clock.now();
  const { timeZone, currency } = sold.property;
  const { maxGuests, maxAdults } = sold.unitType;
  const asked = {
    checkIn: '',
    checkOut: '',
    party: { adults: Math.min(adults, Math.min(maxGuests, maxAdults ?? maxGuests) * units), children },
    units,
    today: todayIn(timeZone, now),
    capPercent: model.maxHeldSharePercent,
    cancelling: cancellingEarly,
  };
  const stayOn: StayOn = (arrival, departure) => ({
    ...asked,
    days: { checkIn: arrival, checkOut: departure },
  });
  const first = epochDayOf(from);
  const arrival = checkIn ? epochDayOf(checkIn) : null;
  const cheapest = cheapestStay(sold, asked.today, stayOn);
  return {
    currency,
    adults: asked.party.adults,
    days: Array.from({ length: days }, (_, at) => dayOf(sold, first + at, { stayOn, arrival })),
    cheapest: cheapest && stayOffer(sold, withDates(cheapest)),
  };
}

function withDates(stay: AskedStay): AskedStay {
  const { checkIn, checkOut } = stay.days;
  return {
    ...stay,
    checkIn: dateOfEpochDay(checkIn).toString(),
    checkOut: dateOfEpochDay(checkOut).toString(),
  };
}

interface Asked {
  readonly stayOn: StayOn;
  readonly arrival: EpochDay | null;
}

function dayOf(sold: SoldUnitType, day: EpochDay, { stayOn, arrival }: Asked): StayDay {
  const night = stayOn(day, day + 1);
  return {
    date: dateOfEpochDay(day).toString(),
    price: isFree(sold, night)
      ? (nightlyPrices(sold, night.days, night.party, night.units)?.[0] ?? null)
      : null,
    canCheckIn: shortestFrom(sold, day, stayOn) !== null,
    canCheckOut: arrival !== null && day > arrival && isBookable(sold, stayOn(arrival, day)),
  };
}

function isFree(
  { calendar, heldBack }: SoldUnitType,
  { days, today, capPercent, units }: AskedStay,
): boolean {
  const flags = calendar.flags[days.checkIn - calendar.firstDay] ?? 0;
  if (days.checkIn < today || (flags & STOP_SELL) !== 0) return false;
  return availableUnits(calendar, days, capPercent, heldBack) >= units;
}

/** Returns the shortest bookable stay from a check-in; null if there is none close to the minimum length. */
function shortestFrom(sold: SoldUnitType, checkIn: EpochDay, stayOn: StayOn): AskedStay | null {
  if (!isFree(sold, stayOn(checkIn, checkIn + 1))) return null;
  const shortest = Math.max(1, sold.calendar.minStay[checkIn - sold.calendar.firstDay] ?? 1);
  for (let nights = shortest; nights <= shortest + MORE_NIGHTS; nights++) {
    const stay = stayOn(checkIn, checkIn + nights);
    if (isBookable(sold, stay)) return stay;
  }
  return null;
}

/**
 * Returns the stay with the lowest price per night in the next year, as short as possible; null if there is
 * none.
 */
function cheapestStay(sold: SoldUnitType, today: EpochDay, stayOn: StayOn): AskedStay | null {
  const { first, last } = checkInDays(sold.unitType.window, today);
  let best: { readonly stay: AskedStay; readonly perNight: number } | null = null;
  for (let day = first; day <= Math.min(last, first + YEAR); day++) {
    const stay = shortestFrom(sold, day, stayOn);
    const priced = stay && priceStay(sold, stay.days, stay.party, stay.units);
    if (!stay || !priced) continue;
    const perNight = priced.subtotal / (stay.days.checkOut - stay.days.checkIn);
    if (best === null || perNight < best.perNight) best = { stay, perNight };
  }
  return best?.stay ?? null;
}
