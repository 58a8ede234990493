import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { CancellationPolicyUpdateInput } from '../../generated.ts';
import { lockPolicy, noPolicy, type PolicyPayload, policyAnswer, readPolicy } from '../store/policies.ts';

/**
 * Edits a team's cancellation policy, and makes it the default if requested. A concurrent hold either
 * finishes first, or is refused with the new terms. See docs/interface/catalog.md#cancellation-policies.
 */
export async function updatePolicy(
  ctx: SubgraphContext,
  { id, name, terms, isDefault }: CancellationPolicyUpdateInput,
): Promise<PolicyPayload> {
  const { columns, userErrors } = readPolicy({ name: name ?? null, terms: terms ?? null });
  if (userErrors.length > 0) return { cancellationPolicy: null, userErrors };
  const done = await inTransaction(ctx, async (em) => {
    const found = await lockPolicy(ctx, em, id);
    if (!found) return noPolicy;
    const { policy, storefront } = found;
    if (policy.archivedAt)
      return {
        userErrors: [userError('ARCHIVED', 'id', 'An archived cancellation policy cannot be changed.')],
      };
    em.assign(policy, columns);
    if (isDefault) em.assign(storefront, { cancellationPolicy: policy });
    await em.flush();
    const event = { kind: 'cancellation_policy.updated', subject: policy.name } as const;
    await recordUnlessRepeated(ctx, em, teamOf(ctx.viewer), event);
    return { id: policy.id, storefrontId: storefront.id };
  });
  return policyAnswer(ctx, done);
}
