import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { Install } from '../../installs/store/entities.ts';
import { wakeDispatchers } from '../../webhooks/dispatcher/wake-dispatchers.ts';
import { utcDate } from '../domain/periods.ts';
import { productOf } from '../domain/product.ts';
import { decideDebt, type SubscriptionMove } from '../domain/subscription-states.ts';
import type { Subscription } from '../store/entities.ts';
import { findOverdue } from '../store/overdue.ts';
import { lockLive, lockLiveOfTheme, oldestDueAt, planOf } from '../store/subscriptions.ts';
import { chargeRest } from './charge-period.ts';
import { mailStatement } from './mail-statement.ts';
import { announceSubscription, moveSubscription } from './move-subscription.ts';

/** A subscription's keys. */
export type OwingSubscription = Pick<Subscription, 'id' | 'installId' | 'teamId' | 'themeId'>;

/**
 * Makes the move that a team's unpaid statements cause, in the caller's transaction: past due, frozen, or restored once
 * they're paid. A restored app gets the webhooks that waited.
 */
export async function settleDebt(
  ctx: SubgraphContext,
  em: Transaction,
  { installId = null, teamId, themeId = null }: OwingSubscription,
): Promise<void> {
  if (themeId !== null) {
    const subscription = await lockLiveOfTheme(em, { teamId, themeId });
    if (subscription) await settle(ctx, em, subscription);
    return;
  }
  const install = await em.findOne(
    Install,
    { id: installId ?? 0, isActive: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const subscription = install && (await lockLive(em, install.id));
  if (!subscription) return;
  const move = await settle(ctx, em, subscription, (frozenAt) => {
    install.frozenAt = frozenAt;
  });
  if (move === 'restore') await wakeDispatchers(statements(em), [{ installId: install.id }]);
}

/** Makes a locked subscription's move and returns it; null if there is none. */
async function settle(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  freeze: (frozenAt: Date | null) => void = () => {},
): Promise<SubscriptionMove | null> {
  const now = ctx.clock.now();
  const { status, pastDueAt = null, teamId } = subscription;
  const due = await oldestDueAt(em, teamId, productOf(subscription));
  const move = decideDebt({ status, pastDueAt, oldestDueAt: due }, now);
  if (move === null) return null;
  moveSubscription(subscription, move);
  subscription.pastDueAt = move === 'restore' ? null : (pastDueAt ?? now);
  freeze(subscription.status === 'frozen' ? now : null);
  if (move === 'restore') {
    const plan = await planOf(em, subscription.planId);
    await chargeRest(ctx, em, { subscription, plan, on: utcDate(now) });
  }
  await announceSubscription(ctx, em, subscription);
  // A frozen theme keeps working.
  const warns = move === 'overdue' || (move === 'freeze' && subscription.themeId == null);
  if (warns) await warnOwners(ctx, em, subscription, move);
  return move;
}

/** The team's other apps on the statement make the same move in their own transactions. */
const WARNINGS = {
  overdue: { template: 'statement-overdue', statuses: ['active', 'past_due'] },
  freeze: { template: 'statement-frozen', statuses: ['past_due', 'frozen'] },
} as const;

async function warnOwners(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  move: keyof typeof WARNINGS,
): Promise<void> {
  const { template, statuses } = WARNINGS[move];
  await mailStatement(ctx, em, template, await findOverdue(em, subscription, statuses));
}
