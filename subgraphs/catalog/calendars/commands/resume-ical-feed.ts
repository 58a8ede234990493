import type { SubgraphContext } from '#db/context.ts';
import { userError } from '../../errors.ts';
import { findIcalFeed } from '../queries/ical-feeds.ts';
import { changeFeed } from '../steps/change-feed.ts';
import { readInTime } from '../steps/read-in-time.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/** Resumes a host's paused feed and reads it immediately. The feed is late until that read succeeds. */
export async function resumeIcalFeed(ctx: SubgraphContext, id: string): Promise<IcalFeedPayload> {
  const since = performance.now();
  const changed = await changeFeed(ctx, id, {
    kind: 'ical_feed.resumed',
    change(feed) {
      if (feed.status !== 'paused')
        return [{ ...userError('INVALID', null, 'This feed is not paused.'), field: ['id'] }];
      Object.assign(feed, { status: 'late', nextReadAt: ctx.clock.now() });
      return [];
    },
  });
  if (changed.id === null) return { icalFeed: null, userErrors: changed.userErrors };
  await readInTime(ctx, changed.id, { since });
  return { icalFeed: await findIcalFeed(ctx, changed.id), userErrors: [] };
}
