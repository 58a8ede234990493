import type { Minor } from '#kit/money.ts';
import type { Booking, FolioEntry } from '../../store/entities.ts';
import { isDisputed, lostTo } from './disputes.ts';
import { claimed, folioTotal } from './folio-sums.ts';

type Refund = Pick<
  FolioEntry,
  'entry' | 'status' | 'amount' | 'accepted' | 'paymentSessionId' | 'refundSessionId'
>;

/** True for a due refund that hasn't been requested from an app: it follows the folio. */
export const isUnclaimed = ({ entry, status, refundSessionId }: Refund): boolean =>
  entry === 'refund' && status === 'due' && refundSessionId === null;

/** Lists completed and pending refunds of accepted payments, without the due refund that follows the folio. */
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
 * Returns the amount owed to a booking's guest, less completed and requested refunds: at most the amount paid. For an
 * active booking, 0 unless a change left it overpaid (`isOverpaid`); 0 for a booking cancelled without cancellation
 * terms, because its host decides.
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

/** Part of a refund that a payment's app can make. */
export interface RefundPart {
  readonly paymentSessionId: string;
  readonly method: string;
  readonly amount: Minor;
}

/**
 * Divides a refund between payments made through apps: the latest payment that covers it or, if none does, as many as
 * needed, latest first. The parts add up to less if the guest also paid otherwise. A payment with an open dispute
 * isn't refunded.
 */
export function refundParts(
  entries: readonly (Refund & Pick<FolioEntry, 'method' | 'disputeAmount' | 'disputeStatus'>)[],
  amount: Minor,
): readonly RefundPart[] {
  const refunds = acceptedRefunds(entries);
  const payments = entries
    .flatMap((one) => {
      const { paymentSessionId, method } = one;
      if (one.entry !== 'payment' || !one.accepted || paymentSessionId === null || isDisputed(one)) return [];
      const made = refunds.filter((refund) => refund.paymentSessionId === paymentSessionId);
      return [
        { paymentSessionId, method: method ?? 'other', amount: one.amount - lostTo(one) - claimed(made) },
      ];
    })
    .reverse();
  const whole = payments.find((payment) => payment.amount >= amount);
  if (whole) return [{ ...whole, amount }];
  let rest = amount;
  const parts = payments.map((payment) => {
    const part = { ...payment, amount: Math.max(0, Math.min(payment.amount, rest)) };
    rest -= part.amount;
    return part;
  });
  return parts.filter((part) => part.amount > 0);
}
