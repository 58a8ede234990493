import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '#db/columns.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { BookingEntity } from '../../store/entities.ts';
import { type BookedStay, bookedStay } from '../domain/booked-stays.ts';
import type { BookingSales } from '../domain/cells.ts';
import { type SoldBooking, soldNights } from '../domain/sold-nights.ts';

/** How far a team's sums follow its bookings and guests. Times are PostgreSQL's texts, with microseconds. */
export interface Progress {
  readonly bookingsAt: string;
  readonly bookingId: number;
  readonly contactsAt: string;
  readonly contactId: number;
}

export const NO_PROGRESS: Progress = {
  bookingsAt: '-infinity',
  bookingId: 0,
  contactsAt: '-infinity',
  contactId: 0,
};

/** `Progress` columns from alias `p`. */
export const PROGRESS_COLUMNS = sql`p.bookings_at::text AS "bookingsAt", p.booking_id::float8 AS "bookingId",
  p.contacts_at::text AS "contactsAt", p.contact_id::float8 AS "contactId"`;

/** Condition for a team's bookings `b` that changed after its sums. */
export const bookingsAfter = (teamId: number, { bookingsAt, bookingId }: Progress) =>
  sql`b.team_id = ${teamId} AND (b.updated_at, b.id) > (${bookingsAt}::timestamptz, ${bookingId}::bigint)`;

/** A guest that changed after the sums. */
interface ChangedGuest {
  readonly id: number;
  readonly changedAt: string;
}

/** Reads a team's guests that changed after its sums, by their last change. Merged guests have no bookings. */
export async function changedGuests(
  em: Transaction,
  teamId: number,
  { contactsAt, contactId }: Progress,
  limit: number,
  before = 'infinity',
): Promise<readonly ChangedGuest[]> {
  const { rows } = await sql<ChangedGuest>`
    SELECT k.id::float8 AS id, k.updated_at::text AS "changedAt" FROM checkout.contacts k
    WHERE k.team_id = ${teamId} AND k.merged_into IS NULL AND k.updated_at < ${before}::timestamptz
      AND (k.updated_at, k.id) > (${contactsAt}::timestamptz, ${contactId}::bigint)
    ORDER BY k.updated_at, k.id LIMIT ${limit}`.execute(statements(em));
  return rows;
}

const FIELDS = [
  ...(['id', 'teamId', 'status', 'test', 'checkIn', 'checkOut', 'timeZone', 'propertyId', 'lines'] as const),
  ...(['currency', 'total', 'totals', 'paid', 'refundDue', 'charged', 'stayState', 'createdAt'] as const),
  'sourceKind',
] as const;

type Row = SoldBooking &
  Pick<BookingSales, 'bookedOn' | 'country'> &
  Pick<BookedStay, 'cancelledOn'> & {
    readonly sourceKind: BookingSales['source'];
    readonly accommodation: number;
    readonly noShow: number;
    /** What the sums contain of it; null if they contain nothing. */
    readonly before: BookingSales | null;
    readonly changedAt: string;
  };

/** A changed booking's sales: in the sums, and now. Null if there are none. */
export interface ChangedSales {
  readonly id: number;
  readonly changedAt: string;
  readonly before: BookingSales | null;
  readonly after: BookingSales | null;
}

/** Reads bookings `b`, by their last change, with what they sold before and now. */
export async function changedSales(
  em: Transaction,
  which: RawBuilder<unknown>,
  limit: number,
): Promise<readonly ChangedSales[]> {
  const { rows } = await sql<Row>`
    SELECT ${columnsOf(BookingEntity, FIELDS, 'b')}, b.updated_at::text AS "changedAt",
      (b.created_at AT TIME ZONE usable_zone(b.time_zone))::date::text AS "bookedOn", k.country,
      CASE WHEN b.status = 'cancelled'
        THEN (coalesce(b.cancelled_at, b.updated_at) AT TIME ZONE usable_zone(b.time_zone))::date::text
      END AS "cancelledOn",
      coalesce(charged.accommodation, 0) AS accommodation, coalesce(charged.no_show, 0) AS "noShow", f.sales AS before
    FROM checkout.bookings b
    LEFT JOIN checkout.contacts k ON k.id = b.contact_id
    LEFT JOIN checkout.report_bookings f ON f.booking_id = b.id
    LEFT JOIN LATERAL (
      SELECT sum(e.amount) FILTER (WHERE e.kind IN ('accommodation', 'discount'))::float8 AS accommodation,
        sum(e.amount) FILTER (WHERE e.kind = 'cancellation'
          AND b.stay_undo -> 'entryIds' ?| ARRAY[e.id, coalesce(e.reverses, '')])::float8 AS no_show
      FROM checkout.folio_entries e WHERE b.charged IS NOT NULL AND e.booking_id = b.id AND e.entry = 'charge'
    ) charged ON true
    WHERE ${which} ORDER BY b.updated_at, b.id LIMIT ${limit}`.execute(statements(em));
  return rows.map((row) => ({
    id: row.id,
    changedAt: row.changedAt,
    before: row.before,
    after: salesOf(row),
  }));
}

/**
 * Reads bookings in the sums whose guest is among `guests` and has another country now, without the `known` ones. Looks
 * each guest up (`OFFSET 0` keeps PostgreSQL from merging the queries): it expects many guests to have changed, and would
 * read all of the team's bookings.
 */
export async function movedSales(
  em: Transaction,
  guests: readonly ChangedGuest[],
  known: readonly ChangedSales[],
  limit: number,
): Promise<readonly ChangedSales[]> {
  if (guests.length === 0) return [];
  const { rows } = await sql<{ readonly id: number }>`
    SELECT moved.id::float8 AS id FROM unnest(${guests.map(({ id }) => id)}::bigint[]) guest (id) CROSS JOIN LATERAL (
      SELECT b.id FROM checkout.contacts k
        JOIN checkout.bookings b ON b.contact_id = k.id
        JOIN checkout.report_bookings f ON f.booking_id = b.id
      WHERE k.id = guest.id AND f.sales ->> 'country' IS DISTINCT FROM k.country OFFSET 0
    ) moved
    WHERE moved.id <> ALL (${known.map(({ id }) => id)}::bigint[]) LIMIT ${limit}`.execute(statements(em));
  if (rows.length === 0) return [];
  return changedSales(em, sql`b.id = ANY (${rows.map(({ id }) => id)}::bigint[])`, limit);
}

function salesOf(row: Row): BookingSales | null {
  const { currency, bookedOn, country, sourceKind: source } = row;
  const nights = soldNights(row, row);
  const stay = bookedStay(row, nights);
  return nights.length === 0 && !stay ? null : { currency, bookedOn, source, country, nights, stay };
}
