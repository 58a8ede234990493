import type { Minor } from '#kit/money.ts';
import type { Booking } from '../../store/entities.ts';
import type { RefundStatus } from './entry-kinds.ts';

/** Booking fields that determine its folio's sums. */
export type SummedBooking = Pick<Booking, 'status' | 'total' | 'paid' | 'refundDue'> &
  Partial<Pick<Booking, 'charged' | 'excessPaid' | 'refunded'>>;

/** A folio's sums in minor units: `total - paid + refunded = balance`. */
export interface FolioSums {
  readonly total: Minor;
  readonly paid: Minor;
  readonly refunded: Minor;
  readonly balance: Minor;
}

/**
 * Returns the total of a folio's charges. A booking whose charges were never edited owes its price or, if it
 * was cancelled by an earlier release, what wasn't due back. A released booking owes nothing. SQL twin:
 * `FOLIO_TOTAL`.
 */
export function folioTotal({ status, total, paid, refundDue, charged }: SummedBooking): Minor {
  if (status === 'released') return 0;
  if (charged != null) return charged;
  if (status !== 'cancelled') return total;
  return refundDue === null ? 0 : paid - refundDue;
}

/** Returns a folio's sums; refunds count once they're paid out. */
export function sumsOf(booking: SummedBooking): FolioSums {
  const total = folioTotal(booking);
  const paid = booking.paid + (booking.excessPaid ?? 0);
  const refunded = booking.refunded ?? 0;
  return { total, paid, refunded, balance: total - paid + refunded };
}

/** Total amount that the guest owes for an active booking: its charges, or its price. */
export const owed = ({ total, charged }: Pick<Booking, 'total'> & Partial<Pick<Booking, 'charged'>>): Minor =>
  charged ?? total;

/** Refund fields that count towards the limit. */
export type CountedRefund = { readonly status: RefundStatus | null; readonly amount: Minor };

/** Sums refunds that are paid out, requested or due; failed refunds don't count. */
export const claimed = (refunds: readonly CountedRefund[]): Minor =>
  refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0);
