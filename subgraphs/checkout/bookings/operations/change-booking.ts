import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, reader, statements, type Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import { LONGEST_STAY } from '#schema/limits.ts';
import type { Author } from '../../access.ts';
import {
  type AgreedEntryPrice,
  type BookedGuest,
  type Booking,
  BookingEntity,
  type EnteredStay,
  type ReservationChange,
  type StayChange,
} from '../../store/entities.ts';
import { begunFault } from '../domain/change-refusal.ts';
import { soldStay } from '../domain/changed-stay.ts';
import { changedStay, guestOf, isSame, stayOf } from '../domain/entered-booking.ts';
import { entryError, isStay } from '../domain/entry-faults.ts';
import {
  closedError,
  type Entry,
  entered,
  NO_SUCH_BOOKING,
  pendingError,
  refuseEntry,
  SOLD_BY_CHANNEL,
} from '../domain/entry-refusal.ts';
import { BOOKING_EVENT } from '../store/booking-event.ts';
import { guestContact } from '../store/entered-bookings.ts';
import { finishChange } from './finish-change.ts';

/** Requested changes to a booking; absent fields stay unchanged. */
interface Wanted {
  readonly stay: Partial<EnteredStay>;
  readonly guest: BookedGuest | null;
  /** Null for the next revision. */
  readonly revision: number | null;
  /** The agreed price, or null for the price that agents would see; absent keeps what was agreed. */
  readonly priced?: AgreedEntryPrice | null;
}

/** Attempts per change while another change to the same booking is in progress. */
const ATTEMPTS = 5;

/** Changes a booking's stay, guest or both: applies everything, or returns the reason and applies no change. */
export async function changeBooking(
  ctx: SubgraphContext,
  { teamId }: Author,
  id: number,
  wanted: Wanted,
): Promise<Entry> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const began = await inTransaction(ctx, async (em) => {
      const booking = await em.findOne(
        BookingEntity,
        { id, teamId },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      );
      return booking ? begin(ctx, em, booking, wanted) : refuseEntry(NO_SUCH_BOOKING);
    });
    if ('userErrors' in began) {
      if (began.booking === null) return began;
      return entered(await reader(ctx).findOneOrFail(BookingEntity, { id }), began.applied);
    }
    const finished = await finishChange(ctx, id, began.change);
    if (began.isOwn) return finished;
  }
  throw new Error(`Failed to change booking ${id} because others kept changing it.`);
}

/** A change to finish before any other change to the booking. */
interface Begun {
  readonly change: StayChange | ReservationChange;
  readonly isOwn: boolean;
}

/**
 * Decides under the booking's lock; changes its guest immediately and records a stay change for the next
 * steps.
 */
async function begin(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  { stay, guest, revision, priced }: Wanted,
): Promise<Entry | Begun> {
  const known = booking.enteredRevision;
  if (revision !== null && known !== null && revision <= known) return entered(booking, false);
  const closed = closedError(booking);
  if (closed) return refuseEntry(closed);
  if (booking.changing) return { change: booking.changing, isOwn: false };

  const next = known === null ? null : (revision ?? known + 1);
  const before = stayOf(booking);
  const after = before && changedStay(before, stay);
  const comes = guest ?? guestOf(booking);
  if (booking.channelRevision !== null && Object.keys(stay).length > 0) return refuseEntry(SOLD_BY_CHANNEL);
  const isOtherPrice = priced !== undefined && (priced !== null || booking.priceMode !== null);
  if (before && after && (isOtherPrice || !isSame(before, after))) {
    const pending = pendingError(booking);
    if (pending) return refuseEntry(pending);
    const keepsPrices = priced === undefined && keepsPrice(booking, before, after);
    const begun = begunFault(booking, { before, after, keepsPrices }, ctx.clock.now());
    if (begun) return refuseEntry(begun);
    if (!isStay(Temporal.PlainDate.from(after.checkIn), Temporal.PlainDate.from(after.checkOut))) {
      return refuseEntry(
        entryError(
          'INVALID',
          'checkOut',
          `A stay must have 1 to ${LONGEST_STAY} nights, with check-out after check-in.`,
        ),
      );
    }
    const change: StayChange = {
      holdId: newUuid(),
      replaces: booking.holdId,
      stay: after,
      guest: comes,
      revision: next,
      ...(priced ? { priced } : {}),
      ...(keepsPrices ? { before: soldStay(booking) } : {}),
    };
    await em.nativeUpdate(
      BookingEntity,
      { id: booking.id },
      { changing: change, changingSince: ctx.clock.now() },
    );
    return { change, isOwn: true };
  }
  if (!before && Object.keys(stay).length > 0) {
    const message = 'The booking has several lines. Cancel it and create a new one.';
    return refuseEntry(entryError('SEVERAL_LINES', 'id', message));
  }
  const isOther = !isSame(guestOf(booking), comes);
  const { rows } = await sql<BookingEvent>`
    UPDATE checkout.bookings b SET entered_revision = ${next}::integer, guest_first_name = ${comes.firstName},
      guest_last_name = ${comes.lastName}, guest_email = ${comes.email}::text, guest_phone = ${comes.phone}::text,
      contact_id = ${isOther ? guestContact(booking.teamId, comes, ctx.clock.now()) : sql`contact_id`},
      version = version + ${isOther ? 1 : 0}
    WHERE id = ${booking.id} RETURNING ${BOOKING_EVENT}`.execute(statements(em));
  if (isOther) for (const event of rows) await publish(ctx, em, 'booking.updated', event);
  return entered(booking, isOther || (next !== known && revision !== null));
}

/** True if a change keeps the agreed price of the booking's nights: it has one, for this unit type and quantity. */
const keepsPrice = ({ priceMode }: Booking, before: EnteredStay, after: EnteredStay): boolean =>
  priceMode !== null && before.unitTypeId === after.unitTypeId && before.quantity === after.quantity;
