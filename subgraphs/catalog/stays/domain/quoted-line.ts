import type { Minor } from '#kit/money.ts';
import { MAX_UNITS } from '#schema/limits.ts';
import { coversStay, type EpochDay, epochDayOf, type StayDays } from '../../domain/calendar.ts';
import { nightlyPrices, priceStay, type StayPrice } from '../../rates/domain/pricing.ts';
import type { Party, Sellable } from '../../rates/domain/terms.ts';
import { type AgreedPrice, priceAt } from './agreed-price.ts';
import { type ChangedPrice, priceChange, type StayBefore, withoutOwn } from './changed-stay.ts';
import { parseItemId, type StayItem } from './stay-item.ts';

/** A checkout line: a stay item id as sent by the client, and a number of units. */
export interface QuoteLine {
  readonly itemId: string;
  readonly quantity: number;
  /** Children's ages on the check-in day; undefined or null if unknown. */
  readonly childAges?: readonly number[] | null;
  /** The line's rate plan; the unit type's default if undefined or null. */
  readonly ratePlanId?: string | null;
  /** The booked stay that the line changes; undefined or null for a new stay. */
  readonly before?: StayBefore | null;
  /** The price agreed with the guest; undefined or null for the current price. */
  readonly price?: AgreedPrice | null;
  /** True for a booking agreed elsewhere earlier: its nights before today aren't taken. */
  readonly imported?: boolean | null;
}

/** Inputs to a quote; no other lookups happen while it's built. */
export interface Shelf {
  /**
   * The storefront's unit type on sale under the given plan, or under its default plan; undefined if unknown
   * or inactive.
   */
  readonly find: (unitTypeId: number, ratePlanId: string | null) => Sellable | undefined;
  /** Today's date in a property's time zone. */
  readonly todayIn: (timeZone: string) => EpochDay;
  /** Percentage of a unit type's units that unpaid agent holds can take per night. */
  readonly capPercent: number;
  /** Values from the storefront's first property, used if no line is known. */
  readonly fallback: { readonly currency: string; readonly timeZone: string };
}

/** A parsed line: its stay and product, both null if the storefront sells no such item. */
export interface ReadLine extends QuoteLine {
  readonly stay: StayItem | null;
  readonly sold: Sellable | null;
}

/** A line whose item exists. */
export type KnownLine = ReadLine & { readonly stay: StayItem; readonly sold: Sellable };

/** A line with its price in minor units; all amounts are 0 if it can't be priced. */
export interface PricedLine extends ReadLine, StayPrice {
  /** The line's part of the added taxes. */
  readonly tax: Minor;
  /** `subtotal + tax`. */
  readonly total: Minor;
  /** Each night's part of `base`; null without a price. */
  readonly nightly: readonly Minor[] | null;
  /** Each night's part of `subtotal`, for a line that changes a stay; otherwise null. */
  readonly net: readonly Minor[] | null;
  /** Sold fees for nights, or a line, that a change drops; the first of several lines has the fees of all. */
  readonly droppedFees: Minor;
}

/**
 * Finds a line's item. An id without dates isn't a stay, and a rate plan of another unit type doesn't match
 * an item. `own` are the units of each unit type on the lines that change booked stays.
 */
export function readLine(
  line: QuoteLine,
  shelf: Shelf,
  own: ReadonlyMap<number, number> = new Map(),
): ReadLine {
  const { itemId, quantity, childAges, ratePlanId, before = null, price = null, imported = false } = line;
  const item = parseItemId(itemId);
  const stay = item?.kind === 'stay' ? item : null;
  const found = (item && shelf.find(item.unitTypeId, ratePlanId ?? null)) ?? null;
  const sold =
    found && (ratePlanId ?? found.unitType.ratePlanId) === found.unitType.ratePlanId ? found : null;
  const offered = sold && before ? withoutOwn(sold, before, own.get(sold.unitType.id) ?? quantity) : sold;
  return { itemId, quantity, childAges: childAges ?? [], stay, sold: offered, before, price, imported };
}

/** Returns the units of each unit type on the lines that change booked stays, which are free for these lines. */
export function ownUnits(lines: readonly QuoteLine[]): ReadonlyMap<number, number> {
  const units = new Map<number, number>();
  for (const { itemId, quantity, before } of lines) {
    const item = before ? parseItemId(itemId) : null;
    if (item) units.set(item.unitTypeId, (units.get(item.unitTypeId) ?? 0) + quantity);
  }
  return units;
}

/** True if the line names a stay that the storefront sells. */
export const isKnown = <Line extends ReadLine>(line: Line): line is Line & KnownLine =>
  line.stay !== null && line.sold !== null;

/** True for a valid number of units: 1 to `MAX_UNITS`. */
export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_UNITS;

/**
 * True if a line has a price in a `currency` checkout: its item sells in that currency and its nights are on
 * the calendar, or it was imported with a total.
 */
export function isPriceable(line: ReadLine, currency: string): line is KnownLine {
  return (
    isKnown(line) &&
    isQuantity(line.quantity) &&
    line.sold.property.currency === currency &&
    (isBeyond(line) || coversStay(line.sold.calendar, daysOf(line.stay)))
  );
}

/** True for an imported line with a total and nights that aren't on the calendar: each gets the same share. */
const isBeyond = ({ imported, price, sold, stay }: KnownLine): boolean =>
  Boolean(imported) && price?.total != null && !coversStay(sold.calendar, daysOf(stay));

/** A line's accommodation, before taxes. */
export function priceLine(line: ReadLine, currency: string): PricedLine {
  const priceable = isPriceable(line, currency) ? line : null;
  const changed = priceable?.before ? priceChanged(priceable, priceable.before) : null;
  const agreed = priceable?.price?.nightly ? priceAt(priceable.price.nightly) : null;
  const shared = priceable && isBeyond(priceable) ? priceAt(equalShares(priceable)) : null;
  const known = changed ?? agreed ?? shared;
  const { base, discount, subtotal } = known ?? (priceable && priceOf(priceStay, priceable)) ?? UNPRICED;
  const nightly = known?.nightly ?? (priceable && priceOf(nightlyPrices, priceable));
  const net = changed?.net ?? null;
  return { ...line, base, nightly, net, discount, subtotal, tax: 0, droppedFees: 0, total: subtotal };
}

/** Shares of an agreed total, which replaces them. */
const equalShares = ({ stay }: KnownLine): readonly Minor[] =>
  Array(daysOf(stay).checkOut - daysOf(stay).checkIn).fill(1);

const UNPRICED: StayPrice = { base: 0, discount: 0, subtotal: 0 };

const priceChanged = ({ sold, stay, quantity }: KnownLine, before: StayBefore): ChangedPrice | null =>
  priceChange(sold, { stay: daysOf(stay), party: stay, units: quantity }, before);

const priceOf = <Price>(
  price: (sold: Sellable, stay: StayDays, party: Party, units: number) => Price,
  { sold, stay, quantity }: KnownLine,
): Price => price(sold, daysOf(stay), stay, quantity);

/** The days on which a line takes nights: an imported line, none before today. */
export function takenDays(
  { stay, imported }: Pick<KnownLine, 'stay' | 'imported'>,
  today: EpochDay,
): StayDays {
  const { checkIn, checkOut } = daysOf(stay);
  return { checkIn: imported ? Math.max(checkIn, today) : checkIn, checkOut };
}

/** A stay's epoch days. */
export function daysOf({ checkIn, checkOut }: Pick<StayItem, 'checkIn' | 'checkOut'>): StayDays {
  return { checkIn: epochDayOf(checkIn), checkOut: epochDayOf(checkOut) };
}
