import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Period } from '../domain/periods.ts';
import { prorate } from '../domain/proration.ts';
import type { Plan, Subscription } from '../store/entities.ts';
import { chargeTeam } from './charge-team.ts';

/** Returns a subscription's current period. */
export const periodOf = ({ periodStart, periodEnd }: Subscription): Period => ({
  start: Temporal.PlainDate.from(periodStart),
  end: periodEnd == null ? null : Temporal.PlainDate.from(periodEnd),
});

/** Describes a plan's period on a statement, with its last day: `Pro, 2027-04-15 to 2027-05-14`. */
export const inWords = ({ name }: Pick<Plan, 'name'>, { start, end }: Period): string =>
  end === null ? name : `${name}, ${start} to ${end.subtract({ days: 1 })}`;

/** Charges a subscription's current period, in advance and in the caller's transaction. */
export async function chargePeriod(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
  plan: Plan,
): Promise<void> {
  const { quantity, periodStart: day } = subscription;
  const what = inWords(plan, periodOf(subscription));
  const amount = plan.amount * quantity;
  await chargeTeam(ctx, em, subscription, [{ what, amount, currency: plan.currency, day }]);
  subscription.isCharged = true;
}

/** Charges the rest of a period that began while the subscription was frozen. */
export async function chargeRest(
  ctx: SubgraphContext,
  em: Transaction,
  {
    subscription,
    plan,
    on,
  }: { readonly subscription: Subscription; readonly plan: Plan; readonly on: Temporal.PlainDate },
): Promise<void> {
  if (subscription.isCharged) return;
  const period = periodOf(subscription);
  const { charge } = prorate({ before: 0, after: plan.amount * subscription.quantity }, period, on);
  const what = inWords(plan, { start: on, end: period.end });
  await chargeTeam(ctx, em, subscription, [{ what, amount: charge, currency: plan.currency }]);
  subscription.isCharged = true;
}

/** Charges a period's usage so far, and starts counting again, in the caller's transaction. */
export async function chargeUsage(
  ctx: SubgraphContext,
  em: Transaction,
  {
    subscription,
    plan,
    until,
  }: { readonly subscription: Subscription; readonly plan: Plan; readonly until: Temporal.PlainDate },
): Promise<void> {
  const start = Temporal.PlainDate.from(subscription.periodStart);
  // The last day of a period that's over; an earlier end is the day of the uninstall.
  const day = Temporal.PlainDate.compare(start, until) < 0 ? until.subtract({ days: 1 }) : until;
  const charges = Object.entries(subscription.usage).map(([key, { units, amount }]) => {
    const name = plan.usage.find((one) => one.key === key)?.name ?? key;
    const what = `${name}: ${units.toLocaleString('en-GB')} units, ${start} to ${day}`;
    return { what, amount, currency: plan.currency, day: day.toString() };
  });
  await chargeTeam(ctx, em, subscription, charges);
  subscription.usage = {};
  subscription.usageAmount = 0;
}
