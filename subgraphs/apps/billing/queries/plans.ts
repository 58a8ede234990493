import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { Plan } from '../store/entities.ts';

const plansBy = (column: 'appId' | 'themeId') =>
  batch<number, readonly Plan[]>(async (ctx, ids) => {
    const plans = await reader(ctx).find(
      Plan,
      { [column]: [...ids], isCurrent: true },
      { orderBy: { active: 'desc', position: 'asc', id: 'asc' } },
    );
    return Map.groupBy(plans, (plan) => plan[column] ?? 0);
  });

/** Loads the newest version of each of an app's plans by app id, in the developer's order; undefined if it has none. */
export const findPlans = plansBy('appId');
/** The same for themes. */
export const findThemePlans = plansBy('themeId');

/** Returns an app's plans that teams can choose. */
export const findActivePlans = async (ctx: SubgraphContext, appId: number): Promise<readonly Plan[]> =>
  ((await findPlans(ctx, appId)) ?? []).filter(({ active }) => active);
/** The same for a theme. */
export const findActiveThemePlans = async (ctx: SubgraphContext, themeId: number): Promise<readonly Plan[]> =>
  ((await findThemePlans(ctx, themeId)) ?? []).filter(({ active }) => active);

/** Loads a plan's version by id. */
export const findPlan = batch<number, Plan>(async (ctx, ids) => {
  const plans = await reader(ctx).find(Plan, { id: [...ids] });
  return new Map(plans.map((plan) => [plan.id, plan]));
});

/** Counts the days on which a team's trials of an app ran; 0 without a team. */
export async function countTrialDays(
  ctx: SubgraphContext,
  { teamId, appId }: { readonly teamId: number | null; readonly appId: number },
): Promise<number> {
  const { days } = await tables(reader(ctx))
    .selectFrom('trial_days')
    .select(({ fn }) => fn.countAll<string>().as('days'))
    .where('teamId', '=', teamId ?? 0)
    .where('appId', '=', appId)
    .where('test', '=', false)
    .executeTakeFirstOrThrow();
  return Number(days);
}
