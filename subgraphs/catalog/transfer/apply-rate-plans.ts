import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { archiveRatePlan } from '../rates/commands/archive-rate-plan.ts';
import type { createRatePlan } from '../rates/commands/create-rate-plan.ts';
import type { updateRatePlan } from '../rates/commands/update-rate-plan.ts';
import type { GivenTerms } from '../rates/domain/rate-plan-input.ts';
import type { CurrentUnitType } from './current.ts';
import { currentPolicies } from './current-policies.ts';
import type { RatePlanDefinition } from './definition.ts';
import { findPolicy } from './plan-policies.ts';
import { currentPlans, findPlan, isPlanAs } from './rate-plans.ts';
import { expectNone } from './refused.ts';
import type { Place } from './wanted.ts';

/** The commands for hosts and apps, as an import uses them. */
export interface PlanCommands {
  readonly createRatePlan: typeof createRatePlan;
  readonly updateRatePlan: typeof updateRatePlan;
  readonly archiveRatePlan: typeof archiveRatePlan;
}

/** The unit type that a file's plans apply to. */
interface ForUnitType {
  readonly storefrontId: number;
  readonly unitTypeId: number;
  /** Null if the import has only just added it. */
  readonly now: CurrentUnitType | null;
}

/**
 * Applies a file's rate plans for a unit type, the default first: it skips existing ones, so it's safe to
 * repeat. Replaces a new unit type's initial plan. Runs in the caller's transaction; throws `Refused`.
 */
export async function applyPlans(
  ctx: SubgraphContext & { readonly commands: PlanCommands },
  at: Place,
  { storefrontId, unitTypeId, now }: ForUnitType,
  wanted: readonly RatePlanDefinition[],
): Promise<void> {
  const { policies, begun } = await inTransaction(ctx, async (em) => ({
    policies: await currentPolicies(em, storefrontId),
    begun: now ? [] : ((await currentPlans(em, [unitTypeId])).get(unitTypeId) ?? []),
  }));
  for (const definition of [...wanted].sort(byDefault)) {
    const { externalId, cancellationPolicy, isDefault = false, ...terms } = definition;
    const known = findPlan(now?.plans ?? [], externalId);
    if (known && isPlanAs(definition, known)) continue;
    const policy = cancellationPolicy === undefined ? null : findPolicy(policies, cancellationPolicy);
    const plan = {
      ...terms,
      cancellationPolicyId: policy === undefined ? '0' : policy && `${policy.row.id}`,
    } as GivenTerms;
    const { userErrors } = known
      ? await ctx.commands.updateRatePlan(ctx, { id: `${known.row.id}`, plan, isDefault })
      : await ctx.commands.createRatePlan(ctx, {
          unitTypeId: `${unitTypeId}`,
          plan,
          isDefault,
          externalId,
        });
    expectNone(at, 'unit_type', userErrors);
  }
  for (const { row } of begun) {
    const { userErrors } = await ctx.commands.archiveRatePlan(ctx, `${row.id}`);
    expectNone(at, 'unit_type', userErrors);
  }
}

const byDefault = (a: RatePlanDefinition, b: RatePlanDefinition) =>
  Number(b.isDefault ?? false) - Number(a.isDefault ?? false);
