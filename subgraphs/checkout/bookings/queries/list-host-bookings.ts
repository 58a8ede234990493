import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { holdsRole } from '#kit/roles.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { teamOf } from '../../access.ts';
import type { HostBookingFilter, HostBookingOrder, Maybe } from '../../generated.ts';
import { type BookingRow, COLUMNS, LISTED_COLUMNS } from '../../store/columns.ts';

/** Which of a host's bookings to list. */
export interface HostBookingListing extends Listing {
  readonly filter?: Maybe<Partial<HostBookingFilter>>;
  readonly order?: Maybe<HostBookingOrder>;
  /** Whether only `LISTED_COLUMNS` are read; the rest is missing then. */
  readonly listed?: boolean;
}

/** A day as the indexes have it: a condition on the day itself reads all days of the team. */
const dayOf = (day: RawBuilder<unknown>): RawBuilder<number> => sql`(${day} - DATE '1970-01-01')`;
const CHECK_IN = dayOf(sql`check_in`);
const CHECK_OUT = dayOf(sql`check_out`);

/** What a list is ordered by before the id, as its index has it: a number, negative where the latest come first. */
const PLACES: Readonly<Record<HostBookingOrder, RawBuilder<number>>> = {
  newest: sql`(-extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
  check_in: CHECK_IN,
  check_out: CHECK_OUT,
  hold_ends: sql`(extract(epoch FROM hold_expires_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
};

/** A page of the bookings of the host's team; nothing for a host who chose none. */
export async function listHostBookings(
  ctx: SubgraphContext,
  { filter, order, listed = false, ...listing }: HostBookingListing,
): Promise<Page<BookingRow>> {
  const slice = readSlice(listing, 2);
  const place = PLACES[order ?? 'newest'];
  const sign = order == null || order === 'newest' ? -1 : 1;
  const { within, orderBy, limit } = readingSlice(slice, {
    columns: [place, sql`id`],
    values: ([at, id]) => [sql`${sign * at}::bigint`, sql`${id}::bigint`],
  });
  const readsContacts = ctx.viewer.kind === 'hostUser' && holdsRole(ctx.viewer.role, CONTACT_ROLES);
  const conditions = [
    sql`team_id = ${teamOf(ctx.viewer) ?? 0}`,
    inReach(ctx.viewer, sql.ref('property_id')),
    ...conditionsOf(filter ?? {}, { now: ctx.clock.now(), readsContacts }),
    within,
  ];
  const { rows } = await sql<BookingRow & { readonly place: number }>`
    SELECT ${listed ? LISTED_COLUMNS : COLUMNS}, ${place}::float8 AS place FROM checkout.bookings WHERE ${sql.join(conditions, sql` AND `)}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ place: at, id }) => [sign * at, id]);
}

/** Roles that read how a guest is reached: no other finds a booking by it. */
const CONTACT_ROLES = ['manager', 'front_desk'] as const;

function conditionsOf(
  filter: Partial<HostBookingFilter>,
  { now, readsContacts }: { readonly now: Date; readonly readsContacts: boolean },
): RawBuilder<unknown>[] {
  const { statuses, checkInFrom, checkInUntil, checkOutFrom, checkOutUntil, propertyId } = filter;
  const { arrivesToday, leavesToday, balanceOverdue } = filter;
  const search = searchText(filter.search);
  return [
    ...(statuses?.length ? [sql`status = ANY(${[...statuses]})`] : []),
    ...(search ? [containing(search, readsContacts)] : []),
    ...(checkInFrom ? [sql`${CHECK_IN} >= ${given(checkInFrom)}`] : []),
    ...(checkInUntil ? [sql`${CHECK_IN} <= ${given(checkInUntil)}`] : []),
    ...(checkOutFrom ? [sql`${CHECK_OUT} >= ${given(checkOutFrom)}`] : []),
    ...(checkOutUntil ? [sql`${CHECK_OUT} <= ${given(checkOutUntil)}`] : []),
    ...(propertyId == null ? [] : [sql`property_id = ${parseId(propertyId) ?? 0}`]),
    ...(arrivesToday ? [isToday(sql`check_in`, now)] : []),
    ...(leavesToday ? [isToday(sql`check_out`, now)] : []),
    ...(balanceOverdue ? [isOverdue(now)] : []),
  ];
}

const given = (day: Temporal.PlainDate) => dayOf(sql`${day.toString()}::date`);

/** The day by the clock of the booking's property; its neighbours in UTC bound what the list's index has to read. */
const isToday = (day: RawBuilder<unknown>, now: Date) =>
  sql`${dayOf(day)} BETWEEN ${dayOf(sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`)} - 1
      AND ${dayOf(sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`)} + 1
    AND ${day} = (${now}::timestamptz AT TIME ZONE usable_zone(time_zone))::date`;

/** The twin of `isOverdue` of `domain/booking-payment.ts`; tomorrow in UTC bounds what the index of balances has to read. */
export const isOverdue = (now: Date) =>
  sql`status = 'confirmed' AND paid < total AND coalesce(balance_due_on, check_in) <= (${now}::timestamptz AT TIME ZONE 'UTC')::date + 1
    AND coalesce(balance_due_on, check_in) < (${now}::timestamptz AT TIME ZONE usable_zone(time_zone))::date`;

const NAMES = sql`reference || ' ' || guest_first_name || ' ' || guest_last_name`;
/** As the index `bookings_search` has it. */
const SEARCHED = sql`lower(${NAMES} || ' ' || coalesce(guest_email, ''))`;

/** Who may not read how a guest is reached does not find a booking by it; the index finds those and more. */
function containing(text: string, readsContacts: boolean): RawBuilder<unknown> {
  const pattern = likePattern(text);
  const found = sql`${SEARCHED} LIKE ${pattern}`;
  return readsContacts ? found : sql`${found} AND lower(${NAMES}) LIKE ${pattern}`;
}
