import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { BookingEntity } from '../../store/entities.ts';
import { finishChange } from '../operations/finish-change.ts';

/** A change that takes longer counts as interrupted; overtaking a slow runner is harmless. */
const INTERRUPTED_AFTER_MS = 5_000;

const BATCH = 200;

/** Finishes booking changes interrupted by a crash or an outage. */
export async function recoverChanges(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - INTERRUPTED_AFTER_MS);
  const waiting = await reader(ctx).find(
    BookingEntity,
    { changingSince: { $lt: before } },
    { orderBy: { changingSince: 'asc' }, limit: BATCH },
  );
  await forEachAtOnce(waiting, async ({ id, changing }) => {
    if (changing) await finishChange(ctx, id, changing);
  });
}
