import type { Minor } from '#kit/money.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import {
  type ChargedBefore,
  extrasOf,
  type OfferedExtra,
  type Surcharge,
  type Surcharges,
  surchargesOf,
} from '../../rates/domain/fees-and-taxes.ts';
import { divideTotal, priceAt } from './agreed-price.ts';
import { daysBefore } from './changed-stay.ts';
import { type PaymentSchedule, paidAtOnce, paymentSchedule } from './payment-schedule.ts';
import { type Problem, problemsOf } from './problems.ts';
import {
  daysOf,
  isKnown,
  isPriceable,
  type KnownLine,
  ownUnits,
  type PricedLine,
  priceLine,
  type QuoteLine,
  readLine,
  type Shelf,
} from './quoted-line.ts';

/** A line in the bill, in minor units; a discount is negative. */
export interface Entry {
  readonly kind: 'subtotal' | 'discount' | 'fee' | 'tax';
  readonly label: string;
  readonly amount: Minor;
}

/** A priced checkout: `entries` sum exactly to `total`, and so do the lines' totals and the fees. */
export interface Quote {
  readonly currency: string;
  readonly timeZone: string;
  readonly lines: readonly PricedLine[];
  readonly entries: readonly Entry[];
  readonly total: Minor;
  /** Fees and taxes paid at the property: in neither `entries` nor `total`. */
  readonly dueAtProperty: readonly Pick<Entry, 'label' | 'amount'>[];
  readonly payment: PaymentSchedule;
  /** Extras that guests can add to the first priced stay. */
  readonly extras: readonly OfferedExtra[];
  readonly problems: readonly Problem[];
}

/**
 * Prices a checkout's lines together and finds the problems (docs/interface/checkout.md#totals;
 * docs/interface/catalog.md#price). The first known line sets the currency; a line in another currency isn't
 * priced. Throws RangeError if the total isn't a safe integer.
 */
export function quoteStays(requested: readonly QuoteLine[], shelf: Shelf): Quote {
  const own = ownUnits(requested);
  const read = requested.map((line) => readLine(line, shelf, own));
  const { currency, timeZone } = read.find(isKnown)?.sold.property ?? shelf.fallback;
  const { lines, surcharges } = addSurcharges(
    read.map((line) => priceLine(line, currency)),
    currency,
  );
  const entries = entriesOf(lines, surcharges);
  const total = sum(entries.map(({ amount }) => amount));
  if (!Number.isSafeInteger(total)) throw new RangeError("A quote's total exceeds the safe integers.");
  const dueAtProperty = surcharges.flatMap(({ fees, taxes }) =>
    [...fees, ...taxes].filter(isDueThere).map(({ name, amount }) => ({ label: name, amount })),
  );
  const payment = paymentOf(total, lines, shelf);
  const problems = problemsOf(read, currency, shelf);
  const extras = extrasOnOffer(lines, currency);
  return { currency, timeZone, lines, entries, total, dueAtProperty, payment, extras, problems };
}

/** Prices the first priced stay's extras for all its lines. */
function extrasOnOffer(lines: readonly PricedLine[], currency: string): readonly OfferedExtra[] {
  const priceable = lines.flatMap((line) => (isPriceable(line, currency) ? [line] : []));
  const [first] = priceable;
  if (!first) return [];
  const stay = priceable.filter((line) => stayKey(line) === stayKey(first));
  const units = sum(stay.map(({ quantity }) => quantity));
  const guests = sum(stay.map(({ stay: { adults, children } }) => adults + children));
  return extrasOf(first.sold.property, daysOf(first.stay), { units, guests });
}

/**
 * The amounts due for the total, and when; everything is due now if no line is priced. A checkout's lines
 * have the same dates.
 */
function paymentOf(total: Minor, lines: readonly PricedLine[], shelf: Shelf): PaymentSchedule {
  const known = lines.filter(isKnown).filter(({ nightly }) => nightly !== null);
  const [first] = known;
  if (!first) return paidAtOnce(total);
  const scheduled = known.map(({ subtotal, sold }) => ({ subtotal, payment: sold.unitType.payment }));
  const bookedOn = dateOfEpochDay(shelf.todayIn(first.sold.property.timeZone)).toString();
  return paymentSchedule(total, scheduled, { checkIn: first.stay.checkIn.toString(), bookedOn });
}

