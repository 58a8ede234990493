import type { SubgraphContext } from '#db/context.ts';
import { NONE, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { type ListingChanged, listingOf, withOwnApp } from '../steps/own-listing.ts';

/**
 * Removes the published listing of the account's own app from the store, or restores it. Refuses with
 * `NOT_PUBLISHED` before the first publication (docs/interface/listings.md#states).
 */
export const setListingVisibility = (
  ctx: SubgraphContext,
  { slug, listed }: { readonly slug: string; readonly listed: boolean },
): Promise<ListingChanged> =>
  withOwnApp(ctx, slug, async (em, app): Promise<ListingChanged> => {
    const listing = await listingOf(em, app);
    if (listing.published == null)
      return refuse('NOT_PUBLISHED', `The listing of "${slug}" isn't published yet.`, ['slug']);
    if (listing.isUnlisted === listed) {
      listing.isUnlisted = !listed;
      const kind = listed ? 'app_listing.listed' : 'app_listing.unlisted';
      await recordForTeamsOf(ctx, em, app.accountId, { kind, subject: app.name });
    }
    return { appId: app.id, slug, userErrors: NONE };
  });
