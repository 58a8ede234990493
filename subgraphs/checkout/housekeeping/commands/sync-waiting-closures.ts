import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { UnitStatusEntity } from '../../store/entities.ts';
import { syncClosure } from '../operations/sync-closure.ts';

const BATCH = 200;

/** Sends catalog the nights of units whose last change hasn't reached it. */
export async function syncWaitingClosures(ctx: SubgraphContext): Promise<void> {
  const waiting = await reader(ctx).find(
    UnitStatusEntity,
    { nightsSynced: false },
    { orderBy: { unitId: 'asc' }, limit: BATCH },
  );
  await forEachAtOnce(waiting, (unit) => syncClosure(ctx, unit));
}
