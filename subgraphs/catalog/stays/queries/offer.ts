import type { IsoDate } from '#kit/dates.ts';
import { type EpochDay, STOP_SELL, type StayDays } from '../../domain/calendar.ts';
import type { StayOffer } from '../../generated.ts';
import { availableUnits, fitsParty } from '../../rates/domain/availability.ts';
import { extrasOf, surchargesOf } from '../../rates/domain/fees-and-taxes.ts';
import { nightlyPrices, priceStay } from '../../rates/domain/pricing.ts';
import { checkInDays } from '../../rates/domain/rate-plan.ts';
import { isUnrestricted } from '../../rates/domain/restrictions.ts';
import type { Party } from '../../rates/domain/terms.ts';
import { describeExtra } from '../domain/described-extra.ts';
import { type CancellingOf, cancellingEarly } from '../domain/stay-cancelling.ts';
import { stayItemId, titleOf, unitTypeItemId } from '../domain/stay-item.ts';
import type { SoldUnitType } from '../read-model/model.ts';

/** A requested stay: dates (as days and in wire format), party, units, and limits. */
export interface AskedStay {
  readonly days: StayDays;
  readonly checkIn: IsoDate;
  readonly checkOut: IsoDate;
  readonly party: Party;
  readonly units: number;
  readonly today: EpochDay;
  readonly capPercent: number;
  /** Cancellation options for stays with these dates. */
  readonly cancelling: CancellingOf;
}

/**
 * True if a stay can be booked now: within the booking window, unrestricted, with enough units available to
 * agents, and with room for the party.
 */
export const isBookable = (sold: SoldUnitType, asked: AskedStay): boolean =>
  isOpen(sold, asked) && freeUnits(sold, asked) >= asked.units;

/** The same check, regardless of available units. */
function isOpen(sold: SoldUnitType, { days, party, units, today }: AskedStay): boolean {
  const { first, last } = checkInDays(sold.unitType.window, today);
  return (
    fitsParty(sold.unitType, units, party) &&
    days.checkIn >= first &&
    days.checkIn <= last &&
    isUnrestricted(sold.calendar, days)
  );
}

const freeUnits = ({ calendar, heldBack }: SoldUnitType, { days, capPercent }: AskedStay): number =>
  availableUnits(calendar, days, capPercent, heldBack);

/** A stay as search and look-up show it. If its nights aren't on sale, it's priced at the base rate. */
export function stayOffer(sold: SoldUnitType, asked: AskedStay): StayOffer {
  const { days, checkIn, checkOut, party, units } = asked;
  const { adults, children } = party;
  const nights = days.checkOut - days.checkIn;
  const priced = priceStay(sold, days, party, units);
  const price = priced?.subtotal ?? sold.baseRate * nights * units;
  const surcharges = surchargesOn(sold, asked, price);
  const left = freeUnits(sold, asked);
  return {
    ...described(sold),
    itemId: stayItemId({ unitTypeId: sold.unitType.id, checkIn, checkOut, adults, children }),
    price,
    listPrice: priced && priced.discount > 0 ? priced.base : null,
    total: price + surcharges.booking,
    dueAtProperty: surcharges.property,
    checkIn,
    checkOut,
    nights,
    adults,
    children,
    units,
    availableUnits: left,
    available: left >= units && isOpen(sold, asked),
    cancelling: asked.cancelling(sold.unitType.cancellation),
    extras: extrasOf(sold.property, days, { units, guests: adults + children }).map(describeExtra),
  };
}

/** A unit type for browsing, with its lowest nightly rate; it claims no availability. */
export function unitTypeOffer(sold: SoldUnitType, today: EpochDay): StayOffer {
  return {
    ...described(sold),
    itemId: unitTypeItemId(sold.unitType.id),
    price: lowestRate(sold, today),
    listPrice: null,
    total: null,
    dueAtProperty: null,
    checkIn: null,
    checkOut: null,
    nights: null,
    adults: null,
    children: null,
    units: null,
    availableUnits: null,
    available: null,
    cancelling: cancellingEarly(sold.unitType.cancellation),
    extras: sold.property.extras.map((extra) =>
      describeExtra({ ...extra, price: extra.amount, total: extra.amount, taxes: [] }),
    ),
  };
}

/**
 * Mandatory fees and exclusive taxes for a stay booked without other stays: what a checkout adds to the
 * accommodation, and what is paid at the property.
 */
function surchargesOn(sold: SoldUnitType, { days, party, units }: AskedStay, accommodation: number) {
  const { adults, children } = party;
  const nightly = () => nightlyPrices(sold, days, party, units);
  const { fees, taxes } = surchargesOf(sold.property, days, [
    { accommodation, units, adults, guests: adults + children, nightly },
  ]);
  const due = { booking: 0, property: 0 };
  for (const { collect, amount } of [...fees, ...taxes]) due[collect] += amount;
  return due;
}

function described(sold: SoldUnitType) {
  const { description, content, photos } = sold.shown.get();
  return {
    unitTypeId: sold.unitType.id,
    title: titleOf(sold),
    description,
    currency: sold.property.currency,
    maxGuests: sold.unitType.maxGuests,
    content,
    distance: null,
    media: photos,
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
