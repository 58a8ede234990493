import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import type { RefusalCode } from '../../errors.ts';
import { type PlanDone, planAnswer, publishPlan, type RatePlanPayload } from '../steps/publish-plan.ts';
import { lockPlan } from '../store/rate-plans.ts';

/** Archives a rate plan other than its unit type's default. See docs/interface/catalog.md#rate-plans. */
export async function archiveRatePlan(ctx: SubgraphContext, id: string): Promise<RatePlanPayload> {
  const done = await inTransaction(ctx, async (em): Promise<PlanDone> => {
    const found = await lockPlan(ctx, em, id);
    if (!found) return refuse('NOT_FOUND', 'There is no such rate plan.');
    const { plan, unitType } = found;
    if (unitType.ratePlan?.id === plan.id)
      return refuse('IN_USE', 'Stays are sold with this plan. Make another one the default first.');
    if (!plan.archivedAt) {
      plan.archivedAt = ctx.clock.now();
      await publishPlan(ctx, em, unitType);
      const event = { kind: 'rate_plan.archived', subject: `${plan.title}, ${unitType.name}` } as const;
      await recordTeamEvent(ctx, em, [teamOf(ctx.viewer)], event);
    }
    return { id: plan.id, property: unitType.property };
  });
  return planAnswer(ctx, done);
}

const refuse = (code: RefusalCode, message: string): PlanDone => ({
  userErrors: [{ code, field: ['id'], message }],
});
