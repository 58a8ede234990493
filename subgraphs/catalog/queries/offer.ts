import type { IsoDate } from '#kit/dates.ts';
import { availableUnits } from '../domain/availability.ts';
import { type EpochDay, STOP_SELL, type StayDays } from '../domain/calendar.ts';
import { priceStay } from '../domain/pricing.ts';
import { isUnrestricted } from '../domain/restrictions.ts';
import { stayItemId, unitTypeItemId } from '../domain/stay-item.ts';
import type { Party } from '../domain/terms.ts';
import type { StayOffer } from '../generated.ts';
import type { SoldUnitType } from '../read-model/model.ts';
import { titleOf } from './quote.ts';

/** A stay that is asked for: when (as days and as dates on the wire), who, how many units, and what bounds it. */
export interface AskedStay {
  readonly days: StayDays;
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  readonly party: Party;
  readonly units: number;
  readonly today: EpochDay;
  readonly capPercent: number;
}

/** Whether a stay can be booked now: from today on, unrestricted, and enough units an agent may take. */
export function isBookable(sold: SoldUnitType, { days, units, today, capPercent }: AskedStay): boolean {
  return (
    days.checkIn >= today &&
    isUnrestricted(sold.calendar, days) &&
    availableUnits(sold.calendar, days, capPercent) >= units
  );
}

/** A stay as search and look-up show it. One whose nights are not on sale is priced at the base rate. */
export function stayOffer(sold: SoldUnitType, asked: AskedStay): StayOffer {
  const { days, checkIn, checkOut, party, units, capPercent } = asked;
  const nights = days.checkOut - days.checkIn;
  return {
    ...described(sold),
    itemId: stayItemId({ unitTypeId: sold.unitType.id, checkIn, checkOut, ...party }),
    price: priceStay(sold, days, party, units)?.subtotal ?? sold.baseRate * nights * units,
    checkIn,
    checkOut,
    nights,
    availableUnits: availableUnits(sold.calendar, days, capPercent),
    available: isBookable(sold, asked),
  };
}

/** A unit type to browse, with its lowest per-night rate; it claims no availability. */
export function unitTypeOffer(sold: SoldUnitType, today: EpochDay): StayOffer {
  return {
    ...described(sold),
    itemId: unitTypeItemId(sold.unitType.id),
    price: lowestRate(sold, today),
    checkIn: null,
    checkOut: null,
    nights: null,
    availableUnits: null,
    available: null,
  };
}

function described(sold: SoldUnitType) {
  return {
    unitTypeId: sold.unitType.id,
    title: titleOf(sold),
    description: sold.description,
    currency: sold.property.currency,
    maxGuests: sold.unitType.maxGuests,
  };
}

function lowestRate({ calendar, baseRate }: SoldUnitType, today: EpochDay): number {
  const { firstDay, rate, total, flags } = calendar;
  let lowest = Number.POSITIVE_INFINITY;
  for (let slot = Math.max(0, today - firstDay); slot < rate.length; slot++) {
    const onSale = (total[slot] ?? 0) > 0 && ((flags[slot] ?? 0) & STOP_SELL) === 0;
    if (onSale) lowest = Math.min(lowest, rate[slot] ?? lowest);
  }
  return Number.isFinite(lowest) ? lowest : baseRate;
}
