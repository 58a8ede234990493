import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_FEED, userError } from '../errors.ts';
import { findIcalFeed } from '../queries/ical-feeds.ts';
import { ownFeed } from '../store/own-feed.ts';
import { readFeed } from '../store/read-feed.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/** Reads a feed of the host's own now, instead of at its next time. */
export async function refreshIcalFeed(ctx: SubgraphContext, id: string): Promise<IcalFeedPayload> {
  const feed = await inTransaction(ctx, (em) => ownFeed(em, ctx.viewer, id));
  if (!feed) return { icalFeed: null, userErrors: [NO_FEED] };
  if (feed.status === 'paused') {
    const error = {
      ...userError('INVALID', null, 'This feed is paused. Resume it to read it.'),
      field: ['id'],
    };
    return { icalFeed: null, userErrors: [error] };
  }
  await readFeed(ctx, feed.id);
  return { icalFeed: await findIcalFeed(ctx, feed.id), userErrors: [] };
}
