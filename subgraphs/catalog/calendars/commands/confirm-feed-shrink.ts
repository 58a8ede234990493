import type { SubgraphContext } from '#db/context.ts';
import { userError } from '../../errors.ts';
import { IcalEventEntity } from '../../store/entities.ts';
import { findIcalFeed } from '../queries/ical-feeds.ts';
import { changeFeed } from '../steps/change-feed.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/**
 * Frees the nights of events that were missing when a shrunken feed was last read, but only the losses that
 * the host saw, not those from later reads. See docs/interface/ical.md#losses.
 */
export async function confirmFeedShrink(ctx: SubgraphContext, id: string): Promise<IcalFeedPayload> {
  const changed = await changeFeed(ctx, id, {
    kind: 'ical_feed.shrink_confirmed',
    async change(feed, em) {
      if (feed.problem !== 'FEED_SHRANK') {
        const error = userError('INVALID', null, 'This feed has no lost events to confirm.');
        return [{ ...error, field: ['id'] }];
      }
      await em.nativeDelete(IcalEventEntity, { feed: feed.id, absent: true, echo: false });
      Object.assign(feed, { problem: null, shrunkFrom: null });
      return [];
    },
  });
  if (changed.id === null) return { icalFeed: null, userErrors: changed.userErrors };
  return { icalFeed: await findIcalFeed(ctx, changed.id), userErrors: [] };
}
