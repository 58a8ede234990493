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
import { STAY_STATE } from '../../store/stay-state.ts';

/** Options for listing a host's bookings. */
export interface HostBookingListing extends Listing {
  readonly filter?: Maybe<Partial<HostBookingFilter>>;
  readonly order?: Maybe<HostBookingOrder>;
  /** True to read only `LISTED_COLUMNS`; other fields are missing. */
  readonly listed?: boolean;
}

/** Day number as indexed; a condition on the date itself would scan all the team's days. */
const dayOf = (day: RawBuilder<unknown>): RawBuilder<number> => sql`(${day} - DATE '1970-01-01')`;
const CHECK_IN = dayOf(sql`check_in`);
const CHECK_OUT = dayOf(sql`check_out`);

/** Sort keys before the id, as indexed: numbers, negative for latest first. */
const PLACES: Readonly<Record<HostBookingOrder, RawBuilder<number>>> = {
  newest: sql`(-extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
  check_in: CHECK_IN,
  check_out: CHECK_OUT,
  hold_ends: sql`(extract(epoch FROM hold_expires_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
};

/** Lists bookings for the host's team; empty for a host without a selected team. */
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

/** Roles that can see guests' contact details and search by them. */
const CONTACT_ROLES = ['manager', 'front_desk'] as const;

function conditionsOf(
  filter: Partial<HostBookingFilter>,
  { now, readsContacts }: { readonly now: Date; readonly readsContacts: boolean },
): RawBuilder<unknown>[] {
  const { statuses, checkInFrom, checkInUntil, checkOutFrom, checkOutUntil, propertyId } = filter;
  const { arrivesToday, leavesToday, balanceOverdue, refundDue, stayStates } = filter;
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
    ...(refundDue
      ? [
          sql`id IN (SELECT booking_id FROM checkout.folio_entries e WHERE ${DUE_REFUND} AND e.team_id = bookings.team_id)`,
        ]
      : []),
    ...(stayStates?.length ? [sql`${STAY_STATE} = ANY(${[...stayStates]})`] : []),
  ];
}

const given = (day: Temporal.PlainDate) => dayOf(sql`${day.toString()}::date`);

/** Same condition as the index `folio_entries_due`. */
const DUE_REFUND = sql`e.entry = 'refund' AND e.status = 'due'`;

/** Compares with today at the booking's property; the neighboring UTC days limit the index scan. */
const isToday = (day: RawBuilder<unknown>, now: Date) =>
  sql`${dayOf(day)} BETWEEN ${dayOf(sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`)} - 1
      AND ${dayOf(sql`(${now}::timestamptz AT TIME ZONE 'UTC')::date`)} + 1
    AND ${day} = (${now}::timestamptz AT TIME ZONE usable_zone(time_zone))::date`;

/**
 * SQL twin of `isOverdue` in `domain/booking-payment.ts`; tomorrow in UTC limits the scan of the balance
 * index.
 */
export const isOverdue = (now: Date) =>
  sql`status = 'confirmed' AND paid < coalesce(charged, total) AND coalesce(balance_due_on, check_in) <= (${now}::timestamptz AT TIME ZONE 'UTC')::date + 1
    AND coalesce(balance_due_on, check_in) < (${now}::timestamptz AT TIME ZONE usable_zone(time_zone))::date`;

const NAMES = sql`reference || ' ' || guest_first_name || ' ' || guest_last_name`;
/** Same expression as the index `bookings_search`. */
const SEARCHED = sql`lower(${NAMES} || ' ' || coalesce(guest_email, ''))`;

/**
 * Searches bookings. A viewer who can't see contact details can't search by them either, so a second
 * condition after the index look-up matches only the names.
 */
function containing(text: string, readsContacts: boolean): RawBuilder<unknown> {
  const pattern = likePattern(text);
  const found = sql`${SEARCHED} LIKE ${pattern}`;
  return readsContacts ? found : sql`${found} AND lower(${NAMES}) LIKE ${pattern}`;
}
