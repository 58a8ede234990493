import { type RawBuilder, sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import { visibleUntil } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { byInstant, inOrder, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { emptyPage, type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../access.ts';
import type { BookingFilter, Maybe } from '../generated.ts';
import { COLUMNS } from '../store/columns.ts';
import type { Booking } from '../store/entities.ts';

/** Which bookings a caller wants to see. */
export interface BookingListing extends Listing {
  readonly filter?: Maybe<Partial<BookingFilter>>;
}

type Row = Booking & { readonly updatedUs: number };

/**
 * A page of the team's bookings, ordered by (updated_at, id); `updatedSince` is inclusive (docs/interface/graphql.md#lists).
 * Nothing is shown before all that changed earlier is, so polling never skips.
 */
export async function listBookings(
  ctx: SubgraphContext,
  { filter, ...listing }: BookingListing,
): Promise<Page<Booking>> {
  const page = await readPage(ctx, filter, listing);
  const { rows } = await sql<Row>`${page.select} ${page.orderBy} ${page.limit}`.execute(statements(ctx));
  return page.of(rows);
}

/** The same for the bookings at a property: one statement for all properties that a request asks about. */
export const bookingsAtProperty = bookingsBelow(sql.ref('property_id'));

/** The same for the bookings of a contact. */
export const bookingsOfContact = bookingsBelow(sql.ref('contact_id'));

/** Lists the bookings that refer to something by this column. */
function bookingsBelow(column: RawBuilder<unknown>) {
  const pagesBelow = batchWith<BookingListing, number, Page<Booking>>(
    async (ctx, { filter, ...listing }, owners) => {
      const page = await readPage(ctx, filter, listing);
      const { rows } = await sql<Row & { readonly at: number }>`
        SELECT at, found.* FROM unnest(${[...owners]}::integer[]) AS at
        CROSS JOIN LATERAL (${page.select} AND ${column} = at ${page.orderBy} ${page.limit}) found
        ${page.orderFound}`.execute(statements(ctx));
      const byOwner = Map.groupBy(rows, ({ at }) => at);
      return new Map(owners.map((owner) => [owner, page.of(byOwner.get(owner) ?? [])]));
    },
  );
  return async (
    ctx: SubgraphContext,
    owner: string,
    { filter = null, first = null, after = null, last = null, before = null }: BookingListing,
  ): Promise<Page<Booking>> =>
    (await pagesBelow(ctx, { filter, first, after, last, before }, parseId(owner) ?? 0)) ?? emptyPage();
}

/** The statement of a page in two halves, between which another condition fits, and the page that its rows make. */
async function readPage(ctx: SubgraphContext, filter: BookingListing['filter'], listing: Listing) {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('updated_at', 'id'));
  const team = teamOf(ctx.viewer) ?? 0;
  const conditions = [
    sql`team_id = ${team}`,
    inReach(ctx.viewer, sql.ref('property_id')),
    sql`updated_at <= ${await visibleUntil(ctx, 'checkout', team)}`,
    ...conditionsOf(filter ?? {}),
    within,
  ];
  return {
    select: sql`SELECT ${COLUMNS} FROM checkout.bookings WHERE ${sql.join(conditions, sql` AND `)}`,
    orderBy,
    limit,
    orderFound: inOrder([sql.ref('found.updatedUs'), sql.ref('found.id')], !slice.backward),
    of: (rows: readonly Row[]): Page<Booking> => pageOf(rows, slice, ({ updatedUs, id }) => [updatedUs, id]),
  };
}

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
