import { type RawBuilder, sql } from 'kysely';
import { instantOf, microsecondsOf, settledUntil } from '#db/changes.ts';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, pageSize, readCursor } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import type { Booking } from './entities.ts';
import type { BookingFilter, Maybe } from './generated.ts';
import { teamOf } from './queries.ts';

/** Which bookings a caller wants to see. */
export interface BookingListing extends Listing {
  readonly filter?: Maybe<Partial<BookingFilter>>;
}

/**
 * A page of the team's bookings, ordered by (updated_at, id); `updatedSince` is inclusive (docs/interface/graphql.md#lists). Nothing
 * is shown before all that changed earlier is, so polling never skips.
 */
export async function listBookings(
  ctx: IslandContext,
  { filter, first, after }: BookingListing,
): Promise<Page<Booking>> {
  const size = pageSize(first);
  const cursor = readCursor(after, 2);
  const team = teamOf(ctx.viewer) ?? 0;
  const conditions = [
    sql`team_id = ${team}`,
    sql`updated_at <= ${await settledUntil(ctx, 'checkout', team)}`,
    ...conditionsOf(filter ?? {}),
    ...(cursor ? [sql`(updated_at, id) > (${instantOf(cursor[0])}, ${cursor[1]}::bigint)`] : []),
  ];
  const { rows } = await sql<Booking & { readonly updatedUs: number }>`
    SELECT ${COLUMNS} FROM checkout.bookings WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY updated_at, id LIMIT ${size + 1}`.execute(statements(ctx));
  return pageOf(rows, size, ({ updatedUs, id }) => [updatedUs, id]);
}

/** Every column that the SDL shows, under its name in the entity. */
export const COLUMNS = sql`id, team_id AS "teamId", property_id AS "propertyId", reference, permalink_id AS "permalinkId", status, test,
  version, check_in AS "checkIn", check_out AS "checkOut", time_zone AS "timeZone", currency, total::float8 AS total, lines, totals,
  adults, children, assigned_units AS "assignedUnits", source_kind AS "sourceKind", source_name AS "sourceName",
  source_external_id AS "sourceExternalId",
  guest_first_name AS "guestFirstName", guest_last_name AS "guestLastName", guest_email AS "guestEmail",
  guest_phone AS "guestPhone", agent_profile AS "agentProfile", hold_expires_at AS "holdExpiresAt",
  custom_fields AS "customFields", created_at AS "createdAt", updated_at AS "updatedAt",
  ${microsecondsOf('updated_at')} AS "updatedUs"`;

function conditionsOf(filter: Partial<BookingFilter>): RawBuilder<unknown>[] {
  const { updatedSince, status, propertyId, checkInFrom, checkInUntil } = filter;
  return [
    ...(updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : []),
    ...(status ? [sql`status = ${status}`] : []),
    ...(propertyId == null ? [] : [sql`property_id = ${parseId(propertyId) ?? 0}`]),
    ...(checkInFrom ? [sql`check_in >= ${checkInFrom.toString()}::date`] : []),
    ...(checkInUntil ? [sql`check_in <= ${checkInUntil.toString()}::date`] : []),
  ];
}
