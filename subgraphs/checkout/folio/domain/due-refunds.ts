import type { Minor } from '#kit/money.ts';
import type { Booking, FolioEntry } from '../../store/entities.ts';
import { isDisputed, lostTo } from './disputes.ts';
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

type Entry = Refund & Pick<FolioEntry, 'method' | 'disputeAmount' | 'disputeStatus'>;

/** An app's payment, and the part of a refund that it pays back. */
interface RefundPart<E> {
  readonly payment: E;
  readonly amount: Minor;
}

/** Returns how much of an app's payment its app could still refund: nothing while its dispute is open. */
function leftOf(entries: readonly Entry[], payment: Entry): Minor {
  if (isDisputed(payment)) return 0;
  const refunds = acceptedRefunds(entries).filter((one) => one.paymentSessionId === payment.paymentSessionId);
  return Math.max(0, payment.amount - lostTo(payment) - claimed(refunds));
}

/**
 * Divides a refund between the app payments that can pay it back: the latest one that covers it or, if none does, as
 * many as it takes, latest first. Leaves out money paid otherwise.
 */
export function refundParts<E extends Entry>(entries: readonly E[], amount: Minor): readonly RefundPart<E>[] {
  const payments = entries
    .filter((one) => one.entry === 'payment' && one.accepted && one.paymentSessionId !== null)
    .map((payment) => ({ payment, left: leftOf(entries, payment) }))
    .reverse();
  const whole = payments.find(({ left }) => left >= amount);
  if (whole) return [{ payment: whole.payment, amount }];
  let rest = amount;
  const parts = payments.map(({ payment, left }) => {
    const part = Math.min(left, rest);
    rest -= part;
    return { payment, amount: part };
  });
  return parts.filter((part) => part.amount > 0);
}
