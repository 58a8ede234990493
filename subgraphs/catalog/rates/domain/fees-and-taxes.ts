import { allocate, type Minor, thousandthsOf } from '#kit/money.ts';
import type { EpochDay, StayDays } from '../../domain/calendar.ts';
import type { Charge, Fee, FeeBasis, PropertyTerms, Tax, Validity } from './terms.ts';

/** The basis for a property's charges on a line: its discounted accommodation, and the counts that fees use. */
export interface Charged {
  readonly accommodation: Minor;
  readonly units: number;
  readonly adults: number;
  readonly guests: number;
  /** Each night's part of the accommodation; null if unknown, which means equal parts. */
  readonly nightly: () => readonly Minor[] | null;
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
 */
export function surchargesOf(
  { fees, taxes }: Pick<PropertyTerms, 'fees' | 'taxes'>,
  stay: StayDays,
  lines: readonly Charged[],
): Surcharges {
  const counts = {
    one: 1,
    units: sum(lines.map((line) => line.units)),
    guests: sum(lines.map((line) => line.guests)),
  };
  /** A fee's amount for the nights that `also` covers. */
  const amountOf = (fee: Fee, ...also: readonly Validity[]): Minor => {
    const { each, of } = TIMES[fee.basis];
    const nights = nightsOf(stay, fee, ...also);
    const times =
      each === 'night' ? nights.checkOut - nights.checkIn : Number(nights.checkIn === stay.checkIn);
    return fee.amount * counts[of] * times;
  };
  return {
    fees: fees.filter((fee) => appliesTo(fee, stay)).map((fee) => ({ ...named(fee), amount: amountOf(fee) })),
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
