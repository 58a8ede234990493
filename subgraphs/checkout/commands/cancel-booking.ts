import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import { BOOKING_EVENT } from '../bookings.ts';
import { BookingEntity } from '../entities.ts';
import { teamOf } from '../queries.ts';
import { type BookingResult, refuseBooking, settleNow } from './confirm-booking.ts';

/**
 * Calls a booking of the host's team off, held or confirmed; one that is called off already stays so. `NOT_FOUND` for another
 * team's, `BOOKING_RELEASED` where it was not paid in time, `BOOKING_OVER` after its guests left. The nights follow at once or
 * with the next sweep. See docs/interface/bookings.md#events.
 */
export async function cancelBooking(ctx: IslandContext, id: string): Promise<BookingResult> {
  const teamId = teamOf(ctx.viewer);
  const bookingId = parseId(id);
  const none = refuseBooking('NOT_FOUND', 'There is no such booking in this team.');
  if (teamId === null || bookingId === null) return none;

  const cancelled = await cancelRunning(ctx, bookingId, teamId);
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId, teamId });
  if (!booking) return none;
  if (cancelled) await settleNow(ctx, booking);
  if (booking.status === 'cancelled') return { booking, userErrors: [] };
  return booking.status === 'released'
    ? refuseBooking('BOOKING_RELEASED', 'The booking was not paid in time; its nights have been released.')
    : refuseBooking('BOOKING_OVER', 'The guests have left: the booking cannot be called off any more.');
}

/** To `cancelled` with its event; false when it is neither held nor confirmed any more, or over. */
function cancelRunning(ctx: IslandContext, id: number, teamId: number): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const { rows } = await sql<BookingEvent>`
      UPDATE checkout.bookings b
      SET status = 'cancelled', version = version + 1, updated_at = ${ctx.clock.now()}, nights_settled_at = NULL
      WHERE id = ${id} AND team_id = ${teamId} AND status IN ('held', 'confirmed') AND checked_out_at IS NULL
      RETURNING ${BOOKING_EVENT}
    `.execute(em.getKysely<unknown>());
    for (const booking of rows) await publish(ctx, em, 'booking.cancelled', booking);
    return rows.length === 1;
  });
}
