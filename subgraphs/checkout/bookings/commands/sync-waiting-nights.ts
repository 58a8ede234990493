import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { BookingEntity } from '../../store/entities.ts';
import { syncNights } from '../operations/sync-nights.ts';

const BATCH = 500;

/** Updates catalog's nights for every released, confirmed or cancelled booking that still needs it. */
export async function syncWaitingNights(ctx: SubgraphContext): Promise<void> {
  const waiting = await reader(ctx).find(
    BookingEntity,
    { status: { $ne: 'held' }, nightsSyncedAt: null },
    { orderBy: { updatedAt: 'asc' }, limit: BATCH },
  );
  await forEachAtOnce(waiting, (booking) => syncNights(ctx, booking));
}
