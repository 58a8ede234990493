import type { SubgraphContext } from '#db/context.ts';
import { changeFeed } from '../steps/change-feed.ts';
import { endFeed } from '../store/end-feed.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/** Removes a host's feed with its export link, and frees its nights from today on. */
export async function removeIcalFeed(ctx: SubgraphContext, id: string): Promise<IcalFeedPayload> {
  const removed = await changeFeed(ctx, id, {
    kind: 'ical_feed.removed',
    async change(feed, em) {
      await endFeed(ctx, em, feed);
      return [];
    },
  });
  return { icalFeed: null, userErrors: removed.id === null ? removed.userErrors : [] };
}
