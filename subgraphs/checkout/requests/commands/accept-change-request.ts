import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { changeRefusal } from '../../bookings/domain/change-refusal.ts';
import { guestOf } from '../../bookings/domain/entered-booking.ts';
import { finishChange } from '../../bookings/operations/finish-change.ts';
import {
  BookingEntity,
  type ChangeRequest,
  ChangeRequestEntity,
  type ReservationChange,
  type StayChange,
} from '../../store/entities.ts';
import {
  CHANGE_TAKEN,
  type ChangeRequestResult,
  NO_SUCH_CHANGE,
  refuseChange,
  refuseEnded,
  STAY_CHANGED,
} from '../domain/change-request-faults.ts';
import { findChangeRequest } from '../queries/change-requests.ts';
import { moveChangeRequest } from '../steps/move-change-request.ts';
import { lockChange } from '../store/change-requests.ts';

/** Attempts per request while other changes to the same booking are in progress. */
const ATTEMPTS = 5;

/**
 * Accepts a team's pending request: takes the new nights and changes the booking at the price that the request
 * quoted, or declines the request if the nights are gone. Safe to repeat and to run concurrently. See
 * docs/interface/bookings.md#change-requests.
 */
export async function acceptChangeRequest(ctx: SubgraphContext, id: string): Promise<ChangeRequestResult> {
  const request = await findChangeRequest(ctx, id);
  if (!request) return NO_SUCH_CHANGE;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const begun = await inTransaction(ctx, (em) => begin(ctx, em, request));
    if ('userErrors' in begun) return begun;
    const { change, isOwn } = begun;
    const { userErrors } = await finishChange(ctx, request.bookingId, change);
    if (!isOwn) continue;
    const ended = await reader(ctx).findOneOrFail(ChangeRequestEntity, { id: request.id });
    if (ended.status === 'accepted') return { bookingChangeRequest: ended, userErrors: [] };
    if (userErrors.some(({ code }) => code === 'NIGHTS_TAKEN')) return CHANGE_TAKEN;
    const [reason] = userErrors;
    return refuseEnded(ended, ctx.clock.now()) && reason
      ? refuseChange(reason.code, reason.message)
      : refuseChange('CONFLICT', 'The booking was changed at the same time. Try again.');
  }
  throw new Error(`Failed to accept change request ${id} because its booking kept changing.`);
}

/** A change to finish; `isOwn` is false for one that another caller began. */
interface Begun {
  readonly change: StayChange | ReservationChange;
  readonly isOwn: boolean;
}

/** Decides under the booking's lock and records the change for the next steps. */
async function begin(
  ctx: SubgraphContext,
  em: Transaction,
  { id, bookingId }: ChangeRequest,
): Promise<Begun | ChangeRequestResult> {
  const now = ctx.clock.now();
  const booking = await em.findOneOrFail(
    BookingEntity,
    { id: bookingId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (booking.changing) return { change: booking.changing, isOwn: false };
  const request = await lockChange(em, id);
  const refused = request ? refuseEnded(request, now) : NO_SUCH_CHANGE;
  if (!request || refused) return refused ?? NO_SUCH_CHANGE;
  if (booking.holdId !== request.replaces || changeRefusal(booking, now)) {
    await moveChangeRequest(ctx, em, request, 'declined');
    return STAY_CHANGED;
  }
  const { stay, agreed, arrivalTime } = request;
  const replaces = booking.holdId;
  const begun = { holdId: newUuid(), replaces, stay, guest: guestOf(booking), revision: null };
  const change = { ...begun, agreed, arrivalTime, requestId: id };
  await em.nativeUpdate(BookingEntity, { id: bookingId }, { changing: change, changingSince: now });
  return { change, isOwn: true };
}
