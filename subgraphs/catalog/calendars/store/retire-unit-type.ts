import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { IcalFeedEntity, type UnitTypeRow } from '../../store/entities.ts';
import { endFeed } from './end-feed.ts';
import { takeFeedNights } from './take-feed-nights.ts';

/** Archives a unit type that the caller has locked, and publishes that it changed. */
export async function retireUnitType(
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  unitType: UnitTypeRow,
): Promise<void> {
  em.assign(unitType, { archivedAt: ctx.clock.now(), active: false });
  await em.flush();
  await em.refresh(unitType); // the database counts its revision
  await removeFeeds(ctx, em, unitType.id);
  const { id, property, revision, active } = unitType;
  await publish(ctx, em, 'unit_type.updated', {
    ...{ teamId, unitTypeId: id, propertyId: property.id, version: revision, active },
  });
}

/** Nothing is read for a unit type that is off sale for good. */
async function removeFeeds(ctx: SubgraphContext, em: Transaction, unitTypeId: number): Promise<void> {
  const feeds = await em.find(
    IcalFeedEntity,
    { unitType: unitTypeId, removedAt: null },
    { populate: ['unitType.property.storefront'], orderBy: { id: 'asc' } },
  );
  for (const feed of feeds) {
    await endFeed(ctx, em, feed);
    await takeFeedNights(ctx, em, feed);
  }
}
