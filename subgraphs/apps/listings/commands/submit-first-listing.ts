import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { isFirst, lockListing } from '../steps/first-listing.ts';

/**
 * The first listing of an app is reviewed with the version that its developer releases: submits the draft if nothing was published
 * before and nothing is missing, in the caller's transaction. Later drafts are submitted by their developer.
 */
export async function submitFirstListing(ctx: SubgraphContext, em: Transaction, app: App): Promise<void> {
  const listing = await lockListing(em, app.id);
  if (!listing || !(await isFirst(ctx, em, listing))) return;
  listing.draftStatus = 'in_review';
  listing.submittedAt = ctx.clock.now();
  await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.submitted', subject: app.name });
}
