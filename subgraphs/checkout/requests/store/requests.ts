import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import type { BookingRequestEvent } from '#schema/events.ts';
import { type RequestMove, requestAfter } from '../../domain/request-status.ts';
import { type BookingRequest, BookingRequestEntity, StrayHoldEntity } from '../../store/entities.ts';

/** Anyone who finds a hold this old among the strays gives its nights back at once. */
const LONG_AGO = new Date(0);

/** A request by its id, locked until the transaction ends: of all who move it on, one does. */
export const lockRequest = (em: Transaction, id: string): Promise<BookingRequest | null> =>
  em.findOne(BookingRequestEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

export const findRequest = (ctx: SubgraphContext, id: string): Promise<BookingRequest | null> =>
  reader(ctx).findOne(BookingRequestEntity, { id });

/** What a move writes beside the status. */
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

/** The events of the moves; a guest who does not pay is known by the booking's own. */
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
 * Moves a locked request on, with its event, in the caller's transaction; null where it is not where the move leads from. Nights that
 * it held and needs no more are given back by the sweep, unless someone does so before.
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

/** A request as its events carry it: nothing of the guest. */
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
