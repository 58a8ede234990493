import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { closedError, type Entry, entered, refuseEntry } from '../../bookings/domain/entry-refusal.ts';
import { refundOf } from '../../bookings/domain/refund.ts';
import { finishChange } from '../../bookings/operations/finish-change.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { moveBookings } from '../../bookings/steps/move-bookings.ts';
import {
  type Booking,
  BookingEntity,
  type ReservationChange,
  type StayChange,
} from '../../store/entities.ts';
import { type ChannelEntry, reservationHold } from '../store/reservations.ts';

/** What is to be done next with a booking: it is cancelled, or a change is to be finished. */
type Begun =
  | { readonly cancelled: boolean }
  | { readonly change: StayChange | ReservationChange; readonly isOwn: boolean };

/**
 * Makes the booking of a reservation what its channel says now, unless a revision as high is known; null where another change
 * is in the way, and it is to be tried again.
 */
export async function changeReservation(
  ctx: SubgraphContext,
  id: number,
  entry: ChannelEntry,
): Promise<Entry | null> {
  const began = await inTransaction(ctx, async (em): Promise<Begun | Entry> => {
    const booking = await em.findOneOrFail(BookingEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    return begin(ctx, em, booking, entry);
  });
  if ('userErrors' in began) return began;
  if ('cancelled' in began) {
    const booking = await reader(ctx).findOneOrFail(BookingEntity, { id });
    if (began.cancelled) await syncNightsNow(ctx, booking);
    return entered(booking, true);
  }
  const finished = await finishChange(ctx, id, began.change);
  const isAgain = !began.isOwn || finished.userErrors.some(({ code }) => code === 'CONFLICT');
  return isAgain ? null : finished;
}

/** With the booking locked: cancels it at once, or writes down what it is to be. */
async function begin(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  entry: ChannelEntry,
): Promise<Begun | Entry> {
  const { revision, reservation, guest } = entry;
  if (revision <= (booking.channelRevision ?? 0)) return entered(booking, false);
  if (booking.changing) return { change: booking.changing, isOwn: false };
  const over = booking.status === 'cancelled' ? null : closedError(booking);
  if (over) return refuseEntry(over);
  if (reservation.cancelled) return { cancelled: await cancel(ctx, em, booking, revision) };
  const change = {
    holdId: reservationHold(entry, booking.holdId),
    replaces: booking.status === 'cancelled' ? null : booking.holdId,
    guest,
    revision,
    reservation,
  };
  await em.nativeUpdate(
    BookingEntity,
    { id: booking.id },
    { changing: change, changingSince: ctx.clock.now() },
  );
  return { change, isOwn: true };
}

/** Cancels it and publishes that; false where the host had cancelled it, and only the revision is new. */
async function cancel(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  revision: number,
): Promise<boolean> {
  const refund = refundOf(booking, ctx.clock.now());
  const moved = await moveBookings(ctx, em, 'cancel', {
    which: sql`id = ${booking.id}::bigint`,
    also: sql`, channel_revision = ${revision}::integer, refund_due = ${refund}::bigint`,
  });
  if (moved.length > 0) return true;
  await em.nativeUpdate(BookingEntity, { id: booking.id }, { channelRevision: revision });
  return false;
}
