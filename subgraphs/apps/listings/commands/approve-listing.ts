import type { SubgraphContext } from '#db/context.ts';
import type { ListingChanged } from '../store/own-listing.ts';
import { reviewListing } from '../store/review-listing.ts';

/** Publishes the draft in review that an operator has read, in place of what was published. For operators. */
export const approveListing = (
  ctx: SubgraphContext,
  reviewed: { readonly slug: string; readonly revision: number },
): Promise<ListingChanged> =>
  reviewListing(ctx, reviewed, (listing) => {
    listing.published = listing.draft;
    listing.publishedAt = ctx.clock.now();
    listing.draftStatus = 'published';
    return { kind: 'app_listing.approved' };
  });
