import { allocate, type Minor, thousandthsOf } from '#kit/money.ts';
import type { EpochDay, StayDays } from '../../domain/calendar.ts';
import type { Charge, Extra, Fee, FeeBasis, PropertyTerms, Tax, Validity } from './terms.ts';

/** The basis for a property's charges on a line: its discounted accommodation, and the counts that fees use. */
export interface Charged {
  readonly accommodation: Minor;
  readonly units: number;
  readonly adults: number;
  readonly guests: number;
  /** Each night's part of the accommodation; null if unknown, which means equal parts. */
  readonly nightly: () => readonly Minor[] | null;
}

/** A fee as it was charged. Only its label is known: the host may have changed or archived it since. */
export interface SoldFee {
  readonly label: string;
  readonly amount: Minor;
}

/** A booked line that a change cancels. */
export interface DroppedLine {
  readonly units: number;
  readonly guests: number;
}

/** The stay that a changed stay replaces, as it was charged. */
export interface ChargedBefore {
  readonly stay: StayDays;
  /** Units and guests before the change, without those of a cancelled line. */
  readonly units: number;
  readonly guests: number;
  readonly fees: readonly SoldFee[];
  /** Null if no line is cancelled. */
  readonly dropped: DroppedLine | null;
}

/** A stay's fee or added tax, in minor units. */
export interface Surcharge extends Pick<Charge, 'id' | 'name' | 'collect'> {
  readonly amount: Minor;
}

/** An added tax with the part that falls on each line; the parts sum to `amount`. */
export interface AddedTax extends Surcharge {
  readonly perLine: readonly Minor[];
}

/** Surcharges on a stay's accommodation, collected with the booking or at the property. */
export interface Surcharges {
  readonly fees: readonly Surcharge[];
  readonly taxes: readonly AddedTax[];
  /** Sold fees for nights, or a line, that a change drops; 0 for a new stay. */
  readonly droppedFees: Minor;
}

/** The quantities that a fee is multiplied by, per stay or per night. */
const TIMES: Record<FeeBasis, { readonly each: 'stay' | 'night'; readonly of: 'one' | 'units' | 'guests' }> =
  {
    per_stay: { each: 'stay', of: 'one' },
    per_night: { each: 'night', of: 'one' },
    per_unit_per_stay: { each: 'stay', of: 'units' },
    per_guest_per_night: { each: 'night', of: 'guests' },
  };

/**
 * Fees and added taxes for one stay: all checkout lines at one property with the same dates, so a per-stay or
 * per-night fee is charged once, regardless of how many lines the units are on
 * (docs/interface/catalog.md#fees-and-taxes). Excludes inclusive taxes, and charges that don't apply to any
 * of the nights. Each tax is rounded half away from zero once, then divided among the lines by largest
 * remainder.
 *
 * For a changed stay, fees follow its nights: nightly fees for kept nights and fees per stay remain as charged
 * before, and only added nights are charged a nightly fee at the current amount. A cancelled line takes with it its
 * units' part of a fee per unit and its guests' part of a fee per guest; other fees remain with the lines that are left.
 */
export function surchargesOf(
  { fees, taxes }: Pick<PropertyTerms, 'fees' | 'taxes'>,
  stay: StayDays,
  lines: readonly Charged[],
  before: ChargedBefore | null = null,
): Surcharges {
  const counts = {
    one: 1,
    units: sum(lines.map((line) => line.units)),
    guests: sum(lines.map((line) => line.guests)),
  };
  const kept = before && keptFees(fees, stay, counts, before);
  /** A fee's amount for the nights that `also` covers. */
  const amountOf = (fee: Fee, ...also: readonly Validity[]): Minor => {
    const perNight = kept?.perNight.get(fee);
    if (perNight) {
      const covered = nightsOf(stay, ...also);
      return sum(perNight.slice(covered.checkIn - stay.checkIn, covered.checkOut - stay.checkIn));
    }
    return feeAmount(fee, stay, counts, ...also);
  };
  const charged = kept
    ? fees.filter((fee) => (kept.perNight.has(fee) ? amountOf(fee) !== 0 : appliesTo(fee, stay)))
    : fees.filter((fee) => appliesTo(fee, stay));
  return {
    droppedFees: kept?.dropped ?? 0,
    fees: [...charged.map((fee) => ({ ...named(fee), amount: amountOf(fee) })), ...(kept?.unknown ?? [])],
    taxes: taxes
      .filter((tax) => !tax.inclusive)
      .map((tax) => ({ ...tax, ...taxedNights(tax, stay) }))
      .filter((tax) => appliesTo(tax, stay))
      .map((tax) => {
        const taxedFees = sum(fees.filter(({ taxable }) => taxable).map((fee) => amountOf(fee, tax)));
        const { amount, shares } = levy(tax, stay, lines, taxedFees);
        return { ...named(tax), amount, perLine: allocate(amount, shares) };
      }),
  };
}

