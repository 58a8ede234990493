import { DAY_MS } from './periods.ts';

/** Subscription statuses (docs/interface/billing.md#states). */
export const SUBSCRIPTION_STATUSES = ['trial', 'active', 'past_due', 'frozen', 'cancelled'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export type SubscriptionMove = 'endTrial' | 'overdue' | 'freeze' | 'restore' | 'cancel';

const LIVE = ['trial', 'active', 'past_due', 'frozen'] as const;

/** Allowed moves. A cancelled subscription stays cancelled: installing the app again begins another one. */
export const MOVES: Readonly<
  Record<SubscriptionMove, { readonly from: readonly SubscriptionStatus[]; readonly to: SubscriptionStatus }>
> = {
  endTrial: { from: ['trial'], to: 'active' },
  overdue: { from: ['active'], to: 'past_due' },
  freeze: { from: ['past_due'], to: 'frozen' },
  restore: { from: ['past_due', 'frozen'], to: 'active' },
  cancel: { from: LIVE, to: 'cancelled' },
};

/** True if a subscription can make the move. */
export const isLegalMove = (status: SubscriptionStatus, move: SubscriptionMove): boolean =>
  MOVES[move].from.includes(status);

/** Time after a statement's due date until its subscriptions are past due. */
export const GRACE_MS = 7 * DAY_MS;
/** Time until a subscription that's past due is frozen. */
export const FREEZE_AFTER_MS = 14 * DAY_MS;

/** A live subscription and its app's oldest unpaid statement. */
export interface Debt {
  readonly status: SubscriptionStatus;
  readonly pastDueAt: Date | null;
  /** Due time of the app's oldest unpaid statement; null if all are paid. */
  readonly oldestDueAt: Date | null;
}

/** True if an unpaid statement's grace period is over. */
export const isOverdue = (oldestDueAt: Date | null, now: Date): boolean =>
  oldestDueAt !== null && oldestDueAt.getTime() + GRACE_MS <= now.getTime();

/** Returns the move that a team's debt causes now; null if there is none. */
export function decideDebt({ status, pastDueAt, oldestDueAt }: Debt, now: Date): SubscriptionMove | null {
  if (!isOverdue(oldestDueAt, now)) return isLegalMove(status, 'restore') ? 'restore' : null;
  if (isLegalMove(status, 'overdue')) return 'overdue';
  const isLate = pastDueAt !== null && pastDueAt.getTime() + FREEZE_AFTER_MS <= now.getTime();
  return isLegalMove(status, 'freeze') && isLate ? 'freeze' : null;
}
