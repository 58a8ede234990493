import type { SubgraphContext } from '#db/context.ts';
import type { ListingChanged } from '../steps/own-listing.ts';
import { publishDraft, reviewListing } from '../steps/review-listing.ts';

/** Publishes the reviewed draft and replaces the published listing. For operators. */
export const approveListing = (
  ctx: SubgraphContext,
  reviewed: { readonly slug: string; readonly revision: number },
): Promise<ListingChanged> =>
  reviewListing(ctx, reviewed, (listing) => {
    publishDraft(ctx, listing);
    return { kind: 'app_listing.approved' };
  });
