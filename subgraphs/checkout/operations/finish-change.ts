import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import { guestOf, isSame, lineOf, needsOtherUnits, stayOf } from '../domain/entered-booking.ts';
import { entryError } from '../domain/entry-faults.ts';
import { closedError, type Entry, entered, refuseEntry, refuseNights } from '../domain/entry-refusal.ts';
import { bookedLines, bookedParty, bookedTotals, dueAtProperty } from '../domain/totals.ts';
import { BOOKING_EVENT } from '../store/bookings.ts';
import { guestContact } from '../store/entered-bookings.ts';
import { type Booking, BookingEntity, type Quote, type StayChange } from '../store/entities.ts';
import { json } from '../store/sessions.ts';
import { tables } from '../store/tables.ts';
import { holdStayDocument } from './generated.ts';
import { syncNightsNow } from './sync-nights.ts';

/**
 * Second and third step of changing a stay: takes the new nights in place of the old ones, then writes the booking, or leaves it
 * as it was. Safe to repeat and to run twice at once: catalog knows the change by its hold, and one runner alone writes.
 */
export async function finishChange(ctx: SubgraphContext, id: number, change: StayChange): Promise<Entry> {
  const booking = await reader(ctx).findOneOrFail(BookingEntity, { id });
  const input = {
    holdId: change.holdId,
    storefrontId: String(booking.storefrontId),
    lines: [lineOf(change.stay)],
    guestEmail: change.guest.email ?? '',
    until: booking.holdExpiresAt.toISOString(),
    replaces: change.replaces,
    unrestricted: true,
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  const wrote = stayHold.held
    ? await write(ctx, booking, change, stayHold.quote)
    : await giveUp(ctx, id, change);
  const now = await reader(ctx).findOneOrFail(BookingEntity, { id });
  if (wrote && stayHold.held && now.status !== 'held') await syncNightsNow(ctx, now);
  const closed = closedError(now);
  if (closed) return refuseEntry(closed);
  if (now.holdId === change.holdId) return entered(now, true);
  if (!stayHold.held && stayHold.quote.problems.length > 0) return refuseNights(stayHold.quote);
  return refuseEntry(entryError('CONFLICT', 'id', 'The booking was changed at the same time: try again.'));
}

/** The booking with its new nights, and `booking.updated`; false where another runner wrote it, or gave up. */
function write(ctx: SubgraphContext, before: Booking, change: StayChange, quote: Quote): Promise<boolean> {
  const { stay, holdId, revision } = change;
  const { adults, children } = bookedParty(quote);
  const was = stayOf(before);
  const now = ctx.clock.now();
  const keepsUnits = was !== null && !needsOtherUnits(was, stay);
  return inTransaction(ctx, async (em) => {
    const locked = await em.findOneOrFail(
      BookingEntity,
      { id: before.id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (locked.changing?.holdId !== holdId) return false;
    const { guest } = locked.changing; // as it is now: one who was redacted meanwhile stays erased
    const isNewGuest = !isSame(guestOf(locked), guest);
    const { rows } = await sql<BookingEvent>`
      UPDATE checkout.bookings b SET hold_id = ${holdId}::uuid, changing = NULL, changing_since = NULL,
        property_id = ${Number(quote.lines[0]?.propertyId)}::integer, check_in = ${quote.checkIn}::date,
        check_out = ${quote.checkOut}::date, time_zone = ${quote.timeZone}, currency = ${quote.currency},
        total = ${quote.total}::bigint, lines = ${json(bookedLines(quote))}, totals = ${json(bookedTotals(quote))},
        due_at_property = ${json(dueAtProperty(quote))},
        adults = ${adults}::integer, children = ${children}::integer,
        assigned_units = CASE WHEN ${keepsUnits} THEN assigned_units ELSE '[]' END,
        guest_first_name = ${guest.firstName}, guest_last_name = ${guest.lastName}, guest_email = ${guest.email}::text,
        guest_phone = ${guest.phone}::text, contact_id = ${isNewGuest ? guestContact(before.teamId, guest, now) : sql`contact_id`},
        entered_revision = coalesce(${revision}::integer, entered_revision),
        nights_settled_at = NULL, version = version + 1, updated_at = ${now}
      WHERE id = ${before.id}
      RETURNING ${BOOKING_EVENT}`.execute(statements(em));
    for (const event of rows) {
      if (event.status === 'held' || event.status === 'confirmed')
        await publish(ctx, em, 'booking.updated', event);
    }
    return true;
  });
}

/** The booking stays as it was; false where another runner wrote or gave up before. */
async function giveUp(ctx: SubgraphContext, id: number, { holdId }: StayChange): Promise<boolean> {
  const { numUpdatedRows } = await tables(reader(ctx))
    .updateTable('bookings')
    .set({ changing: null, changingSince: null })
    .where('id', '=', id)
    .where(sql<string>`changing ->> 'holdId'`, '=', holdId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
