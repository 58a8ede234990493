import type { Minor } from '#kit/money.ts';
import { MAX_UNITS } from '#schema/limits.ts';
import { coversStay, type EpochDay, epochDayOf, type StayDays } from '../../domain/calendar.ts';
import { nightlyPrices, priceStay, type StayPrice } from '../../rates/domain/pricing.ts';
import type { Party, Sellable } from '../../rates/domain/terms.ts';
import { parseItemId, type StayItem } from './stay-item.ts';

/** A line of a checkout: a stay item id as the client sent it, and a number of units. */
export interface QuoteLine {
  readonly itemId: string;
  readonly quantity: number;
  /** Of its children on the day of check-in; left out where they are not known. */
  readonly childAges?: readonly number[] | null;
  /** Rate plan it is sold with; left out for the default one of its unit type. */
  readonly ratePlanId?: string | null;
}

/** What a quote is made from; nothing else is looked up while it is made. */
export interface Shelf {
  /** The unit type under the plan, by default its own, where the storefront sells that now; undefined for what is unknown or inactive. */
  readonly find: (unitTypeId: number, ratePlanId: string | null) => Sellable | undefined;
  /** Today at a property. */
  readonly todayIn: (timeZone: string) => EpochDay;
  /** Share of a unit type's units a night that may sit in unpaid agent holds. */
  readonly capPercent: number;
  /** Named where no line is known: the storefront's first property. */
  readonly fallback: { readonly currency: string; readonly timeZone: string };
}

/** A line as it was understood: the stay and what is sold, null if the id names nothing the storefront sells. */
export interface ReadLine extends QuoteLine {
  readonly stay: StayItem | null;
  readonly sold: Sellable | null;
}

/** A line whose item exists. */
export type KnownLine = ReadLine & { readonly stay: StayItem; readonly sold: Sellable };

/** A line with its price in minor units; all amounts are 0 where it cannot be priced. */
export interface PricedLine extends ReadLine, StayPrice {
  /** Its share of the added taxes. */
  readonly tax: Minor;
  /** `subtotal + tax`. */
  readonly total: Minor;
  /** What each night adds to `base`; null if nothing is priced. */
  readonly nightly: readonly Minor[] | null;
}

/** Finds the item a line names. An id without dates names no stay, and a rate plan of something else sells nothing. */
export function readLine({ itemId, quantity, childAges, ratePlanId }: QuoteLine, shelf: Shelf): ReadLine {
  const item = parseItemId(itemId);
  const stay = item?.kind === 'stay' ? item : null;
  const found = (item && shelf.find(item.unitTypeId, ratePlanId ?? null)) ?? null;
  const sold =
    found && (ratePlanId ?? found.unitType.ratePlanId) === found.unitType.ratePlanId ? found : null;
  return { itemId, quantity, childAges: childAges ?? [], stay, sold };
}

/** Whether the line names a stay the storefront sells. */
export const isKnown = <Line extends ReadLine>(line: Line): line is Line & KnownLine =>
  line.stay !== null && line.sold !== null;

/** Whether a number of units makes sense: 1 to `MAX_UNITS`. */
export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_UNITS;

/** Whether a line has a price in a checkout in `currency`: its item exists there and its nights are on the calendar. */
export function isPriceable(line: ReadLine, currency: string): line is KnownLine {
  return (
    isKnown(line) &&
    isQuantity(line.quantity) &&
    line.sold.property.currency === currency &&
    coversStay(line.sold.calendar, daysOf(line.stay))
  );
}

/** The accommodation of a line, before taxes. */
export function priceLine(line: ReadLine, currency: string): PricedLine {
  const priceable = isPriceable(line, currency) ? line : null;
  const { base, discount, subtotal } = (priceable && priceOf(priceStay, priceable)) ?? UNPRICED;
  const nightly = priceable && priceOf(nightlyPrices, priceable);
  return { ...line, base, nightly, discount, subtotal, tax: 0, total: subtotal };
}

const UNPRICED: StayPrice = { base: 0, discount: 0, subtotal: 0 };

const priceOf = <Price>(
  price: (sold: Sellable, stay: StayDays, party: Party, units: number) => Price,
  { sold, stay, quantity }: KnownLine,
): Price => price(sold, daysOf(stay), stay, quantity);

/** The epoch days of a stay. */
export function daysOf({ checkIn, checkOut }: Pick<StayItem, 'checkIn' | 'checkOut'>): StayDays {
  return { checkIn: epochDayOf(checkIn), checkOut: epochDayOf(checkOut) };
}
