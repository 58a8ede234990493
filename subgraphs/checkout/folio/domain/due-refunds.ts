import type { Minor } from '#kit/money.ts';
import type { Booking, FolioEntry } from '../../store/entities.ts';
import { claimed, folioTotal } from './folio-sums.ts';

type Refund = Pick<
  FolioEntry,
  'entry' | 'status' | 'amount' | 'accepted' | 'paymentSessionId' | 'refundSessionId'
>;

/** True for a due refund that no app was asked for: it follows the folio. */
export const isUnclaimed = ({ entry, status, refundSessionId }: Refund): boolean =>
  entry === 'refund' && status === 'due' && refundSessionId === null;

/**
 * Lists completed and pending refunds, except those of payments that the booking didn't accept, and except the
 * due refund that follows the folio.
 */
export function acceptedRefunds<R extends Refund>(entries: readonly R[]): readonly R[] {
  const isExcess = (id: string | null) =>
    entries.some((one) => one.entry === 'payment' && !one.accepted && one.paymentSessionId === id);
  return entries.filter(
    (one) =>
      one.entry === 'refund' &&
      !isUnclaimed(one) &&
      (one.paymentSessionId === null || !isExcess(one.paymentSessionId)),
  );
}

/**
 * Returns what a booking's guest is owed, less refunds that were made or requested: at most what was paid. For an
 * active booking, 0 unless a change left it overpaid (`isOverpaid`); 0 for one cancelled without cancellation
 * terms, whose host decides.
 */
export function owedBack(
  booking: Pick<Booking, 'status' | 'total' | 'paid' | 'charged' | 'refundDue'>,
  entries: readonly Refund[],
  { isOverpaid = false }: { readonly isOverpaid?: boolean } = {},
): Minor {
  const { status, paid, refundDue } = booking;
  if (status === 'cancelled' && refundDue === null) return 0;
  if (status !== 'cancelled' && status !== 'released' && !isOverpaid) return 0;
  const owed = Math.min(paid, paid - folioTotal(booking));
  return Math.max(0, owed - claimed(acceptedRefunds(entries)));
}
