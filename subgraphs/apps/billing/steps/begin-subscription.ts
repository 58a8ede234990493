import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { App } from '../../authoring/store/entities.ts';
import type { Theme } from '../../themes/store/entities.ts';
import { periodFrom, utcDate } from '../domain/periods.ts';
import { appProduct, type Product, productOf, themeProduct } from '../domain/product.ts';
import { prorate } from '../domain/proration.ts';
import { trialEnd } from '../domain/trials.ts';
import type { TeamSize } from '../operations/team-size.ts';
import { Plan, Subscription } from '../store/entities.ts';
import { keepTrialDays, planOf, usedTrialDays } from '../store/subscriptions.ts';
import { chargePeriod, inWords } from './charge-period.ts';
import { chargeTeam } from './charge-team.ts';

/** An install, with the plan that the team accepted. */
export interface Accepted {
  readonly installId: number;
  readonly appId: number;
  readonly teamId: number;
  readonly isDevInstall: boolean;
  readonly plan: Plan;
  readonly size: TeamSize;
}

/** A theme, with the plan that the team accepted. */
export interface AcceptedTheme {
  readonly theme: Theme;
  readonly teamId: number;
  readonly plan: Plan;
  readonly size: TeamSize;
}

/**
 * Begins a subscription in the transaction that installs the app, as a trial if the team has trial days left. Otherwise
 * it charges the first period; days that the team paid before uninstalling the app are credited, so that no day is
 * paid twice.
 */
export async function beginSubscription(
  ctx: SubgraphContext,
  em: Transaction,
  { installId, appId, teamId, isDevInstall, plan, size }: Accepted,
): Promise<void> {
  const { distribution } = await em.findOneOrFail(App, { id: appId });
  const test = isDevInstall || distribution === 'private';
  const of = { ...appProduct(appId), installId, teamId, test };
  await begin(ctx, em, { of, sameTeam: { installId }, plan, size });
}

/** `beginSubscription` for a theme, which a team's storefronts share. */
export async function beginThemeSubscription(
  ctx: SubgraphContext,
  em: Transaction,
  { theme: { id: themeId, distribution }, teamId, plan, size }: AcceptedTheme,
): Promise<void> {
  const of = {
    ...themeProduct(themeId),
    installId: null,
    teamId,
    test: distribution === 'private',
    reservedAt: ctx.clock.now(),
  };
  await begin(ctx, em, { of, sameTeam: { teamId, themeId }, plan, size });
}

interface Beginning {
  readonly of: Product &
    Pick<Subscription, 'installId' | 'teamId' | 'test'> &
    Partial<Pick<Subscription, 'reservedAt'>>;
  /** Finds the team's subscriptions to the same product. */
  readonly sameTeam: { readonly installId: number } | { readonly teamId: number; readonly themeId: number };
  readonly plan: Plan;
  readonly size: TeamSize;
}

async function begin(
  ctx: SubgraphContext,
  em: Transaction,
  { of, sameTeam, plan, size }: Beginning,
): Promise<void> {
  const now = ctx.clock.now();
  const today = utcDate(now);
  const used = await usedTrialDays(em, of);
  const trialEndsAt = trialEnd(now, { trialDays: plan.trialDays, used });
  const period = trialEndsAt
    ? { start: today, end: utcDate(trialEndsAt) }
    : periodFrom(today, today, plan.interval);
  const [earlier] = await em.find(Subscription, sameTeam, { orderBy: { id: 'desc' }, limit: 1 });
  const subscription = em.create(Subscription, {
    ...of,
    planId: plan.id,
    status: trialEndsAt ? 'trial' : 'active',
    quantity: size[plan.perUnit],
    startedAt: now,
    trialEndsAt,
    anchor: today.toString(),
    periodStart: period.start.toString(),
    periodEnd: period.end?.toString() ?? null,
    cappedAmount: plan.cappedAmount,
  });
  await em.flush();
  if (trialEndsAt) {
    await keepTrialDays(em, { ...of, startedAt: now, trialEndsAt }, now);
    return;
  }
  if (plan.interval === 'once' && (await wasPaidOnce(em, { sameTeam, plan }))) {
    subscription.isCharged = true;
    return;
  }
  if (earlier) await creditUnusedDays(ctx, em, { earlier, subscription });
  await chargePeriod(ctx, em, subscription, plan);
}

/** True if an earlier installation paid for the plan, which is paid only once. */
async function wasPaidOnce(
  em: Transaction,
  { sameTeam, plan }: Pick<Beginning, 'sameTeam' | 'plan'>,
): Promise<boolean> {
  const versions = await em.find(
    Plan,
    { ...productOf(plan), key: plan.key, interval: 'once' },
    { fields: ['id'] },
  );
  const planId = { $in: versions.map(({ id }) => id) };
  return (await em.count(Subscription, { ...sameTeam, planId, isCharged: true })) > 0;
}

/** Credits the remaining days of a period that the team paid for in an earlier installation. */
async function creditUnusedDays(
  ctx: SubgraphContext,
  em: Transaction,
  { earlier, subscription }: { readonly earlier: Subscription; readonly subscription: Subscription },
): Promise<void> {
  const today = utcDate(ctx.clock.now());
  const start = Temporal.PlainDate.from(earlier.periodStart);
  const end = earlier.periodEnd == null ? null : Temporal.PlainDate.from(earlier.periodEnd);
  if (end === null || Temporal.PlainDate.compare(today, end) >= 0 || !earlier.isCharged) return;
  const plan = await planOf(em, earlier.planId);
  const before = plan.amount * earlier.quantity;
  const { credit } = prorate({ before, after: 0 }, { start, end }, today);
  const what = `unused days of ${inWords(plan, { start: today, end })}`;
  await chargeTeam(ctx, em, subscription, [{ what, amount: credit, currency: plan.currency }]);
}
