import type { FolioEntry } from '../../store/entities.ts';
import { lostTo } from './disputes.ts';
import { claimed } from './folio-sums.ts';

/** A refund to record or reserve. */
export interface Claim {
  readonly amount: number;
  /** The payment to refund; null for any. */
  readonly paymentSessionId: string | null;
  /** True for a new refund session, which can't complete another session's due refund. */
  readonly isSession?: boolean;
}

/** For a refund that fits, the due refund that it completes, if any; otherwise, the amount still refundable. */
export type ClaimResult = { readonly due: FolioEntry | null } | { readonly left: number };

/**
 * Decides whether a refund fits: refunds that are paid out, requested or due never exceed what was paid,
 * neither in total nor for a single payment session. A due refund is settled by the next refund of the same
 * payment, so it isn't counted twice. Only a person completes a session's due refund.
 */
export function claimRefund(
  entries: readonly FolioEntry[],
  paid: number,
  { amount, paymentSessionId, isSession = false }: Claim,
): ClaimResult {
  const refunds = entries.filter(({ entry }) => entry === 'refund');
  const payment = entries.find((one) => one.entry === 'payment' && one.paymentSessionId === paymentSessionId);
  const isExcess = paymentSessionId !== null && payment?.accepted === false;
  const due = isExcess
    ? null
    : (refunds.find(
        (one) => completes(one, paymentSessionId) && !(isSession && one.refundSessionId !== null),
      ) ?? null);
  const counted = refunds.filter((one) => one !== due);
  const left = paid - claimed(counted);
  const leftOfPayment =
    paymentSessionId !== null && payment
      ? payment.amount -
        lostTo(payment) -
        claimed(counted.filter((one) => one.paymentSessionId === paymentSessionId))
      : left;
  const most = Math.min(left, leftOfPayment);
  return amount <= most ? { due } : { left: most };
}

const completes = ({ status, paymentSessionId }: FolioEntry, wanted: string | null): boolean =>
  status === 'due' && (wanted === null || paymentSessionId === null || paymentSessionId === wanted);
