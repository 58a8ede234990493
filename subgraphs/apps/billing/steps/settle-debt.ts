import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { Install } from '../../installs/store/entities.ts';
import { wakeDispatchers } from '../../webhooks/dispatcher/wake-dispatchers.ts';
import { utcDate } from '../domain/periods.ts';
import { decideDebt } from '../domain/subscription-states.ts';
import type { Subscription } from '../store/entities.ts';
import { findOverdue } from '../store/overdue.ts';
import { lockLive, oldestDueAt, planOf } from '../store/subscriptions.ts';
import { chargeRest } from './charge-period.ts';
import { mailStatement } from './mail-statement.ts';
import { announceSubscription, moveSubscription } from './move-subscription.ts';

/**
 * Makes the move that a team's unpaid statements cause, in the caller's transaction: past due, frozen, or restored once
 * they're paid. A restored app gets the webhooks that waited.
 */
export async function settleDebt(ctx: SubgraphContext, em: Transaction, installId: number): Promise<void> {
  const install = await em.findOne(
    Install,
    { id: installId, isActive: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const subscription = install && (await lockLive(em, installId));
  if (!subscription) return;
  const now = ctx.clock.now();
  const { status, pastDueAt = null } = subscription;
  const move = decideDebt({ status, pastDueAt, oldestDueAt: await oldestDueAt(em, subscription) }, now);
  if (move === null) return;
  moveSubscription(subscription, move);
  subscription.pastDueAt = move === 'restore' ? null : (pastDueAt ?? now);
  install.frozenAt = subscription.status === 'frozen' ? now : null;
  if (move === 'restore') {
    const plan = await planOf(em, subscription.planId);
    await chargeRest(ctx, em, { subscription, plan, on: utcDate(now) });
  }
  await announceSubscription(ctx, em, subscription);
  if (move === 'overdue' || move === 'freeze') await warnOwners(ctx, em, subscription, move);
  if (move === 'restore') await wakeDispatchers(statements(em), [{ installId }]);
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
