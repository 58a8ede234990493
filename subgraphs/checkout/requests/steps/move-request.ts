import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BookingRequestEvent } from '#schema/events.ts';
import { type RequestMove, requestAfter } from '../../domain/request-status.ts';
import { type BookingRequest, BookingRequestEntity, StrayHoldEntity } from '../../store/entities.ts';

/** Any process that finds a stray hold this old releases it immediately. */
const LONG_AGO = new Date(0);

/** Fields that a move writes in addition to the status. */
export type MovedTo = Partial<
  Pick<
    BookingRequest,
    | 'holdId'
    | 'respondBy'
    | 'payBy'
    | 'declineReason'
    | 'declineText'
    | 'bookingId'
    | 'nearest'
    | 'total'
    | 'quote'
  >
>;

/** Event by move; a booking that lapses publishes its own. */
const EVENTS = {
  verify: 'booking_request.created',
  accept: 'booking_request.accepted',
  fail: 'booking_request.failed',
  decline: 'booking_request.declined',
  withdraw: 'booking_request.withdrawn',
  expire: 'booking_request.expired',
  pay: 'booking_request.booked',
  lapse: null,
} as const satisfies Readonly<Record<RequestMove, string | null>>;

/**
 * Moves a locked request and publishes its event; null if its status doesn't allow the move. The sweep
 * releases nights it doesn't need, unless another process releases them first.
 */
export async function moveRequest(
  ctx: SubgraphContext,
  em: Transaction,
  request: BookingRequest,
  move: RequestMove,
  to: MovedTo = {},
): Promise<BookingRequest | null> {
  const status = requestAfter(request.status, move);
  if (status === null) return null;
  const moved = { ...request, ...to, status, version: request.version + 1, updatedAt: ctx.clock.now() };
  const { version, updatedAt } = moved;
  await em.nativeUpdate(BookingRequestEntity, { id: request.id }, { ...to, status, version, updatedAt });
  const event = EVENTS[move];
  if (event !== null) await publish(ctx, em, event, describeRequest(moved));
  const isOver =
    status === 'declined' || status === 'withdrawn' || status === 'expired' || status === 'failed';
  if (isOver && request.holdId !== null) {
    await em.upsert(StrayHoldEntity, { holdId: request.holdId, since: LONG_AGO, releasing: false });
  }
  return moved;
}

/** The event's view of a request, without the guest. */
export const describeRequest = (request: BookingRequest): BookingRequestEvent => ({
  teamId: request.teamId,
  requestId: request.id,
  version: request.version,
  reference: request.reference,
  status: request.status === 'unverified' ? 'pending' : request.status,
  propertyId: request.propertyId,
  unitTypeId: request.unitTypeId,
  units: request.units,
  checkIn: request.checkIn,
  checkOut: request.checkOut,
  adults: request.adults,
  children: request.children,
  bookingId: request.bookingId,
});