/** Numbers that fees are multiplied by. */
type Counts = Readonly<Record<(typeof TIMES)[FeeBasis]['of'], number>>;

/** A fee's amount for the nights that `also` covers, at its current amount. */
function feeAmount(fee: Fee, stay: StayDays, counts: Counts, ...also: readonly Validity[]): Minor {
  const { each, of } = TIMES[fee.basis];
  const nights = nightsOf(stay, fee, ...also);
  const times = each === 'night' ? nights.checkOut - nights.checkIn : Number(nights.checkIn === stay.checkIn);
  return fee.amount * counts[of] * times;
}

/** An extra with its price for a stay, and the percentage taxes that apply to it. */
export interface OfferedExtra extends Extra {
  readonly price: Minor;
  /** `price` with the taxes added to it. */
  readonly total: Minor;
  readonly taxes: readonly PercentTax[];
}

type PercentTax = Extract<Tax, { readonly kind: 'percent' }>;

/** Prices the extras that apply to a stay, each for one of it. A fee has the check-in night's taxes. */
export function extrasOf(
  { extras, taxes }: Pick<PropertyTerms, 'extras' | 'taxes'>,
  stay: StayDays,
  { units, guests }: Pick<Charged, 'units' | 'guests'>,
): readonly OfferedExtra[] {
  const firstNight = { checkIn: stay.checkIn, checkOut: stay.checkIn + 1 };
  const levied = taxes.filter((tax) => tax.kind === 'percent').filter((tax) => appliesTo(tax, firstNight));
  return extras
    .filter((extra) => appliesTo(extra, stay))
    .map((extra) => {
      const price = feeAmount(extra, stay, { one: 1, units, guests });
      const levying = extra.taxable ? levied : [];
      const added = levying.filter(({ inclusive }) => !inclusive);
      const total = added.reduce((sum, { rate }) => sum + thousandthsOf(price, rate), price);
      return { ...extra, price, total, taxes: levying };
    });
}

/**
 * Divides the fees of a changed stay by night. A sold fee that no longer exists stays with the booking. A fee
 * that the host added since then applies to added nights only, or to the whole stay if no night is kept.
 */
function keptFees(fees: readonly Fee[], stay: StayDays, counts: Counts, before: ChargedBefore) {
  const was = before.stay;
  const nights = Array.from({ length: stay.checkOut - stay.checkIn }, (_, place) => stay.checkIn + place);
  const keepsNights = nights.some((night) => isNight(was, night));
  const unmatched = [...before.fees];
  const perNight = new Map<Fee, readonly Minor[]>();
  let dropped = 0;
  for (const fee of fees.filter(({ collect }) => collect === 'booking')) {
    const { each, of } = TIMES[fee.basis];
    const place = unmatched.findIndex(({ label }) => label === fee.name);
    const [sold] = place < 0 ? [] : unmatched.splice(place, 1);
    const covers = (night: EpochDay) => appliesTo(fee, { checkIn: night, checkOut: night + 1 });
    const [left, gone] = sold ? partsOf(sold.amount, of, before) : [null, 0];
    dropped += gone;
    if (each === 'stay') {
      const once = left ?? (keepsNights || !appliesTo(fee, stay) ? 0 : fee.amount * counts[of]);
      perNight.set(
        fee,
        nights.map((_, first) => (first === 0 ? once : 0)),
      );
      continue;
    }
    const charged = left === null ? [] : perSoldNight(left, was, covers);
    const joining = of === 'guests' ? Math.max(0, counts.guests - before.guests) : 0;
    perNight.set(
      fee,
      nights.map((night) => {
        const current = covers(night) ? fee.amount : 0;
        if (!isNight(was, night)) return current * counts[of];
        return (charged[night - was.checkIn] ?? 0) + current * joining;
      }),
    );
    dropped += sum(charged.filter((_, sold) => !isNight(stay, was.checkIn + sold)));
  }
  const unknown = unmatched.map(({ label, amount }) => ({
    id: 0,
    name: label,
    collect: 'booking' as const,
    amount,
  }));
  return { perNight, dropped, unknown };
}

