import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { releaseStrayHolds } from '../operations/sync-nights.ts';
import { moveBookings } from '../steps/move-bookings.ts';
import { syncWaitingNights } from './sync-waiting-nights.ts';

const BATCH = 100;

/**
 * Releases bookings no one paid in time, then gives their nights back. Between this and a payment the booking's status
 * decides: anyone who changes it from `held` first. See docs/interface/checkout.md#holds (abandoned-booking sweep).
 */
export async function sweepHolds(ctx: SubgraphContext): Promise<void> {
  while ((await releaseOverdue(ctx)) === BATCH);
  await syncWaitingNights(ctx);
  await releaseStrayHolds(ctx);
}

/** One batch, one transaction; how many were released. */
function releaseOverdue(ctx: SubgraphContext): Promise<number> {
  const now = ctx.clock.now();
  return inTransaction(ctx, async (em) => {
    const overdue = sql`b.id IN (
      SELECT id FROM checkout.bookings WHERE status = 'held' AND hold_expires_at <= ${now}
      ORDER BY hold_expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
    )`;
    return (await moveBookings(ctx, em, 'expire', { which: overdue })).length;
  });
}
