import { type RawBuilder, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, pageSize, readCursor } from '#kit/connection.ts';
import { searchText } from '#kit/text.ts';
import { COLUMNS } from './columns.ts';
import type { Booking } from './entities.ts';
import type { HostBookingFilter, HostBookingOrder, Maybe } from './generated.ts';
import { teamOf } from './queries.ts';

/** Which bookings a host wants to see. */
export interface HostBookingListing extends Listing {
  readonly filter?: Maybe<Partial<HostBookingFilter>>;
  readonly order?: Maybe<HostBookingOrder>;
}

/** What a list is ordered by before the id, as its index has it: a number, negative where the latest come first. */
const PLACES: Readonly<Record<HostBookingOrder, RawBuilder<number>>> = {
  newest: sql`(-extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
  check_in: sql`(check_in - DATE '1970-01-01')`,
  check_out: sql`(check_out - DATE '1970-01-01')`,
};

/** A page of the bookings of the host's team; nothing for a host who chose none. */
export async function listHostBookings(
  ctx: IslandContext,
  { filter, order, first, after }: HostBookingListing,
): Promise<Page<Booking>> {
  const size = pageSize(first);
  const cursor = readCursor(after, 2);
  const place = PLACES[order ?? 'newest'];
  const sign = order == null || order === 'newest' ? -1 : 1;
  const conditions = [
    sql`team_id = ${teamOf(ctx.viewer) ?? 0}`,
    ...conditionsOf(filter ?? {}),
    ...(cursor ? [sql`(${place}, id) > (${sign * cursor[0]}::bigint, ${cursor[1]}::bigint)`] : []),
  ];
  const { rows } = await sql<Booking & { readonly place: number }>`
    SELECT ${COLUMNS}, ${place}::float8 AS place FROM checkout.bookings WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY ${place}, id LIMIT ${size + 1}`.execute(statements(ctx));
  return pageOf(rows, size, ({ place: at, id }) => [sign * at, id]);
}

function conditionsOf(filter: Partial<HostBookingFilter>): RawBuilder<unknown>[] {
  const { statuses, checkInFrom, checkInUntil, checkOutFrom, checkOutUntil } = filter;
  const search = searchText(filter.search);
  return [
    ...(statuses?.length ? [sql`status = ANY(${[...statuses]})`] : []),
    ...(search ? [containing(search)] : []),
    ...(checkInFrom ? [sql`check_in >= ${checkInFrom.toString()}::date`] : []),
    ...(checkInUntil ? [sql`check_in <= ${checkInUntil.toString()}::date`] : []),
    ...(checkOutFrom ? [sql`check_out >= ${checkOutFrom.toString()}::date`] : []),
    ...(checkOutUntil ? [sql`check_out <= ${checkOutUntil.toString()}::date`] : []),
  ];
}

function containing(text: string): RawBuilder<unknown> {
  return sql`strpos(lower(concat_ws(' ', reference, guest_first_name, guest_last_name, guest_email)), lower(${text})) > 0`;
}
