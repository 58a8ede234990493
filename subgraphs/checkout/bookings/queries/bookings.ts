import { sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { idInReach, inReach } from '#db/reach.ts';
import { reader, statements } from '#db/transaction.ts';
import { isUuid, parseId, parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { type BookingRow, BRIEF_COLUMNS, COLUMNS } from '../../store/columns.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';

/** Finds a booking by its permalink on a storefront; null if there isn't one. */
export async function bookingByPermalink(
  ctx: SubgraphContext,
  { storefrontId, permalinkId }: { readonly storefrontId: string; readonly permalinkId: string },
): Promise<Booking | null> {
  const storefront = parseId(storefrontId);
  if (storefront === null || !isUuid(permalinkId)) return null;
  return reader(ctx).findOne(BookingEntity, { permalinkId, storefrontId: storefront });
}

/** Finds a booking in the viewer's team; null otherwise. */
export async function findBooking(ctx: SubgraphContext, id: string): Promise<Booking | null> {
  const bookingId = parseWideId(id);
  const teamId = teamOf(ctx.viewer);
  if (bookingId === null || teamId === null) return null;
  const propertyId = idInReach(ctx.viewer);
  return reader(ctx).findOne(BookingEntity, { id: bookingId, teamId, ...(propertyId && { propertyId }) });
}

/**
 * Finds a booking for another subgraph's reference, in the viewer's team, or in any team for the platform;
 * null otherwise. A brief booking has only `BRIEF_COLUMNS`.
 */
export async function bookingReference(
  ctx: SubgraphContext,
  id: string,
  { brief = false } = {},
): Promise<BookingRow | null> {
  const bookingId = parseWideId(id);
  return (bookingId !== null && (await bookingsById(ctx, brief, bookingId))) || null;
}

/** Runs one statement per request. */
const bookingsById = batchWith<boolean, number, BookingRow>(async (ctx, brief, ids) => {
  const team = teamOf(ctx.viewer);
  const reach =
    ctx.viewer.kind === 'platform'
      ? sql`true`
      : sql`team_id = ${team ?? 0} AND ${inReach(ctx.viewer, sql.ref('property_id'))}`;
  // PostgreSQL expects a list to have ten ids, so it would plan the statement for a single id again each time.
  const wanted = ids.length === 1 ? sql`id = ${ids[0]}::bigint` : sql`id = ANY (${[...ids]}::bigint[])`;
  const { rows } = await sql<BookingRow>`
    SELECT ${brief ? BRIEF_COLUMNS : COLUMNS} FROM checkout.bookings WHERE ${wanted} AND ${reach}`.execute(
    statements(ctx),
  );
  return new Map(rows.map((row) => [row.id, row]));
});

/** Returns the permalink for the booking created from a request; null before that. */
export async function permalinkOf(ctx: SubgraphContext, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const found = await reader(ctx).findOne(BookingEntity, { id }, { fields: ['permalinkId'] });
  return found?.permalinkId ?? null;
}
