import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { releaseStrayHolds } from '../operations/sync-nights.ts';
import { moveBookings } from '../steps/move-bookings.ts';
import { syncWaitingNights } from './sync-waiting-nights.ts';

const BATCH = 100;

/**
 * Releases bookings that weren't paid in time, then their nights. Between the sweep and a payment, the first
 * to change the `held` status wins. See docs/interface/checkout.md#holds (abandoned-booking sweep).
 */
export async function sweepHolds(ctx: SubgraphContext): Promise<void> {
  while ((await releaseOverdue(ctx)) === BATCH);
  await syncWaitingNights(ctx);
  await releaseStrayHolds(ctx);
}

/** Releases one batch in one transaction and returns its size. */
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
