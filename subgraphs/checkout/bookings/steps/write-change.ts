import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import type { Minor } from '#kit/money.ts';
import type { BookingEvent } from '#schema/events.ts';
import { bookedLines, bookedParty, bookedTotals, dueAtProperty } from '../../domain/totals.ts';
import { derivedPayment } from '../../folio/domain/derived-entries.ts';
import { appendEntries } from '../../folio/steps/append-entries.ts';
import { planRecharge, withDropped } from '../../folio/steps/charge-stay.ts';
import { settleDue } from '../../folio/steps/settle-due.ts';
import { storedEntries } from '../../folio/store/entries.ts';
import type {
  AssignedUnit,
  BookedGuest,
  BookedLine,
  Booking,
  Quote,
  ReservationChange,
  StayChange,
} from '../../store/entities.ts';
import { json } from '../../store/json.ts';
import { tables } from '../../store/tables.ts';
import type { AgreedPayment } from '../domain/booking-payment.ts';
import { extrasChange } from '../domain/changed-extras.ts';
import { guestOf, isSame } from '../domain/entered-booking.ts';
import { BOOKING_EVENT } from '../store/booking-event.ts';
import { guestContact } from '../store/entered-bookings.ts';

/** New values for a booking after its new nights are taken. */
interface Changed extends AgreedPayment {
  readonly holdId: string;
  readonly quote: Quote;
  readonly guest: BookedGuest;
  /** Returns the new amount paid elsewhere, i.e. the part of `paid` that the folio doesn't itemize. */
  readonly elsewhere: (before: Minor) => Minor;
  readonly units: readonly AssignedUnit[];
  /** Each line's index in the booking before the change; absent if no line was cancelled. */
  readonly places?: readonly number[];
  /** Charge for dropped nights. */
  readonly dropped?: Minor;
  /** Additional fields of the published event. */
  readonly event?: Pick<BookingEvent, 'cause' | 'changed'>;
  /** Additional columns to set, as `, column = value`. */
  readonly also: RawBuilder<unknown>;
}

/** Writes a locked booking with its new nights, and publishes `booking.updated` unless it has ended. */
export async function writeChange(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  changed: Changed,
): Promise<void> {
  const { holdId, quote, guest, paymentMode, balanceDueOn, elsewhere, units, also } = changed;
  const { dropped = 0, places, event: cause } = changed;
  const { adults, children } = bookedParty(quote);
  const now = ctx.clock.now();
  const isNewGuest = !isSame(guestOf(booking), guest);
  const totals = bookedTotals(quote);
  const price = { totals, total: quote.total, checkIn: quote.checkIn ?? booking.checkIn };
  const repriced = await planRecharge(ctx, em, booking, price, extrasChange(booking, quote));
  const recharged = withDropped(ctx, booking, repriced, dropped);
  const charged = recharged?.charged ?? booking.charged;
  const isDueInFull = booking.status === 'held' && paymentMode === 'now' && charged !== null;
  const dueNow = isDueInFull ? Math.max(changed.dueNow, charged) : changed.dueNow;
  const before = derivedPayment(booking, await storedEntries(em, booking.id))?.amount ?? 0;
  const paid = booking.paid - before + elsewhere(before);
  const { rows } = await sql<BookingEvent>`
    UPDATE checkout.bookings b SET hold_id = ${holdId}::uuid, changing = NULL, changing_since = NULL,
      property_id = ${Number(quote.lines[0]?.propertyId)}::integer, check_in = ${quote.checkIn}::date,
      check_out = ${quote.checkOut}::date, time_zone = ${quote.timeZone}, currency = ${quote.currency},
      total = ${quote.total}::bigint, lines = ${json(numbered(bookedLines(quote), booking.lines, places))}, totals = ${json(totals)},
      due_at_property = ${json(dueAtProperty(quote))}, payment_mode = ${paymentMode}, balance_due_on = ${balanceDueOn}::date,
      due_now = ${dueNow}::bigint, paid = ${paid}::bigint, adults = ${adults}::integer, children = ${children}::integer,
      assigned_units = ${JSON.stringify(units)}::jsonb,
      guest_first_name = ${guest.firstName}, guest_last_name = ${guest.lastName}, guest_email = ${guest.email}::text,
      guest_phone = ${guest.phone}::text, contact_id = ${isNewGuest ? guestContact(booking.teamId, guest, now) : sql`contact_id`},
      charged = ${charged}::bigint,
      folio_version = folio_version + (total <> ${quote.total}::bigint)::integer,
      nights_synced_at = NULL, version = version + 1, updated_at = ${now} ${also}
    WHERE id = ${booking.id}
    RETURNING ${BOOKING_EVENT}`.execute(statements(em));
  if (recharged || paid !== booking.paid) await appendEntries(ctx, em, booking, recharged?.entries ?? [], {});
  if (changed.event) await settleDue(ctx, em, booking.id, { cause: 'change', isOverpaid: true });
  for (const event of rows) {
    if (event.status === 'held' || event.status === 'confirmed')
      await publish(ctx, em, 'booking.updated', { ...event, ...cause });
    if (event.status === 'confirmed' && isOtherStay(booking, quote)) {
      const { teamId, bookingId } = event;
      await ctx.services.checkout.hooks.stayRewritten(ctx, em, { teamId, bookingId, changeId: holdId });
    }
  }
}

/** Returns the new lines with the numbers that they had before. */
const numbered = (
  lines: readonly BookedLine[],
  before: readonly BookedLine[],
  places?: readonly number[],
): readonly BookedLine[] =>
  lines.map((line, index) => {
    const place = places?.[index] ?? index;
    const number = before[place]?.number ?? place + 1;
    return number === index + 1 ? line : { ...line, number };
  });

/** True if the guest's dates, party or unit types change, rather than only the price. */
function isOtherStay(booking: Booking, quote: Quote): boolean {
  const units = (lines: Booking['lines']) =>
    lines.map(({ unitTypeId, quantity }) => `${unitTypeId}x${quantity}`).join();
  const { adults, children } = bookedParty(quote);
  return (
    booking.checkIn !== quote.checkIn ||
    booking.checkOut !== quote.checkOut ||
    booking.adults !== adults ||
    booking.children !== children ||
    units(booking.lines) !== units(bookedLines(quote))
  );
}

/**
 * Leaves the booking unchanged and declines the request that the change accepts; false if another runner
 * already wrote or gave up.
 */
export function giveUpChange(
  ctx: SubgraphContext,
  id: number,
  change: StayChange | ReservationChange,
): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const { numUpdatedRows } = await tables(em)
      .updateTable('bookings')
      .set({ changing: null, changingSince: null })
      .where('id', '=', id)
      .where(sql`changing ->> 'holdId'`, '=', change.holdId)
      .executeTakeFirstOrThrow();
    const isOwn = numUpdatedRows > 0n;
    if (isOwn && 'requestId' in change) {
      await ctx.services.checkout.hooks.stayChanged(ctx, em, id, change, false);
    }
    return isOwn;
  });
}