const isDueNow = ({ collect }: Surcharge): boolean => collect === 'booking';
const isDueThere = (surcharge: Surcharge): boolean => !isDueNow(surcharge);

/** Adds fees and taxes stay by stay: a stay is all lines at one property with the same dates. */
function addSurcharges(priced: readonly PricedLine[], currency: string) {
  const lines = [...priced];
  const surcharges: Surcharges[] = [];
  const priceable = [...priced.entries()].flatMap(([index, line]) =>
    isPriceable(line, currency) ? [{ index, line }] : [],
  );
  for (const stay of Map.groupBy(priceable, ({ line }) => stayKey(line)).values()) {
    const { lines: own, added } = surchargedStay(stay.map(({ line }) => line));
    surcharges.push(added);
    for (const [position, { index }] of stay.entries()) {
      const line = own[position];
      if (!line) continue;
      const tax = sum(added.taxes.filter(isDueNow).map(({ perLine }) => perLine[position] ?? 0));
      const droppedFees = position === 0 ? added.droppedFees : 0;
      lines[index] = { ...line, tax, droppedFees, total: line.subtotal + tax };
    }
  }
  return { lines, surcharges };
}

const stayKey = ({ sold, stay }: KnownLine) => `${sold.property.id} ${stay.checkIn} ${stay.checkOut}`;

/** Adds a stay's surcharges; for an agreed total, also finds its accommodation. */
function surchargedStay(lines: readonly (KnownLine & PricedLine)[]) {
  const [line] = lines;
  const total = line?.price?.total;
  if (!line || total == null || lines.length > 1) return { lines, added: surchargesOfStay(lines) };
  const at = (nightly: readonly Minor[]) => ({ ...line, ...priceAt(nightly) });
  const { nightly, surcharged } = divideTotal(
    total,
    line.nightly ?? [],
    (prices) => surchargesOfStay([at(prices)]),
    ({ fees, taxes }) => sum([...fees, ...taxes].filter(isDueNow).map(({ amount }) => amount)),
  );
  return { lines: [at(nightly)], added: surcharged };
}

function surchargesOfStay(lines: readonly (KnownLine & PricedLine)[]): Surcharges {
  const [first] = lines;
  if (first === undefined) return { fees: [], taxes: [], droppedFees: 0 };
  const charged = lines.map(({ subtotal, quantity, stay, nightly, net }) => ({
    accommodation: subtotal,
    units: quantity,
    adults: stay.adults,
    guests: stay.adults + stay.children,
    nightly: () => net ?? nightly,
  }));
  const { property } = first.sold;
  return surchargesOf(property, daysOf(first.stay), charged, chargedBefore(lines));
}

/** Returns what was charged for the booked stay that all lines change; null if a line is new. */
function chargedBefore(lines: readonly KnownLine[]): ChargedBefore | null {
  const before = lines.flatMap((line) => line.before ?? []);
  const [first] = before;
  if (!first || before.length < lines.length) return null;
  return {
    stay: daysBefore(first),
    units: sum(lines.map(({ quantity }) => quantity)),
    guests: sum(before.map(({ adults, children }) => adults + children)),
    fees: before.flatMap(({ fees }) => fees),
    dropped: before.find(({ dropped }) => dropped)?.dropped ?? null,
  };
}

function entriesOf(lines: readonly PricedLine[], surcharges: readonly Surcharges[]): Entry[] {
  const discount = sum(lines.map((line) => line.discount));
  const entry = (kind: Entry['kind'], label: string, amount: Minor): Entry => ({ kind, label, amount });
  return [
    entry('subtotal', 'Accommodation', sum(lines.map((line) => line.base))),
    ...(discount > 0 ? [entry('discount', 'Length-of-stay discount', -discount)] : []),
    ...surcharges.flatMap(({ fees }) =>
      fees.filter(isDueNow).map(({ name, amount }) => entry('fee', name, amount)),
    ),
    ...surcharges.flatMap(({ taxes }) =>
      taxes.filter(isDueNow).map(({ name, amount }) => entry('tax', name, amount)),
    ),
  ];
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
