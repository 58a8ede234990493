import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { BookingEvent, ChangeRequestEvent } from '#schema/events.ts';
import { BOOKING_EVENT } from '../../bookings/store/booking-event.ts';
import type { ChangeRequestStatus } from '../../domain/change-request-status.ts';
import { type ChangeRequest, ChangeRequestEntity } from '../../store/entities.ts';

/** Ends a locked request; its guest gets an email if the host declined it or it expired. Ended requests stay as they are. */
export async function moveChangeRequest(
  ctx: SubgraphContext,
  em: Transaction,
  request: ChangeRequest,
  status: Exclude<ChangeRequestStatus, 'pending'>,
  declineReason: string | null = null,
): Promise<ChangeRequest> {
  if (request.status !== 'pending') return request;
  const to = { status, declineReason, version: request.version + 1, updatedAt: ctx.clock.now() };
  await em.nativeUpdate(ChangeRequestEntity, { id: request.id }, to);
  const moved = { ...request, ...to };
  if (status === 'declined' || status === 'expired')
    await publishChange(ctx, em, 'booking.change_ended', moved);
  return moved;
}

/** Publishes an event about a request, with its booking. */
export async function publishChange(
  ctx: SubgraphContext,
  em: Transaction,
  event: 'booking.change_requested' | 'booking.change_ended',
  request: ChangeRequest,
): Promise<void> {
  const { rows } = await sql<BookingEvent>`
    SELECT ${BOOKING_EVENT} FROM checkout.bookings b WHERE b.id = ${request.bookingId}::bigint`.execute(
    statements(em),
  );
  for (const booking of rows) {
    await publish(ctx, em, event, { ...booking, request: describeChange(request) });
  }
}

/** The event's view of a request. */
const describeChange = ({
  id,
  version,
  status,
  stay,
  agreed,
  arrivalTime,
  total,
  difference,
  declineReason,
  expiresAt,
}: ChangeRequest): ChangeRequestEvent['request'] => ({
  id,
  version,
  status,
  checkIn: stay.checkIn,
  checkOut: stay.checkOut,
  adults: stay.adults,
  children: stay.children,
  arrivalTime,
  total,
  difference,
  dropped: agreed.dropped,
  declineReason,
  expiresAt: expiresAt.toISOString(),
});
