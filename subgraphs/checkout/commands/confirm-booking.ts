import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { parseId } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import { BOOKING_EVENT } from '../bookings.ts';
import { type Booking, BookingEntity } from '../entities.ts';
import { settleBooking } from './settle-nights.ts';

/** What came of confirming a booking or calling it off: the booking as it is now, or why it cannot be. */
export interface BookingResult {
  readonly booking: Booking | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

/** The answer that refuses: `booking` is null. */
export const refuseBooking = (code: string, message: string): BookingResult => ({
  booking: null,
  userErrors: [{ field: ['id'], message, code }],
});

/**
 * Confirms a held booking of the host's team that was paid; one already confirmed stays so. `NOT_FOUND` for another team's,
 * `BOOKING_RELEASED` or `BOOKING_CANCELLED` when it came too late. The nights follow at once or with the next sweep.
 */
export async function confirmBooking(ctx: IslandContext, id: string): Promise<BookingResult> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const bookingId = parseId(id);
  const none = refuseBooking('NOT_FOUND', 'There is no such booking in this team.');
  if (teamId === null || bookingId === null) return none;

  const confirmed = await confirmHeld(ctx, bookingId, teamId);
  const booking = await reader(ctx).findOne(BookingEntity, { id: bookingId, teamId });
  if (!booking) return none;
  if (confirmed) await settleNow(ctx, booking);
  if (booking.status === 'confirmed') return { booking, userErrors: [] };
  return booking.status === 'cancelled'
    ? refuseBooking('BOOKING_CANCELLED', 'The booking was cancelled and cannot be confirmed.')
    : refuseBooking('BOOKING_RELEASED', 'The booking was not paid in time; its nights have been released.');
}

/** `held` to `confirmed` with its event; false when it is not held any more. */
function confirmHeld(ctx: IslandContext, id: number, teamId: number): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const { rows } = await sql<BookingEvent>`
      UPDATE checkout.bookings b SET status = 'confirmed', version = version + 1, updated_at = ${ctx.clock.now()}
      WHERE id = ${id} AND team_id = ${teamId} AND status = 'held'
      RETURNING ${BOOKING_EVENT}
    `.execute(em.getKysely<unknown>());
    for (const booking of rows) await publish(ctx, em, 'booking.confirmed', booking);
    return rows.length === 1;
  });
}

/** The booking is confirmed or called off whatever happens here: what fails is repeated by the sweep. */
export async function settleNow(ctx: IslandContext, booking: Booking): Promise<void> {
  try {
    await settleBooking(ctx, booking);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, booking: booking.reference }, 'the nights of a booking will follow later');
  }
}
