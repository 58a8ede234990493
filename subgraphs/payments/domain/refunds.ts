import type { Minor } from '#kit/money.ts';

/** Statuses of a refund. */
export const REFUND_STATUSES = ['INITIATED', 'REQUESTED', 'MANUAL', 'RESOLVED', 'REJECTED'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

const UNDECIDED: readonly RefundStatus[] = ['INITIATED', 'REQUESTED', 'MANUAL'];

/** Whether the app's word about a refund is taken, was taken already, or comes too late. */
export function decideRefund(status: RefundStatus, to: 'RESOLVED' | 'REJECTED'): 'make' | 'made' | 'refuse' {
  if (UNDECIDED.includes(status)) return 'make';
  return status === to ? 'made' : 'refuse';
}

/** What was given back of a payment, or is about to be: failed refunds do not count. */
export const refundedOf = (
  refunds: readonly { readonly status: RefundStatus; readonly amount: Minor }[],
): Minor => refunds.reduce((sum, { status, amount }) => (status === 'REJECTED' ? sum : sum + amount), 0);

/** What a booking's terms give back of what was paid: if it was cancelled now, and since it was. */
export interface ByTerms {
  readonly refundNow: Minor | null;
  readonly refundDue: Minor | null;
}

/** What of it is left after refunds, `BookingRefund` of the SDL: never below nothing. */
export function viewRefund({ refundNow, refundDue }: ByTerms, refunded: Minor) {
  const less = (due: Minor | null) => (due === null ? null : Math.max(0, due - refunded));
  return { dueNow: less(refundNow), due: less(refundDue), refunded };
}

/** What may still be given back of a payment: all refunds together, but for failed ones, are at most what was paid. */
export function refundable(
  paid: Minor,
  refunds: readonly { readonly status: RefundStatus; readonly amount: Minor }[],
): Minor {
  return paid - refundedOf(refunds);
}
