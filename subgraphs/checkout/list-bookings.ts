import { type RawBuilder, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Page, pageOf, pageSize, readCursor } from '#kit/connection.ts';
import type { Booking } from './entities.ts';
import type { BookingFilter, Maybe } from './generated.ts';
import { rowId, teamOf } from './queries.ts';

/** Which bookings a caller wants to see. */
export interface BookingListing {
  readonly filter?: Maybe<Partial<BookingFilter>>;
  readonly first?: number | null;
  readonly after?: string | null;
}

/**
 * A page of the team's bookings, ordered by (updated_at, id). `updatedSince` is inclusive and `updated_at` grows in the order
 * of commits, so polling never skips (decisions.md section 5).
 */
export async function listBookings(
  ctx: IslandContext,
  { filter, first, after }: BookingListing,
): Promise<Page<Booking>> {
  const size = pageSize(first);
  const cursor = readCursor(after, 2);
  const conditions = [
    sql`team_id = ${teamOf(ctx.viewer) ?? 0}`,
    ...conditionsOf(filter ?? {}),
    ...(cursor ? [sql`(updated_at, id) > (${new Date(cursor[0])}::timestamptz, ${cursor[1]}::bigint)`] : []),
  ];
  const { rows } = await sql<Booking & { readonly updatedMs: number }>`
    SELECT ${COLUMNS} FROM checkout.bookings WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY updated_at, id LIMIT ${size + 1}`.execute(statements(ctx));
  return pageOf(rows, size, ({ updatedMs, id }) => [updatedMs, id]);
}

/** Every column that the SDL shows, under its name in the entity. */
const COLUMNS = sql`id, team_id AS "teamId", property_id AS "propertyId", reference, permalink_id AS "permalinkId", status,
  version, check_in AS "checkIn", check_out AS "checkOut", currency, total::float8 AS total, lines, totals,
  guest_first_name AS "guestFirstName", guest_last_name AS "guestLastName", guest_email AS "guestEmail",
  guest_phone AS "guestPhone", agent_profile AS "agentProfile", hold_expires_at AS "holdExpiresAt",
  custom_fields AS "customFields", created_at AS "createdAt", updated_at AS "updatedAt",
  (extract(epoch FROM updated_at) * 1000)::float8 AS "updatedMs"`;

function conditionsOf(filter: Partial<BookingFilter>): RawBuilder<unknown>[] {
  const { updatedSince, status, propertyId, checkInFrom, checkInUntil } = filter;
  return [
    ...(updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(propertyId == null ? [] : [sql`property_id = ${rowId(propertyId) ?? 0}`]),
    ...(checkInFrom ? [sql`check_in >= ${checkInFrom.toString()}::date`] : []),
    ...(checkInUntil ? [sql`check_in <= ${checkInUntil.toString()}::date`] : []),
  ];
}
