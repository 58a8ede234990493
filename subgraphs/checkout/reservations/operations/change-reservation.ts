import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { closedError, type Entry, entered, refuseEntry } from '../../bookings/domain/entry-refusal.ts';
import { finishChange } from '../../bookings/operations/finish-change.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { cancelLocked } from '../../bookings/steps/cancel-locked.ts';
import { derivedPayment, type FolioBooking } from '../../folio/domain/derived-entries.ts';
import { reversalOf, todayIn } from '../../folio/domain/reversals.ts';
import { appendEntries } from '../../folio/steps/append-entries.ts';
import { settleDue } from '../../folio/steps/settle-due.ts';
import { storedEntries } from '../../folio/store/entries.ts';
import {
  type Booking,
  BookingEntity,
  type ReservationChange,
  type StayChange,
} from '../../store/entities.ts';
import { type ChannelEntry, reservationHold } from '../store/reservations.ts';

/** Next step for a booking: already cancelled, or a change to finish. */
type Begun =
  | { readonly cancelled: boolean }
  | { readonly change: StayChange | ReservationChange; readonly isOwn: boolean };

/**
 * Applies a channel's reservation to its booking, unless an equal or higher revision is known; null if
 * another change is in progress and the caller must retry.
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

/** Under the booking's lock, cancels it immediately or records the pending change. */
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

/**
 * Cancels the booking and publishes the event; false if the host had already cancelled it, and only the
 * revision is new.
 */
async function cancel(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  revision: number,
): Promise<boolean> {
  const also = sql`, channel_revision = ${revision}::integer`;
  // Reservations are sold without our terms, so there is no fee to tax.
  if (await cancelLocked(ctx, em, booking, { by: 'channel', taxes: [], also })) {
    if (booking.channel?.collectedBy === 'channel') await reversePaid(ctx, em, booking);
    return true;
  }
  await em.nativeUpdate(BookingEntity, { id: booking.id }, { channelRevision: revision });
  return false;
}

/**
 * Reverses what a channel collected for a booking that the channel cancelled and refunds itself. Payments
 * that the host recorded stay.
 */
async function reversePaid(ctx: SubgraphContext, em: Transaction, booking: FolioBooking): Promise<void> {
  const collected = derivedPayment(booking, await storedEntries(em, booking.id));
  if (!collected) return;
  const now = ctx.clock.now();
  const reversal = { ...reversalOf(collected, todayIn(booking.timeZone, now)), date: null, receivedAt: now };
  await appendEntries(ctx, em, booking, [collected, reversal], { paid: -collected.amount });
  await settleDue(ctx, em, booking.id);
}