/** Divides a sold fee between the lines that are left and a cancelled line. */
function partsOf(
  amount: Minor,
  of: keyof Counts,
  { dropped, ...kept }: ChargedBefore,
): readonly [left: Minor, gone: Minor] {
  if (of === 'one' || !dropped || dropped[of] === 0) return [amount, 0];
  const [left = amount, gone = 0] = allocate(amount, [kept[of], dropped[of]]);
  return [left, gone];
}

/** Divides a nightly fee over the sold nights to which it applies, or over all of them if it applies to none. */
function perSoldNight(amount: Minor, was: StayDays, covers: (night: EpochDay) => boolean): readonly Minor[] {
  const shares = Array.from({ length: was.checkOut - was.checkIn }, (_, place) =>
    Number(covers(was.checkIn + place)),
  );
  return allocate(amount, shares);
}

const isNight = ({ checkIn, checkOut }: StayDays, night: EpochDay): boolean =>
  night >= checkIn && night < checkOut;

const named = ({ id, name, collect }: Charge) => ({ id, name, collect });

function levy(tax: Tax, stay: StayDays, lines: readonly Charged[], taxedFees: Minor) {
  const nights = nightsOf(stay, tax);
  if (tax.kind === 'percent') {
    const shares = lines.map((line) => accommodationOf(line, stay, nights));
    return { amount: thousandthsOf(sum(shares) + taxedFees, tax.rate), shares };
  }
  const shares = lines.map((line) => (tax.exemptUnderAge === 0 ? line.guests : line.adults));
  return { amount: tax.amount * (nights.checkOut - nights.checkIn) * sum(shares), shares };
}

/**
 * A line's accommodation for some nights. The parts always sum exactly to the line's accommodation,
 * regardless of how the nights are grouped.
 */
function accommodationOf({ accommodation, nightly }: Charged, stay: StayDays, nights: StayDays): Minor {
  const [all, some] = [stay.checkOut - stay.checkIn, nights.checkOut - nights.checkIn];
  if (all === some) return accommodation;
  const perNight = allocate(accommodation, nightly() ?? new Array<number>(all).fill(1));
  return sum(perNight.slice(nights.checkIn - stay.checkIn, nights.checkOut - stay.checkIn));
}

/** A stay's first and last taxed night, from the tax's dates and its number of nights from check-in. */
const taxedNights = ({ validFrom, validUntil, maxNights }: Tax, { checkIn }: StayDays): Validity => {
  const last = maxNights === null ? null : checkIn + maxNights - 1;
  return { validFrom, validUntil: last === null ? validUntil : Math.min(last, validUntil ?? last) };
};

/** A stay's nights within all these validities; none if check-in equals check-out. */
function nightsOf(stay: StayDays, ...validities: readonly Validity[]): StayDays {
  const first = (known: EpochDay, { validFrom }: Validity) => Math.max(known, validFrom ?? known);
  const end = (known: EpochDay, { validUntil }: Validity) => Math.min(known, (validUntil ?? known) + 1);
  const checkIn = validities.reduce(first, stay.checkIn);
  const checkOut = validities.reduce(end, stay.checkOut);
  return checkIn < checkOut ? { checkIn, checkOut } : { checkIn: stay.checkOut, checkOut: stay.checkOut };
}

/** True if a charge applies to any of the stay's nights or, for a per-stay charge, to the first night. */
function appliesTo(charge: Fee | Tax, stay: StayDays): boolean {
  const { checkIn, checkOut } = nightsOf(stay, charge);
  const once = 'basis' in charge && TIMES[charge.basis].each === 'stay';
  return once ? checkIn === stay.checkIn : checkIn < checkOut;
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
