import type { SubgraphContext } from '#db/context.ts';
import { operatorId } from '#kit/operator.ts';
import { goLive } from '../steps/add-version.ts';
import { type Reviewed, review } from '../steps/review-version.ts';

/**
 * Approves a version in review and the listing reviewed with it. The version goes live, as its developer
 * requested by releasing it. For operators.
 */
export async function approveVersion(
  ctx: SubgraphContext,
  { id, listingRevision = null }: { readonly id: string; readonly listingRevision?: number | null },
): Promise<Reviewed> {
  const reviewed = { operator: operatorId(ctx), revision: listingRevision };
  return review(ctx, id, { kind: 'app_version.approved' }, async (em, app, version) => {
    const refused = await ctx.services.apps.hooks.publishReviewed(ctx, em, app, reviewed);
    if (!refused) await goLive(ctx, em, app, version);
    return refused;
  });
}
