import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { publishing } from '#db/events.ts';
import { statements } from '#db/transaction.ts';
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

/** The same as JSON, from the part of a statement that is named `b`. */
const BOOKING_EVENT = sql<BookingEvent>`SELECT json_build_object('bookingId', b.id, 'teamId', b.team_id,
  'version', b.version, 'reference', b.reference, 'status', b.status, 'propertyId', b.property_id,
  'checkIn', b.check_in, 'checkOut', b.check_out) FROM b`;

/**
 * Last step of completing, one statement: the session is completed, its booking made, its key answered and
 * `booking.created` said. False when another runner ended the attempt; throws on `bookings_reference` when the reference
 * is taken.
 */
export async function insertBooking(
  ctx: IslandContext,
  session: Session,
  { reference, permalinkId, holdExpiresAt, status }: OrderFacts,
  answer: Answer,
): Promise<boolean> {
  const { quote, buyer, updatedAt } = session;
  const created = await publishing(ctx, 'booking.created', BOOKING_EVENT);
  const { rows } = await sql`
    WITH ended AS (
      UPDATE checkout.sessions
      SET status = 'completed', revision = revision + 1, completing_since = NULL,
          updated_at = ${updatedAt}
      WHERE id = ${session.id} AND status = 'complete_in_progress' AND hold_id = ${session.holdId}
      RETURNING id, hold_id, storefront_id, team_id, agent_profile
    ), b AS (
      INSERT INTO checkout.bookings (checkout_id, hold_id, storefront_id, team_id, agent_profile, property_id, reference,
        permalink_id, status, check_in, check_out, time_zone, currency, total, lines, totals, guest_first_name, guest_last_name,
        guest_email, guest_phone, hold_expires_at, created_at, updated_at)
      SELECT id, hold_id, storefront_id, team_id, agent_profile, ${Number(quote.lines[0]?.propertyId)}::integer,
        ${reference}, ${permalinkId}::uuid, ${status}, ${quote.checkIn}::date, ${quote.checkOut}::date,
        coalesce(${quote.timeZone}::text, 'UTC'), ${quote.currency}, ${quote.total}::bigint, ${json(bookedLines(quote))}, ${json(bookedTotals(quote))},
        ${buyer?.firstName}, ${buyer?.lastName}, ${buyer?.email}, ${buyer?.phoneNumber},
        ${holdExpiresAt}::timestamptz, ${updatedAt}::timestamptz, ${updatedAt}::timestamptz
      FROM ended
      RETURNING *
    ) ${answerRunningKey(session, session.id, answer, sql`ended`)} ${created.parts}
    SELECT 1 FROM b
  `.execute(statements(ctx));
  if (rows.length === 0) return false;
  created.wake();
  return true;
}
