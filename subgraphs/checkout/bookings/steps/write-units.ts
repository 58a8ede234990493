import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { AssignedUnit } from '../../store/entities.ts';
import { BOOKING_EVENT } from '../store/booking-event.ts';

/** Replaces a locked booking's units and publishes `booking.updated`. The caller has called `lockAssignments`. */
export async function writeUnits(
  ctx: SubgraphContext,
  em: Transaction,
  bookingId: number,
  units: readonly AssignedUnit[],
): Promise<void> {
  const { rows } = await sql<BookingEvent>`
    UPDATE checkout.bookings b SET assigned_units = ${JSON.stringify(units)}::jsonb, version = version + 1
    WHERE id = ${bookingId}::bigint RETURNING ${BOOKING_EVENT}`.execute(statements(em));
  for (const event of rows) await publish(ctx, em, 'booking.updated', event);
}
