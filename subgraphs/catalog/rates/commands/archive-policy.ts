import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import { RatePlanEntity } from '../../store/entities.ts';
import { lockPolicy, noPolicy, type PolicyPayload, policyAnswer } from '../store/policies.ts';

/** Archives an unused cancellation policy. See docs/interface/catalog.md#cancellation-policies. */
export async function archivePolicy(ctx: SubgraphContext, id: string): Promise<PolicyPayload> {
  const done = await inTransaction(ctx, async (em) => {
    const found = await lockPolicy(ctx, em, id);
    if (!found) return inArgument(noPolicy.userErrors);
    const { policy, storefront } = found;
    if (storefront.cancellationPolicy?.id === policy.id)
      return inArgument([
        userError('IN_USE', 'id', 'Stays are sold with this policy. Make another one the default first.'),
      ]);
    if (await em.count(RatePlanEntity, { cancellationPolicy: policy.id, archivedAt: null }))
      return inArgument([
        userError(
          'IN_USE',
          'id',
          'Some rate plans use this policy. Give them another one or archive them first.',
        ),
      ]);
    if (!policy.archivedAt) {
      policy.archivedAt = ctx.clock.now();
      const event = { kind: 'cancellation_policy.archived', subject: policy.name } as const;
      await recordTeamEvent(ctx, em, [teamOf(ctx.viewer)], event);
    }
    return { id: policy.id, storefrontId: storefront.id };
  });
  return policyAnswer(ctx, done);
}

/** The id is a separate argument here. */
const inArgument = (userErrors: readonly ReturnType<typeof userError>[]) => ({
  userErrors: userErrors.map((error) => ({ ...error, field: ['id'] })),
});
