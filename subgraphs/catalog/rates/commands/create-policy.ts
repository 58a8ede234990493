import type { SubgraphContext } from '#db/context.ts';
import { recordUnlessRepeated } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { readExternalId } from '../../domain/content-input.ts';
import { userError } from '../../errors.ts';
import type { CancellationPolicyCreateInput } from '../../generated.ts';
import { CancellationPolicyEntity } from '../../store/entities.ts';
import { onlyTerms } from '../domain/cancellation-input.ts';
import { lockSelling, type PolicyPayload, policyAnswer, readPolicy } from '../store/policies.ts';

/** Maximum active policies per storefront. */
const MOST_POLICIES = 50;

/**
 * Adds a cancellation policy to a team's storefront, or returns the existing policy with the given external
 * id. The first policy becomes the default. See docs/interface/catalog.md#cancellation-policies.
 */
export async function createPolicy(
  ctx: SubgraphContext,
  { storefrontId, name, isDefault, externalId, ...given }: CancellationPolicyCreateInput,
): Promise<PolicyPayload> {
  const { mistake, terms = null, within = [] } = onlyTerms(given);
  const read = readPolicy({ name, terms, within });
  const external = readExternalId(externalId ?? '');
  const userErrors = [
    ...(mistake ? [userError('INVALID', mistake.field, mistake.message)] : []),
    ...read.userErrors,
    ...('mistake' in external ? [userError('INVALID', 'externalId', external.mistake)] : []),
  ];
  const { columns } = read;
  if (userErrors.length > 0 || !columns.name || !columns.terms || 'mistake' in external)
    return { cancellationPolicy: null, userErrors };
  const row = { name: columns.name, terms: columns.terms, externalId: external.value };
  const done = await inTransaction(ctx, async (em) => {
    const storefront = await lockSelling(ctx, em, storefrontId ?? null);
    if (!storefront)
      return { userErrors: [userError('NOT_FOUND', 'storefrontId', 'There is no such open storefront.')] };
    const own = { storefrontId: storefront.id };
    const there =
      row.externalId && (await em.findOne(CancellationPolicyEntity, { ...own, externalId: row.externalId }));
    if (there) return { id: there.id, storefrontId: storefront.id };
    if ((await em.count(CancellationPolicyEntity, { ...own, archivedAt: null })) >= MOST_POLICIES) {
      const most = `A storefront can have at most ${MOST_POLICIES} cancellation policies.`;
      return { userErrors: [userError('LIMIT_REACHED', 'storefrontId', most)] };
    }
    const policy = em.create(CancellationPolicyEntity, { ...row, ...own });
    await em.flush();
    if (isDefault || !storefront.cancellationPolicy) em.assign(storefront, { cancellationPolicy: policy });
    await em.flush();
    const event = { kind: 'cancellation_policy.created', subject: row.name } as const;
    await recordUnlessRepeated(ctx, em, teamOf(ctx.viewer), event);
    return { id: policy.id, storefrontId: storefront.id };
  });
  return policyAnswer(ctx, done);
}
