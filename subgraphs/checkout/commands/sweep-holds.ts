import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { releaseStrayHolds, syncWaitingNights } from '../operations/sync-nights.ts';
import { BOOKING_EVENT } from '../store/bookings.ts';

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
    const { rows } = await sql<BookingEvent>`
      UPDATE checkout.bookings b SET status = 'released', version = version + 1, updated_at = ${now}
      WHERE id IN (
        SELECT id FROM checkout.bookings WHERE status = 'held' AND hold_expires_at <= ${now}
        ORDER BY hold_expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      RETURNING ${BOOKING_EVENT}
    `.execute(statements(em));
    for (const booking of rows) await publish(ctx, em, 'booking.expired', booking);
    return rows.length;
  });
}
