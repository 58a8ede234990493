import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { IcalFeedEntity } from '../../store/entities.ts';
import { endFeed } from '../store/end-feed.ts';
import { takeFeedNights } from './take-feed-nights.ts';

/** Removes a unit type's feeds when it goes off sale for good, and frees their nights. */
export async function removeFeeds(ctx: SubgraphContext, em: Transaction, unitTypeId: number): Promise<void> {
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
