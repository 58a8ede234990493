import type { Booking, FolioEntry } from '../../store/entities.ts';
import type { ChargeKind } from './entry-kinds.ts';
import { folioTotal, type SummedBooking } from './folio-sums.ts';

/** Booking fields from which a folio without stored entries is derived. */
export type FolioBooking = SummedBooking &
  Pick<Booking, 'id' | 'teamId' | 'totals' | 'checkIn' | 'timeZone' | 'currency' | 'createdAt' | 'charged'>;

/** An entry before it's stored, without fields that don't apply to it. */
export type NewEntry = Pick<FolioEntry, 'id' | 'entry' | 'amount'> & Partial<FolioEntry>;

const KINDS = {
  subtotal: 'accommodation',
  discount: 'discount',
  fee: 'fee',
  tax: 'tax',
} as const satisfies Readonly<Record<string, ChargeKind>>;

/**
 * Returns the charges of a booking that has none stored: its price at the time of sale, or the cancellation
 * fee charged by an earlier release. They add up to exactly `folioTotal`.
 */
export function derivedCharges(booking: FolioBooking): readonly NewEntry[] {
  const { id, status, checkIn } = booking;
  const due = folioTotal(booking);
  if (status === 'released') return [];
  if (status === 'cancelled') {
    return due === 0 ? [] : [charge(`${id}-fee`, 'cancellation', 'Cancellation', due, checkIn)];
  }
  return soldCharges(booking);
}

/** Returns a price's entries as charges, which add up to its total. */
export function soldCharges({
  id,
  totals,
  total,
  checkIn,
}: Pick<FolioBooking, 'id' | 'totals' | 'total' | 'checkIn'>): readonly NewEntry[] {
  const entries = totals.slice(0, -1).filter(({ amount }) => amount !== 0);
  const sold = entries.length > 0 ? entries : total === 0 ? [] : [{ label: 'Accommodation', amount: total }];
  const charges = sold.map((entry, place) => ({
    ...charge(`${id}-c${place + 1}`, kindOf(entry, place), entry.label, entry.amount, checkIn),
    sold: true,
  }));
  const missing = total - charges.reduce((sum, { amount }) => sum + amount, 0);
  return missing === 0
    ? charges
    : [...charges, { ...charge(`${id}-c0`, 'adjustment', 'Difference', missing, checkIn), sold: true }];
}

/** In entries stored before kinds were recorded, accommodation comes first. */
function kindOf(entry: Booking['totals'][number], place: number): ChargeKind {
  if (entry.kind && entry.kind !== 'total') return KINDS[entry.kind];
  if (entry.amount < 0) return 'discount';
  return place === 0 ? 'accommodation' : 'fee';
}

const charge = (id: string, kind: ChargeKind, name: string, amount: number, date: string): NewEntry => ({
  id,
  entry: 'charge',
  kind,
  name,
  amount,
  date,
});

/**
 * Returns the payment for the part of a booking's `paid` that isn't itemized: paid elsewhere, collected by a
 * channel, or recorded by an earlier release. Null if the stored payments cover everything.
 */
export function derivedPayment(
  { id, paid, createdAt }: Pick<FolioBooking, 'id' | 'paid' | 'createdAt'>,
  stored: readonly Pick<FolioEntry, 'id' | 'entry' | 'amount' | 'accepted'>[],
): NewEntry | null {
  const payments = stored.filter(({ entry, accepted }) => entry === 'payment' && accepted);
  const amount = paid - payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (amount === 0) return null;
  const earlier = payments.filter((payment) => payment.id.startsWith(`${id}-paid`)).length;
  return {
    id: `${id}-paid${earlier === 0 ? '' : earlier + 1}`,
    entry: 'payment',
    method: 'other',
    amount,
    receivedAt: new Date(createdAt),
  };
}
