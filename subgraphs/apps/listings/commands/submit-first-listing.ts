import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { isFirst, lockListing } from '../steps/first-listing.ts';

/**
 * Submits an app's first listing together with the version its developer releases, if it's complete and no
 * listing was published before; runs in the caller's transaction. Developers submit later drafts themselves.
 */
export async function submitFirstListing(ctx: SubgraphContext, em: Transaction, app: App): Promise<void> {
  const listing = await lockListing(em, app.id);
  if (!listing || !(await isFirst(ctx, em, listing))) return;
  listing.draftStatus = 'in_review';
  listing.submittedAt = ctx.clock.now();
  await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.submitted', subject: app.name });
}
