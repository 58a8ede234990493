import { nightsBetween } from '#kit/dates.ts';
import { divideHalfAwayFromZero, type Minor } from '#kit/money.ts';
import type { Booking, ChosenExtra, Quote } from '../../store/entities.ts';
import { openCharges, type Reversible } from './reversals.ts';

/** A property's optional fee, priced for a stay. */
export type OfferedExtra = Quote['extras'][number];

/** Extras offered with a quote; quotes from before extras existed lack the field. */
export const extrasIn = ({ extras }: Partial<Pick<Quote, 'extras'>>): readonly OfferedExtra[] => extras ?? [];

/** An extra as its guest sees it. */
export interface GuestExtra extends Pick<OfferedExtra, 'id' | 'name' | 'price' | 'total'> {
  /** How many can still be added. */
  readonly max: number;
}

/** Extras that a guest can add, and the fingerprint of all prices. */
export interface GuestExtras {
  readonly nodes: readonly GuestExtra[];
  readonly fingerprint: string;
}

export const NO_EXTRAS: GuestExtras = { nodes: [], fingerprint: '' };

/** Returns the extras that a guest can still add to what a folio charges. */
export function guestExtras(
  offered: readonly OfferedExtra[],
  charges: readonly Reversible[] = [],
): GuestExtras {
  const open = openCharges(charges);
  const all = offered.map(({ id, name, price, total, max }) => {
    const chosen = open.filter(({ feeId }) => String(feeId) === id);
    return {
      id,
      name,
      price,
      total,
      max: max - chosen.reduce((sum, { quantity = 1 }) => sum + quantity, 0),
    };
  });
  return {
    nodes: all.filter(({ max }) => max > 0),
    fingerprint: all.map(({ id, total }) => `${id}:${total}`).join(),
  };
}

/** The first choice that can't be added, and why. */
export interface RefusedExtra {
  readonly refusal: 'unavailable' | 'too_many';
  readonly extraId: string;
}

/** Returns the first choice that can't be added; null if all can. */
export function refusedExtra(
  chosen: readonly ChosenExtra[],
  { nodes }: GuestExtras,
  offered: readonly OfferedExtra[],
): RefusedExtra | null {
  const quantities = new Map<string, number>();
  for (const { id, quantity } of chosen) quantities.set(id, (quantities.get(id) ?? 0) + quantity);
  for (const [extraId, quantity] of quantities) {
    if (!offered.some(({ id }) => id === extraId)) return { refusal: 'unavailable', extraId };
    const left = nodes.find(({ id }) => id === extraId)?.max ?? 0;
    if (quantity < 1 || quantity > left) return { refusal: 'too_many', extraId };
  }
  return null;
}

/** A stay's dates and counts that an extra's price depends on. */
export interface ExtraStay {
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
  readonly units: number;
  readonly guests: number;
}

type Dates = Pick<Booking, 'checkIn' | 'checkOut' | 'adults' | 'children'>;

/** Returns a booking's stay, as its extras depend on it. */
export const extraStayOf = ({
  checkIn,
  checkOut,
  lines,
  adults,
  children,
}: Dates & { readonly lines: readonly { readonly quantity: number }[] }): ExtraStay => ({
  checkIn,
  checkOut,
  units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  guests: adults + children,
});

type Basis = Pick<OfferedExtra, 'basis' | 'amount' | 'validFrom' | 'validUntil'>;

/**
 * Returns a chosen extra's amount after its stay changes. What's kept costs what it was sold for; added nights, guests
 * and units cost the current price; what's dropped isn't charged.
 */
export function changedAmount(
  sold: { readonly amount: Minor; readonly quantity: number },
  extra: Basis,
  before: ExtraStay,
  after: ExtraStay,
): Minor {
  const had = timesOf(extra, before);
  const kept = timesOf(extra, overlap(before, after));
  if (had === 0) return sold.amount;
  const share = divideHalfAwayFromZero(BigInt(sold.amount) * BigInt(kept), BigInt(had));
  return Number(share) + extra.amount * sold.quantity * (timesOf(extra, after) - kept);
}

/** How often an extra is charged for a stay. */
function timesOf(extra: Basis, { checkIn, checkOut, units, guests }: ExtraStay): number {
  const from = max(checkIn, extra.validFrom ?? checkIn);
  const until = min(checkOut, extra.validUntil === null ? checkOut : dayAfter(extra.validUntil));
  const nights =
    from < until ? nightsBetween(Temporal.PlainDate.from(from), Temporal.PlainDate.from(until)) : 0;
  switch (extra.basis) {
    case 'per_stay':
      return 1;
    case 'per_unit_per_stay':
      return units;
    case 'per_night':
      return nights;
    case 'per_guest_per_night':
      return nights * guests;
  }
}

/** Returns what both stays have. */
function overlap(before: ExtraStay, after: ExtraStay): ExtraStay {
  const checkIn = max(before.checkIn, after.checkIn);
  return {
    checkIn,
    checkOut: max(checkIn, min(before.checkOut, after.checkOut)),
    units: Math.min(before.units, after.units),
    guests: Math.min(before.guests, after.guests),
  };
}

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();
const max = (a: string, b: string): string => (a > b ? a : b);
const min = (a: string, b: string): string => (a < b ? a : b);
