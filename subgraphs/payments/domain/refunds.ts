import type { Minor } from '#kit/money.ts';

/** Refund statuses. */
export const REFUND_STATUSES = ['INITIATED', 'REQUESTED', 'MANUAL', 'RESOLVED', 'REJECTED'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** True if the payment app couldn't make a refund, so a person has to. */
export const isFailed = (status: RefundStatus): boolean => status === 'MANUAL' || status === 'REJECTED';

const UNDECIDED: readonly RefundStatus[] = ['INITIATED', 'REQUESTED', 'MANUAL'];

/** An app's report about a refund. `fail` also reverses an earlier `resolve`, because the money came back. */
export type RefundMove = 'resolve' | 'reject' | 'fail';

/** Allowed moves. */
export const REFUND_MOVES: Readonly<
  Record<
    RefundMove,
    { readonly from: readonly RefundStatus[]; readonly to: Extract<RefundStatus, 'RESOLVED' | 'REJECTED'> }
  >
> = {
  resolve: { from: UNDECIDED, to: 'RESOLVED' },
  reject: { from: UNDECIDED, to: 'REJECTED' },
  fail: { from: [...UNDECIDED, 'RESOLVED'], to: 'REJECTED' },
};

/** Decides on an app's report about a refund: apply it, accept a repetition, or refuse it as too late. */
export function decideRefund(status: RefundStatus, move: RefundMove): 'make' | 'made' | 'refuse' {
  const { from, to } = REFUND_MOVES[move];
  if (from.includes(status)) return 'make';
  return status === to ? 'made' : 'refuse';
}

/** Sums a payment's refunds, completed or in progress; failed refunds don't count. */
const refundedOf = (refunds: readonly { readonly status: RefundStatus; readonly amount: Minor }[]): Minor =>
  refunds.reduce((sum, { status, amount }) => (status === 'REJECTED' ? sum : sum + amount), 0);

/** Returns a payment's refundable amount: all refunds except failed ones add up to at most the payment. */
export function refundable(
  paid: Minor,
  refunds: readonly { readonly status: RefundStatus; readonly amount: Minor }[],
): Minor {
  return paid - refundedOf(refunds);
}
