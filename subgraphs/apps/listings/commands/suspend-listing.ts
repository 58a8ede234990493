import type { SubgraphContext } from '#db/context.ts';
import { operatorId } from '../../access.ts';
import type { ListingChanged } from '../steps/own-listing.ts';
import { decideOnListing, refuseReason } from '../steps/review-listing.ts';

interface Given {
  readonly slug: string;
  readonly reason: string;
}

/**
 * Takes an app out of the store, whatever its developer does: no further team can install it, and existing installs go on. For operators
 * (docs/interface/listings.md#suspended-listings).
 */
export const suspendListing = (ctx: SubgraphContext, given: Given): Promise<ListingChanged> =>
  move(ctx, given, true);

/** Puts a suspended listing back where its developer has it. For operators. */
export const resumeListing = (ctx: SubgraphContext, given: Given): Promise<ListingChanged> =>
  move(ctx, given, false);

/** One that is so already stays as it is, reason included, and nothing is kept. */
async function move(
  ctx: SubgraphContext,
  { slug, reason }: Given,
  suspended: boolean,
): Promise<ListingChanged> {
  operatorId(ctx);
  const refused = refuseReason(reason);
  if (refused) return refused;
  return decideOnListing(ctx, slug, (_em, listing) => {
    if ((listing.suspensionReason != null) === suspended) return null;
    listing.suspensionReason = suspended ? reason.trim() : null;
    return {
      kind: suspended ? 'app_listing.suspended' : 'app_listing.resumed',
      change: reason.trim(),
    };
  });
}
