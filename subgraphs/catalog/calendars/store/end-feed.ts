import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { IcalEventEntity, IcalExportEntity, type IcalFeedRow } from '../../store/entities.ts';

/** Ends a feed: deletes its events, address and export link; past nights stay counted. */
export async function endFeed(
  ctx: Pick<SubgraphContext, 'clock'>,
  em: Transaction,
  feed: IcalFeedRow,
): Promise<void> {
  await em.nativeDelete(IcalEventEntity, { feed: feed.id });
  await em.nativeDelete(IcalExportEntity, { feed: feed.id });
  Object.assign(feed, { removedAt: ctx.clock.now(), urlSealed: null, holdsBack: false, problem: null });
}
