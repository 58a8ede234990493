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

/** What may still be given back of a payment: all refunds together, but for failed ones, are at most what was paid. */
export function refundable(
  paid: Minor,
  refunds: readonly { readonly status: RefundStatus; readonly amount: Minor }[],
): Minor {
  return refunds.reduce((left, { status, amount }) => (status === 'REJECTED' ? left : left - amount), paid);
}
