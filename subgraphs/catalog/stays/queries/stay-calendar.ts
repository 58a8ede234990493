import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_UNITS } from '#schema/limits.ts';
import { storefrontOf } from '../../access.ts';
import { dateOfEpochDay, type EpochDay, epochDayOf } from '../../domain/calendar.ts';
import type { QueryStayCalendarArgs, StayCalendar, StayDay } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { nightlyPrices } from '../../rates/domain/pricing.ts';
import { monthsFrom } from '../domain/calendar-months.ts';
import type { SoldUnitType } from '../read-model/model.ts';
import { cheapestStay, fittingParty, isFree, type StayOn, shortestFrom, staysOf } from './cheapest-stay.ts';
import { isBookable, stayOffer } from './offer.ts';

const MOST_MONTHS = 24;

/** Returns a unit type's nights and its cheapest stay (schema, `stayCalendar`). */
export async function stayCalendar(
  ctx: SubgraphContext,
  { unitTypeId, month, months, adults, children, units, checkIn }: QueryStayCalendarArgs,
): Promise<StayCalendar | null> {
  if (months < 1 || months > MOST_MONTHS) throw badInput(`A calendar can show 1 to ${MOST_MONTHS} months.`);
  if (units < 1 || units > MAX_UNITS) throw badInput(`A calendar can be for 1 to ${MAX_UNITS} units.`);
  const { readModel } = ctx.services.catalog;
  const storefrontId = storefrontOf(ctx.viewer);
  const revision = await readModel.revision(storefrontId);
  const model = await readModel.storefront(storefrontId);
  const sold = model?.byId.get(parseId(unitTypeId) ?? 0);
  if (!model || !sold?.active) return null;
  const today = todayIn(sold.property.timeZone, ctx.clock.now());
  const party = fittingParty(sold, { party: { adults, children }, units });
  const stayOn = staysOf(model, { party, units }, today);
  const { first, days } = monthsFrom(month ?? checkIn ?? null, today, months);
  const arrival = checkIn ? epochDayOf(checkIn) : null;
  const cheapest = cheapestStay({ revision, sold, stayOn });
  return {
    currency: sold.property.currency,
    adults: party.adults,
    days: Array.from({ length: days }, (_, at) => dayOf(sold, first + at, { stayOn, arrival })),
    cheapest: cheapest && stayOffer(sold, cheapest),
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
