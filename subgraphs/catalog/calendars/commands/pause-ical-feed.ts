import type { SubgraphContext } from '#db/context.ts';
import { findIcalFeed } from '../queries/ical-feeds.ts';
import { changeFeed } from '../steps/change-feed.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/**
 * Stops reading the host's feed. The feed keeps its nights, but doesn't hold back any units, since the host
 * knows that it's paused.
 */
export async function pauseIcalFeed(ctx: SubgraphContext, id: string): Promise<IcalFeedPayload> {
  const changed = await changeFeed(ctx, id, {
    kind: 'ical_feed.paused',
    change(feed) {
      Object.assign(feed, { status: 'paused', holdsBack: false });
      return [];
    },
  });
  if (changed.id === null) return { icalFeed: null, userErrors: changed.userErrors };
  return { icalFeed: await findIcalFeed(ctx, changed.id), userErrors: [] };
}
