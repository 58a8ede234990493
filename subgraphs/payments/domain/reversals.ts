import type { Minor } from '#kit/money.ts';
import { isFailed, type RefundStatus } from './refunds.ts';

/** A dispute's or outside refund's states; `StatementReversalStatus` in the SDL. */
export const REVERSAL_STATUSES = [
  'disputed',
  'dispute_won',
  'dispute_lost',
  'refunded',
  'refund_failed',
] as const;
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number];

/** Maximum number of disputes and refunds per payment. */
export const MOST_REVERSALS = 50;

/** Allowed moves after the first report. A dispute or refund can begin in any state, because reports arrive in any order. */
const MOVES: Readonly<Record<ReversalStatus, readonly ReversalStatus[]>> = {
  disputed: ['dispute_won', 'dispute_lost'],
  dispute_won: [],
  dispute_lost: [],
  refunded: ['refund_failed'],
  refund_failed: [],
};

/** A dispute or refund as reported. */
export interface Reported {
  readonly status: ReversalStatus;
  readonly amount: Minor;
}

/**
 * Decides on a report: apply it, accept it without a change, or refuse it. The first outcome stays. An open dispute's
 * amount can change.
 */
export function decideReversal(known: Reported | null, report: Reported): 'make' | 'keep' | 'refuse' {
  if (known === null) return 'make';
  if (report.status === known.status) {
    return report.status === 'disputed' && report.amount !== known.amount ? 'make' : 'keep';
  }
  // The earlier state, reported late.
  if (MOVES[report.status].includes(known.status)) return 'keep';
  return MOVES[known.status].includes(report.status) ? 'make' : 'refuse';
}

/** Returns the amount that disputes and outside refunds took back: at most the payment. */
const takenBack = (paid: Minor, reversals: readonly Reported[]): Minor =>
  Math.min(
    paid,
    reversals.reduce(
      (sum, { status, amount }) => (status === 'dispute_lost' || status === 'refunded' ? sum + amount : sum),
      0,
    ),
  );

/** A refund of a statement's payment. */
export interface StatementRefund {
  readonly status: RefundStatus;
  readonly amount: Minor;
  /** Part that an operator paid back by hand; null if none did. */
  readonly paidBackAmount: Minor | null;
}

/** A payment after its disputes and refunds. */
export interface Reversed {
  /** Amount taken back from the statement. */
  readonly reversed: Minor;
  /** Failed refunds' parts that aren't paid back yet, in the refunds' order. */
  readonly left: readonly Minor[];
}

/**
 * Divides what was taken back from a payment: it first pays back failed refunds, which operators are asked to make at the
 * provider or by hand, and the rest comes from what paid the statement.
 */
export function divideReversed(
  paid: Minor,
  reversals: readonly Reported[],
  refunds: readonly StatementRefund[],
): Reversed {
  let rest = takenBack(paid, reversals);
  const left = refunds.map((refund) => {
    const failed = isFailed(refund.status) ? refund.amount - (refund.paidBackAmount ?? 0) : 0;
    const covered = Math.min(rest, failed);
    rest -= covered;
    return failed - covered;
  });
  return { reversed: rest, left };
}
