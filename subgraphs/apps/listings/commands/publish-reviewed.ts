import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { isFirst, lockListing } from '../steps/first-listing.ts';
import { publishDraft } from '../steps/review-listing.ts';

/** Revision of an app that has never saved a listing, as shown by `listingRevision`. */
const NO_LISTING = 0;

/**
 * Publishes the listing reviewed with a version, in the caller's transaction. Refuses with `LISTING_CHANGED`
 * if its revision has changed.
 */
export async function publishReviewed(
  ctx: SubgraphContext,
  em: Transaction,
  app: App,
  { operator, revision }: { readonly operator: number; readonly revision: number | null },
): Promise<Refused | null> {
  const listing = await lockListing(em, app.id);
  if (revision !== null && (listing?.revision ?? NO_LISTING) !== revision)
    return refuse(
      'LISTING_CHANGED',
      `The listing of "${app.slug}" has changed since you read it. Review it again.`,
      ['listingRevision'],
    );
  const isReviewed = listing && (listing.draftStatus === 'in_review' || (await isFirst(ctx, em, listing)));
  if (!isReviewed) return null;
  listing.reviewedBy = operator;
  publishDraft(ctx, listing);
  await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_listing.approved', subject: app.name });
  return null;
}
