import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { readingSlice, type SliceParts } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice, readTextSlice, type TextKey } from '#kit/connection.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { holdsRole } from '#kit/roles.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { teamOf } from '../../access.ts';
import { FOLIO_BALANCE } from '../../folio/store/folio-sums.ts';
import type { BookingBalance, HostBookingFilter, HostBookingOrder, Maybe } from '../../generated.ts';
import { type BookingRow, COLUMNS, LISTED_COLUMNS } from '../../store/columns.ts';
import { STAY_STATE } from '../../store/stay-state.ts';
import type { HostBookingPage } from './host-booking-page.ts';

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

/** Numeric sort keys before the id, as indexed, negative for the largest first. */
const PLACES: Readonly<Record<Exclude<HostBookingOrder, 'guest'>, RawBuilder<number>>> = {
  newest: sql`(-extract(epoch FROM created_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
  check_in: CHECK_IN,
  check_out: CHECK_OUT,
  hold_ends: sql`(extract(epoch FROM hold_expires_at AT TIME ZONE 'UTC') * 1000000)::bigint`,
  total: sql`(-total)`,
};
const LARGEST_FIRST: readonly HostBookingOrder[] = ['newest', 'total'];

/** Sort key for guests, as indexed. */
const GUEST = sql<string>`lower(guest_last_name || ' ' || guest_first_name)`;

/** Maximum number of bookings counted for `totalCount`. */
const MOST_COUNTED = 10_000;

/** Lists bookings for the host's team; empty for a host without a selected team. */
export async function listHostBookings(
  ctx: SubgraphContext,
  { filter, order, listed = false, ...listing }: HostBookingListing,
): Promise<HostBookingPage> {
  const readsContacts = holdsRoleOf(ctx, CONTACT_ROLES);
  if (filter?.balance != null && !readsContacts)
    throw badInput('`balance` needs a role that reads folios: manager or front desk.');
  const selected = sql.join(
    [
      sql`team_id = ${teamOf(ctx.viewer) ?? 0}`,
      inReach(ctx.viewer, sql.ref('property_id')),
      ...conditionsOf(filter ?? {}, { now: ctx.clock.now(), readsContacts }),
    ],
    sql` AND `,
  );
  const { page, parts, place } = readingIn(order ?? 'newest', listing);
  const { rows } = await sql<PlacedRow>`
    SELECT ${listed ? LISTED_COLUMNS : COLUMNS}, ${place} AS place FROM checkout.bookings b
    WHERE ${selected} AND ${parts.within} ${parts.orderBy} ${parts.limit}`.execute(statements(ctx));
  const count = async () => {
    const counted = await sql<{ readonly number: number }>`
      SELECT count(*)::int AS number
      FROM (SELECT 1 FROM checkout.bookings b WHERE ${selected} LIMIT ${MOST_COUNTED}) found`.execute(
      statements(ctx),
    );
    return counted.rows[0]?.number ?? 0;
  };
  return { ...page(rows), count };
}

/** A booking with its sort key: text in the order `guest`, a number otherwise. */
type PlacedRow = BookingRow & { readonly place: number | string };

/** A listing's statement parts, and how its rows become a page. */
interface Reading {
  readonly parts: SliceParts;
  readonly place: RawBuilder<unknown>;
  readonly page: (rows: readonly PlacedRow[]) => Page<BookingRow>;
}

function readingIn(order: HostBookingOrder, listing: Listing): Reading {
  if (order === 'guest') {
    const slice = readTextSlice(listing);
    const values = ([text, id]: TextKey) => [sql`${text}::text`, sql`${id}::bigint`];
    return {
      parts: readingSlice(slice, { columns: [GUEST, sql`id`], values }),
      place: GUEST,
      page: (rows) => pageOf(rows, slice, ({ place, id }) => [String(place), id]),
    };
  }
  const slice = readSlice(listing, 2);
  const place = PLACES[order];
  const sign = LARGEST_FIRST.includes(order) ? -1 : 1;
  const values = ([at, id]: readonly [number, number]) => [sql`${sign * at}::bigint`, sql`${id}::bigint`];
  return {
    parts: readingSlice(slice, { columns: [place, sql`id`], values }),
    place: sql`${place}::float8`,
    page: (rows) => pageOf(rows, slice, ({ place: at, id }) => [sign * Number(at), id]),
  };
}

const holdsRoleOf = ({ viewer }: SubgraphContext, roles: typeof CONTACT_ROLES): boolean =>
  viewer.kind === 'hostUser' && holdsRole(viewer.role, roles);

/** Roles that can see guests' contact details and search by them. */
const CONTACT_ROLES = ['manager', 'front_desk'] as const;

function conditionsOf(
  filter: Partial<HostBookingFilter>,
  { now, readsContacts }: { readonly now: Date; readonly readsContacts: boolean },
): RawBuilder<unknown>[] {
  const { statuses, checkInFrom, checkInUntil, checkOutFrom, checkOutUntil, propertyId } = filter;
  const { arrivesToday, leavesToday, balanceOverdue, refundDue, disputed, stayStates } = filter;
  const { unitTypeId, unitId, source, channel, balance, importId } = filter;
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
          sql`id IN (SELECT booking_id FROM checkout.folio_entries e WHERE ${DUE_REFUND} AND e.team_id = b.team_id)`,
        ]
      : []),
    ...(disputed
      ? [
          sql`id IN (SELECT booking_id FROM checkout.folio_entries e WHERE e.dispute_status = 'open' AND e.team_id = b.team_id)`,
        ]
      : []),
    ...(unitTypeId == null ? [] : [isOfType(parseId(unitTypeId) ?? 0)]),
    ...(unitId == null
      ? []
      : [sql`assigned_units @> ${JSON.stringify([{ id: parseId(unitId) ?? 0 }])}::jsonb`]),
    ...(source ? [sql`source_kind = ${source}`] : []),
    ...(channel == null ? [] : [sql`channel_connection_id = ${parseId(channel) ?? 0}`]),
    ...(importId == null ? [] : [sql`import_id = ${parseId(importId) ?? 0}`]),
    ...(balance ? [sql`${FOLIO_BALANCE} ${BALANCES[balance]}`] : []),
    ...(stayStates?.length ? [sql`${STAY_STATE} = ANY(${[...stayStates]})`] : []),
  ];
}

const BALANCES: Readonly<Record<BookingBalance, RawBuilder<unknown>>> = {
  due: sql`> 0`,
  settled: sql`= 0`,
  credit: sql`< 0`,
};

/** Same expression as the index `bookings_by_unit_type`. */
const isOfType = (unitTypeId: number) =>
  sql`checkout.booked_unit_types(lines) @> ARRAY[${unitTypeId}::integer]`;

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
