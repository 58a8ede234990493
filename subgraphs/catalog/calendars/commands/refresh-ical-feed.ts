import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_FEED, userError } from '../../errors.ts';
import { findIcalFeed } from '../queries/ical-feeds.ts';
import { readInTime } from '../steps/read-in-time.ts';
import { ownFeed } from '../store/own-feed.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/** Reads a host's feed now. Returns within 2 s; a slower read continues in the background. */
export async function refreshIcalFeed(ctx: SubgraphContext, id: string): Promise<IcalFeedPayload> {
  const since = performance.now();
  const feed = await inTransaction(ctx, (em) => ownFeed(em, ctx.viewer, id));
  if (!feed) return { icalFeed: null, userErrors: [NO_FEED] };
  if (feed.status === 'paused') {
    const error = {
      ...userError('INVALID', null, 'This feed is paused. Resume it first.'),
      field: ['id'],
    };
    return { icalFeed: null, userErrors: [error] };
  }
  await readInTime(ctx, feed.id, { since });
  return { icalFeed: await findIcalFeed(ctx, feed.id), userErrors: [] };
}
