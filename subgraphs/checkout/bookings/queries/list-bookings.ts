import { type RawBuilder, sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import { type ChangesReading, readingChanges, type Selection } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { emptyPage, type Listing, type Page, readSlice } from '#kit/connection.ts';
import { parseId, parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { BookingFilter, Maybe } from '../../generated.ts';
import { type BookingRow, BRIEF_COLUMNS, COLUMNS } from '../../store/columns.ts';

/** Options for listing bookings. */
export interface BookingListing extends Listing {
  readonly filter?: Maybe<Partial<BookingFilter>>;
  /** True to read only `BRIEF_COLUMNS`; other fields are missing. */
  readonly brief?: boolean;
}

interface ReservationListing extends Listing {
  readonly connectionId?: Maybe<string>;
  readonly updatedSince?: Maybe<Date>;
}

/**
 * Lists the team's bookings, ordered by (updated_at, id); `updatedSince` is inclusive
 * (docs/interface/graphql.md#lists).
 */
export async function listBookings(
  ctx: SubgraphContext,
  { filter = null, brief = false, ...listing }: BookingListing,
): Promise<Page<BookingRow>> {
  const reading = await readingBookings(ctx, filter, listing);
  return reading.pageOf(await reading.rows(selectionOf(ctx, { filter, brief })));
}

/** Lists reservations that the calling app sold on its channels, or on one connection's channel. */
export async function listReservations(
  ctx: SubgraphContext,
  { connectionId, updatedSince, ...listing }: ReservationListing,
): Promise<Page<BookingRow>> {
  const filter = { updatedSince: updatedSince ?? null };
  const installId = ctx.viewer.kind === 'app' ? ctx.viewer.installId : 0;
  const own = sql`entered_by = ${installId} AND channel_connection_id IS NOT NULL`;
  const one = connectionId == null ? [] : [sql`channel_connection_id = ${parseId(connectionId) ?? 0}`];
  const reading = await readingBookings(ctx, filter, listing);
  return reading.pageOf(await reading.rows(selectionOf(ctx, { filter }, own, ...one)));
}

/** Lists bookings at a property; one statement for all properties in a request. */
export const bookingsAtProperty = bookingsBelow(sql.ref('property_id'));

/** Lists a contact's bookings; one statement for all contacts in a request. */
export const bookingsOfContact = bookingsBelow(sql.ref('contact_id'));

/** Lists bookings by a referencing column. */
function bookingsBelow(column: RawBuilder<unknown>) {
  const pagesBelow = batchWith<BookingListing, number, Page<BookingRow>>(
    async (ctx, { filter = null, brief = false, ...listing }, owners) => {
      const reading = await readingBookings(ctx, filter, listing);
      const selection = selectionOf(ctx, { filter, brief }, sql`${column} = at`);
      const rows = await reading.rows<BookingRow & { readonly at: number }>(
        selection,
        (slice) => sql`
          SELECT at::float8 AS at, found.* FROM unnest(${[...owners]}::bigint[]) AS at
          CROSS JOIN LATERAL (${slice}) found ${reading.orderFound}`,
      );
      const byOwner = Map.groupBy(rows, ({ at }) => at);
      return new Map(owners.map((owner) => [owner, reading.pageOf(byOwner.get(owner) ?? [])]));
    },
  );
  return async (
    ctx: SubgraphContext,
    owner: string,
    { filter = null, brief = false, first = null, after = null, last = null, before = null }: BookingListing,
  ): Promise<Page<BookingRow>> =>
    (await pagesBelow(ctx, { filter, brief, first, after, last, before }, parseWideId(owner) ?? 0)) ??
    emptyPage();
}

const readingBookings = (
  ctx: SubgraphContext,
  filter: BookingListing['filter'],
  listing: Listing,
): Promise<ChangesReading<BookingRow>> =>
  readingChanges(ctx, {
    schema: 'checkout',
    teamId: teamOf(ctx.viewer) ?? 0,
    slice: readSlice(listing, 2),
    updatedSince: filter?.updatedSince,
    id: 'id',
    of: 'bookings',
  });

/** Selects the viewer team's bookings by filter and additional conditions. */
function selectionOf(
  { viewer }: SubgraphContext,
  { filter = null, brief = false }: Pick<BookingListing, 'filter' | 'brief'>,
  ...more: readonly RawBuilder<unknown>[]
): Selection {
  const { status, propertyId, checkInFrom, checkInUntil } = filter ?? {};
  return {
    columns: brief ? BRIEF_COLUMNS : COLUMNS,
    from: sql`checkout.bookings`,
    conditions: [
      sql`team_id = ${teamOf(viewer) ?? 0}`,
      inReach(viewer, sql.ref('property_id')),
      ...(status ? [sql`status = ${status}`] : []),
      ...(propertyId == null ? [] : [sql`property_id = ${parseId(propertyId) ?? 0}`]),
      ...(checkInFrom ? [sql`check_in >= ${checkInFrom.toString()}::date`] : []),
      ...(checkInUntil ? [sql`check_in <= ${checkInUntil.toString()}::date`] : []),
      ...more,
    ],
  };
}
