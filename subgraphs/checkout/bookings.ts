import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { BookingEvent } from '#schema/events.ts';
import type { OrderFacts } from './domain/session-view.ts';
import { bookedLines, bookedTotals } from './domain/totals.ts';
import type { Booking, Session } from './entities.ts';
import { type Answer, answerRunningKey } from './idempotency.ts';
import { json } from './sessions.ts';

/** What an event says about a booking. */
export type BookingFacts = Pick<
  Booking,
  'id' | 'teamId' | 'version' | 'reference' | 'status' | 'propertyId' | 'checkIn' | 'checkOut'
>;

/** A booking as events carry it (running.md "events about bookings"). */
export function describeBooking({ id, ...booking }: BookingFacts): BookingEvent {
  const { teamId, version, reference, status, propertyId, checkIn, checkOut } = booking;
  return { bookingId: id, teamId, version, reference, status, propertyId, checkIn, checkOut };
}

/** The columns of `BookingFacts`, under their names here; `b` is the booking. */
export const BOOKING_FACTS = sql`b.id, b.team_id AS "teamId", b.version, b.reference, b.status,
  b.property_id AS "propertyId", b.check_in AS "checkIn", b.check_out AS "checkOut"`;

/**
 * Last step of completing, one transaction: the session is completed, its booking made, its key answered and
 * `booking.created` said. False when another runner ended the attempt; throws on `bookings_reference` when the reference
 * is taken.
 */
export function insertBooking(
  ctx: IslandContext,
  session: Session,
  order: OrderFacts,
  answer: Answer,
): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const booking = await insertRow(em, session, order, answer);
    if (booking) await publish(ctx, em, 'booking.created', describeBooking(booking));
    return booking !== undefined;
  });
}

async function insertRow(
  em: Transaction,
  session: Session,
  { reference, permalinkId, holdExpiresAt, status }: OrderFacts,
  answer: Answer,
): Promise<BookingFacts | undefined> {
  const { quote, buyer, updatedAt } = session;
  const { rows } = await sql<BookingFacts>`
    WITH ended AS (
      UPDATE checkout.sessions
      SET status = 'completed', revision = revision + 1, completing_since = NULL,
          updated_at = ${updatedAt}
      WHERE id = ${session.id} AND status = 'complete_in_progress' AND hold_id = ${session.holdId}
      RETURNING id, hold_id, storefront_id, team_id, agent_profile
    ), b AS (
      INSERT INTO checkout.bookings (checkout_id, hold_id, storefront_id, team_id, agent_profile, property_id, reference,
        permalink_id, status, check_in, check_out, currency, total, lines, totals, guest_first_name, guest_last_name,
        guest_email, guest_phone, hold_expires_at, created_at, updated_at)
      SELECT id, hold_id, storefront_id, team_id, agent_profile, ${Number(quote.lines[0]?.propertyId)}::integer,
        ${reference}, ${permalinkId}::uuid, ${status}, ${quote.checkIn}::date, ${quote.checkOut}::date,
        ${quote.currency}, ${quote.total}::bigint, ${json(bookedLines(quote))}, ${json(bookedTotals(quote))},
        ${buyer?.firstName}, ${buyer?.lastName}, ${buyer?.email}, ${buyer?.phoneNumber},
        ${holdExpiresAt}::timestamptz, ${updatedAt}::timestamptz, ${updatedAt}::timestamptz
      FROM ended
      RETURNING *
    ) ${answerRunningKey(session, session.id, answer, sql`ended`)}
    SELECT ${BOOKING_FACTS} FROM b
  `.execute(em.getKysely<unknown>());
  return rows[0];
}
