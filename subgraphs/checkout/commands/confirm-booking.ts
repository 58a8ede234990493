import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { type BookingResult, refuseBooking } from '../errors.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { reachesBooking } from '../store/entered-bookings.ts';
import { BookingEntity } from '../store/entities.ts';
import { moveBookings } from '../store/move-bookings.ts';

/**
 * Confirms a held booking of the host's team that was paid; one already confirmed stays so. `NOT_FOUND` for another team's,
 * `BOOKING_RELEASED` or `BOOKING_CANCELLED` when it came too late. The nights follow at once or with the next sweep.
 */
export async function confirmBooking(ctx: SubgraphContext, id: string): Promise<BookingResult> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const bookingId = parseId(id);
  const none = refuseBooking('NOT_FOUND', 'There is no such booking in this team.');
  if (teamId === null || bookingId === null || !(await reachesBooking(ctx, bookingId))) return none;

  const confirmed = await confirmHeld(ctx, bookingId, teamId);
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId, teamId });
  if (!booking) return none;
  if (confirmed) await syncNightsNow(ctx, booking);
  if (booking.status === 'confirmed') return { booking, userErrors: [] };
  return booking.status === 'cancelled'
    ? refuseBooking('BOOKING_CANCELLED', 'The booking was cancelled and cannot be confirmed.')
    : refuseBooking('BOOKING_RELEASED', 'The booking was not paid in time; its nights have been released.');
}

/** `held` to `confirmed` with its event; false when it is not held any more. */
function confirmHeld(ctx: SubgraphContext, id: number, teamId: number): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const moved = await moveBookings(ctx, em, 'confirm', { which: sql`id = ${id} AND team_id = ${teamId}` });
    return moved.length === 1;
  });
}
