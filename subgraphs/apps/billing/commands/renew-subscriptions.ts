import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { purgeInjections } from '../../installs/operations/purge-injections.ts';
import { deactivate } from '../../installs/steps/deactivate-install.ts';
import { Install } from '../../installs/store/entities.ts';
import { periodFrom, utcDate } from '../domain/periods.ts';
import { measureTeam, type TeamSize } from '../operations/team-size.ts';
import { chargePeriod, chargeUsage } from '../steps/charge-period.ts';
import { endThemeSubscription } from '../steps/end-theme-subscription.ts';
import { forEachApart, reportFailures, type TeamFailure } from '../steps/for-each-apart.ts';
import { announceSubscription, moveSubscription } from '../steps/move-subscription.ts';
import type { Plan, Subscription } from '../store/entities.ts';
import { keepTrialDays, lockLive, lockLiveOfTheme, planOf } from '../store/subscriptions.ts';

/** Maximum subscriptions renewed per statement. */
const AT_ONCE = 100;

/**
 * Ends trials and periods that are over: charges usage in arrears and the next period in advance, applies plans chosen
 * for it, and uninstalls apps whose subscriptions were cancelled. Each subscription has its own transaction. Safe to
 * repeat and to run concurrently; after a pause it catches up period by period. Throws at the end if a team's failed.
 */
export async function renewSubscriptions(ctx: SubgraphContext): Promise<void> {
  const failures: TeamFailure[] = [];
  let due = await findDue(ctx, 0);
  for (let last = due.at(-1); last; last = due.at(-1)) {
    const failed = await forEachApart(ctx, due, async (row) =>
      renew(ctx, row, await measureTeam(ctx, row.teamId)),
    );
    failures.push(...failed);
    due = await findDue(ctx, last.id);
  }
  reportFailures(failures);
}

async function renew(
  ctx: SubgraphContext,
  { installId, teamId, themeId }: DueSubscription,
  size: TeamSize,
): Promise<void> {
  if (themeId !== null) {
    await inTransaction(ctx, async (em) => {
      const subscription = await lockLiveOfTheme(em, { teamId, themeId });
      if (subscription && (await renewLocked(ctx, em, subscription, size)))
        await endThemeSubscription(ctx, em, subscription);
    });
    return;
  }
  if (installId === null) return;
  const isUninstalled = await inTransaction(ctx, async (em) => {
    // In the order of an uninstall: the install, then its subscription.
    const install = await em.findOne(
      Install,
      { id: installId, isActive: true },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const subscription = install && (await lockLive(em, installId));
    if (!subscription) return false;
    const endsNow = await renewLocked(ctx, em, subscription, size);
    if (endsNow) await deactivate(ctx, em, install);
    return endsNow;
  });
  if (isUninstalled) await purgeInjections(ctx, installId);
}

/** Ends a locked subscription's trial and periods that are over. Returns true if the subscription itself ends now. */
async function renewLocked(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  size: TeamSize,
): Promise<boolean> {
  const endsNow = subscription.cancelAt != null && subscription.cancelAt <= ctx.clock.now();
  if (subscription.status === 'trial' && !endsNow) await endTrial(ctx, em, subscription, size);
  await endPeriods(ctx, em, subscription, size);
  return endsNow;
}

async function endTrial(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  size: TeamSize,
): Promise<void> {
  const { trialEndsAt } = subscription;
  if (trialEndsAt == null || trialEndsAt > ctx.clock.now()) return;
  await keepTrialDays(em, subscription, trialEndsAt);
  const start = utcDate(trialEndsAt);
  moveSubscription(subscription, 'endTrial');
  subscription.anchor = start.toString();
  const plan = await planOf(em, subscription.planId);
  await beginPeriod(ctx, em, { subscription, plan, start, size });
  await announceSubscription(ctx, em, subscription);
}

/** Ends each period that's over; a cancelled subscription begins no further one. */
async function endPeriods(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  size: TeamSize,
): Promise<void> {
  const today = utcDate(ctx.clock.now()).toString();
  while (
    subscription.status !== 'trial' &&
    subscription.periodEnd != null &&
    subscription.periodEnd <= today
  ) {
    const { planId, nextPlanId, cancelAt } = subscription;
    const until = Temporal.PlainDate.from(subscription.periodEnd);
    await chargeUsage(ctx, em, { subscription, plan: await planOf(em, planId), until });
    if (cancelAt != null && cancelAt <= ctx.clock.now()) return;
    const plan = await planOf(em, nextPlanId ?? planId);
    if (nextPlanId != null) subscription.cappedAmount = plan.cappedAmount;
    subscription.planId = plan.id;
    subscription.nextPlanId = null;
    await beginPeriod(ctx, em, { subscription, plan, start: until, size });
    await announceSubscription(ctx, em, subscription);
  }
}

async function beginPeriod(
  ctx: SubgraphContext,
  em: Transaction,
  {
    subscription,
    plan,
    start,
    size,
  }: {
    readonly subscription: Subscription;
    readonly plan: Plan;
    readonly start: Temporal.PlainDate;
    readonly size: TeamSize;
  },
): Promise<void> {
  const { end } = periodFrom(Temporal.PlainDate.from(subscription.anchor), start, plan.interval);
  subscription.periodStart = start.toString();
  subscription.periodEnd = end?.toString() ?? null;
  subscription.quantity = size[plan.perUnit];
  subscription.isCharged = false;
  // A team doesn't pay for days on which an app doesn't work. Guests still see a frozen theme.
  if (subscription.status !== 'frozen' || subscription.themeId != null)
    await chargePeriod(ctx, em, subscription, plan);
}

interface DueSubscription {
  readonly id: number;
  readonly installId: number | null;
  readonly teamId: number;
  readonly themeId: number | null;
}

async function findDue(ctx: SubgraphContext, after: number): Promise<readonly DueSubscription[]> {
  const now = ctx.clock.now();
  const { rows } = await sql<DueSubscription>`
    SELECT id::float8 AS id, install_id AS "installId", team_id AS "teamId", theme_id AS "themeId"
    FROM apps.subscriptions
    WHERE id > ${after} AND status <> 'cancelled' AND (
      period_end <= ${utcDate(now).toString()}::date AND (status <> 'trial' OR trial_ends_at <= ${now})
      OR cancel_at <= ${now})
    ORDER BY id LIMIT ${AT_ONCE}`.execute(statements(ctx));
  return rows;
}
