import type { SubgraphContext } from '#db/context.ts';
import { operatorId } from '#kit/operator.ts';
import type { ListingChanged } from '../steps/own-listing.ts';
import { refuseReason, reviewListing } from '../steps/review-listing.ts';

interface Rejection {
  readonly slug: string;
  readonly revision: number;
  readonly reason: string;
}

/**
 * Rejects the reviewed draft with a reason shown to the developer. The published listing stays. For
 * operators.
 */
export async function rejectListing(
  ctx: SubgraphContext,
  { reason, ...reviewed }: Rejection,
): Promise<ListingChanged> {
  operatorId(ctx);
  const refused = refuseReason(reason);
  if (refused) return refused;
  return reviewListing(ctx, reviewed, (listing) => {
    listing.draftStatus = 'rejected';
    listing.rejectionReason = reason.trim();
    return { kind: 'app_listing.rejected', change: reason.trim() };
  });
}
