import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { newBookingReference, newUuid } from '#kit/ids.ts';
import type { BookingEvent } from '#schema/events.ts';
import { agreedPayment } from '../../bookings/domain/booking-payment.ts';
import { BOOKING_EVENT } from '../../bookings/store/booking-event.ts';
import { bookedLines, bookedTotals, dueAtProperty } from '../../domain/totals.ts';
import { contactOf } from '../../store/contacts.ts';
import type { BookingRequest, Quote } from '../../store/entities.ts';
import { json } from '../../store/json.ts';

/** Fields for booking an accepted request. */
interface Accepted {
  readonly holdId: string;
  readonly quote: Quote;
  readonly holdExpiresAt: Date;
}

/** Inserts an accepted request's held booking, publishes `booking.created`, and returns the booking's id. */
export async function insertRequested(
  ctx: SubgraphContext,
  em: Transaction,
  request: BookingRequest,
  { holdId, quote, holdExpiresAt }: Accepted,
): Promise<number> {
  const now = ctx.clock.now();
  const { paymentMode, dueNow, balanceDueOn } = agreedPayment(quote, now);
  const guest = {
    firstName: request.guestFirstName,
    lastName: request.guestLastName,
    email: request.guestEmail,
    phoneNumber: request.guestPhone,
  };
  const { rows } = await sql<BookingEvent>`
    INSERT INTO checkout.bookings AS b (hold_id, storefront_id, team_id, property_id, reference, permalink_id, status, check_in,
      check_out, time_zone, currency, total, test, lines, totals, due_at_property,
      payment_mode, due_now, balance_due_on, adults, children, arrival_time, source_kind, source_name, source_external_id,
      guest_first_name, guest_last_name, guest_email, guest_phone, guest_locale, contact_id, hold_expires_at, created_at, updated_at)
    VALUES (${holdId}::uuid, ${request.storefrontId}, ${request.teamId}, ${request.propertyId}, ${newBookingReference()},
      ${newUuid()}::uuid, 'held', ${request.checkIn}::date, ${request.checkOut}::date, ${request.timeZone}, ${quote.currency},
      ${quote.total}::bigint, ${request.test}, ${json(bookedLines(quote))}, ${json(bookedTotals(quote))}, ${json(dueAtProperty(quote))},
      ${paymentMode}, ${dueNow}::bigint, ${balanceDueOn}::date, ${request.adults},
      ${request.children}, ${request.arrivalTime}::text, 'request', NULL, ${request.reference}, ${guest.firstName}, ${guest.lastName}, ${guest.email}::text,
      ${guest.phoneNumber}::text, ${request.locale}::text, ${contactOf(request.teamId, guest, now)}, ${holdExpiresAt}, ${now}, ${now})
    RETURNING ${BOOKING_EVENT}`.execute(statements(em));
  const [booking] = rows;
  if (!booking) throw new Error('PostgreSQL did not return the booking.');
  await publish(ctx, em, 'booking.created', booking);
  return booking.bookingId;
}
