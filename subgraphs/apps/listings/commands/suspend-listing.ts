import type { SubgraphContext } from '#db/context.ts';
import { operatorId } from '#kit/operator.ts';
import type { ListingChanged } from '../steps/own-listing.ts';
import { decideOnListing, refuseReason } from '../steps/review-listing.ts';

interface Given {
  readonly slug: string;
  readonly reason: string;
}

/**
 * Removes an app from the store regardless of its developer: no new team can install it, and existing
 * installs keep working. For operators (docs/interface/listings.md#suspended-listings).
 */
export const suspendListing = (ctx: SubgraphContext, given: Given): Promise<ListingChanged> =>
  move(ctx, given, true);

/** Restores a suspended listing to its developer's state. For operators. */
export const resumeListing = (ctx: SubgraphContext, given: Given): Promise<ListingChanged> =>
  move(ctx, given, false);

/** If the listing already has this state, leaves it unchanged, including the reason, and records no event. */
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
