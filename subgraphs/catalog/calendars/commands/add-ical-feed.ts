import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { MAX_FEEDS } from '#schema/limits.ts';
import { mistaken, NO_UNIT_TYPE, userError } from '../../errors.ts';
import type { IcalFeedAddInput, UserError } from '../../generated.ts';
import { IcalFeedEntity } from '../../store/entities.ts';
import { ownUnitType } from '../../store/own-rows.ts';
import { readGivenFeed } from '../domain/feed-input.ts';
import { findIcalFeed, type IcalFeedRecord } from '../queries/ical-feeds.ts';
import { readInTime } from '../steps/read-in-time.ts';
import { feedAddress } from '../store/feed-address.ts';
import { exportOf } from '../store/ical-exports.ts';

const READ_AGAIN_MS = 60_000;

export interface IcalFeedPayload {
  readonly icalFeed: IcalFeedRecord | null;
  readonly userErrors: readonly UserError[];
}

/**
 * Adds a feed and reads it within 2 s; a slower read continues in the background. An unreadable feed is added
 * anyway and retried later, since the other platform may be down. See docs/interface/ical.md#feeds.
 */
export async function addIcalFeed(ctx: SubgraphContext, input: IcalFeedAddInput): Promise<IcalFeedPayload> {
  const since = performance.now();
  ctx.services.catalog.feedThread.warm();
  const { columns, address, mistakes } = readGivenFeed(input, ctx.config.webhookAllowPrivate);
  const added = await inTransaction(ctx, async (em): Promise<number | readonly UserError[]> => {
    const unitType = await ownUnitType(em, ctx.viewer, input.unitTypeId);
    if (!unitType) return [NO_UNIT_TYPE];
    if (mistakes.length > 0 || address === null) return mistakes.map(mistaken);
    if (unitType.archivedAt) return [userError('ARCHIVED', 'unitTypeId', 'This unit type is archived.')];
    // the lock ensures that concurrent adds count a unit type's feeds correctly
    await em.lock(unitType, LockMode.PESSIMISTIC_WRITE);
    const others = await em.find(IcalFeedEntity, { unitType, removedAt: null });
    const { urlHash, urlSealed } = feedAddress(ctx, address);
    if (others.some((feed) => feed.urlHash === urlHash))
      return [userError('TAKEN', 'url', 'The unit type already has a feed for this calendar.')];
    if (others.length >= MAX_FEEDS)
      return [userError('LIMIT_REACHED', 'unitTypeId', `A unit type can have at most ${MAX_FEEDS} feeds.`)];
    const now = ctx.clock.now();
    const feed = em.create(IcalFeedEntity, {
      units: 1,
      holdBackUnits: 1,
      name: input.name.trim(),
      ...columns,
      unitType,
      urlHash,
      urlSealed,
      createdAt: now,
      // The feed is read right after this; the job reads it only if this process dies first.
      status: 'late',
      nextReadAt: new Date(now.getTime() + READ_AGAIN_MS),
    });
    await em.flush();
    await exportOf(ctx, em, { unitTypeId: unitType.id, feedId: feed.id });
    const { teamId } = unitType.property.storefront;
    const subject = `${feed.name}, ${unitType.name}`;
    await recordTeamEvent(ctx, em, [teamId], { kind: 'ical_feed.added', subject });
    return feed.id;
  });
  if (typeof added !== 'number') return { icalFeed: null, userErrors: added };
  await readInTime(ctx, added, { since });
  return { icalFeed: await findIcalFeed(ctx, added), userErrors: [] };
}
