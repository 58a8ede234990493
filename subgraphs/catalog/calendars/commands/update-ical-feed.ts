import type { SubgraphContext } from '#db/context.ts';
import { mistaken, userError } from '../../errors.ts';
import type { IcalFeedUpdateInput } from '../../generated.ts';
import { IcalFeedEntity } from '../../store/entities.ts';
import { readGivenFeed } from '../domain/feed-input.ts';
import { findIcalFeed } from '../queries/ical-feeds.ts';
import { changeFeed } from '../steps/change-feed.ts';
import { readInTime } from '../steps/read-in-time.ts';
import { feedAddress } from '../store/feed-address.ts';
import type { IcalFeedPayload } from './add-ical-feed.ts';

/**
 * Changes a host's feed. A new address is read immediately; events missing there are freed only after the
 * usual number of reads.
 */
export async function updateIcalFeed(
  ctx: SubgraphContext,
  input: IcalFeedUpdateInput,
): Promise<IcalFeedPayload> {
  const { columns, address, mistakes } = readGivenFeed(input, ctx.config.webhookAllowPrivate);
  const since = performance.now();
  const changed = await changeFeed(ctx, input.id, {
    kind: 'ical_feed.updated',
    async change(feed, em) {
      if (mistakes.length > 0) return mistakes.map(mistaken);
      Object.assign(feed, columns);
      if (address === null) return [];
      const known = feedAddress(ctx, address);
      const isTaken = {
        unitType: feed.unitType,
        removedAt: null,
        urlHash: known.urlHash,
        id: { $ne: feed.id },
      };
      if ((await em.count(IcalFeedEntity, isTaken)) > 0)
        return [userError('TAKEN', 'url', 'The unit type already has a feed for this calendar.')];
      Object.assign(feed, { ...known, calendarId: null, etag: null, lastModified: null, readWholeAt: null });
      return [];
    },
  });
  if (changed.id === null) return { icalFeed: null, userErrors: changed.userErrors };
  if (address !== null) await readInTime(ctx, changed.id, { since, anew: true });
  return { icalFeed: await findIcalFeed(ctx, changed.id), userErrors: [] };
}
