import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { arrivalsOf, type ChannelSales, type SoldNight } from '../domain/channel-message.ts';
import { heldBackOf } from '../store/hold-back-units.ts';

/** Nights read per query. */
const MOST_NIGHTS = 20_000;

const TODAY = sql`(clock_timestamp() AT TIME ZONE usable_zone(y.time_zone))::date`;

/** Connections `k` that get updates, each with its horizon, its days, and whether it sells. */
export const pushes = (em: Transaction) =>
  tables(em)
    .selectFrom('channel_push as p')
    .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
    .innerJoin('property as y', 'y.id', 'k.property')
    .innerJoin('storefront as s', 's.id', 'y.storefront')
    .select(['p.connectionId', 'p.features', 'p.horizonDays', 'p.fullWanted', 'p.fullRunning', 'p.sequence'])
    .select('p.messageId')
    .select(['k.installId', 'y.id as propertyId', 'k.channelPropertyId', 'k.currency', 'k.stopSellBelow'])
    .select(sql`k.degraded_since IS NOT NULL`.$castTo<boolean>().as('isDegraded'))
    .select([
      sql`${TODAY}::text`.$castTo<string>().as('today'),
      sql`(${TODAY} + p.horizon_days - 1)::text`.$castTo<string>().as('end'),
      sql`k.status = 'active' AND y.archived_at IS NULL AND s.closed_at IS NULL AND s.suspended_at IS NULL
        AND NOT s.team_closing AND NOT s.team_suspended`
        .$castTo<boolean>()
        .as('sells'),
    ]);

/** A connection found by {@link pushes}. */
export type PushedConnection = NonNullable<
  Awaited<ReturnType<ReturnType<typeof pushes>['executeTakeFirst']>>
>;

/** The fields, rooms and rates that a connection's channel gets, except those it refuses. */
export async function salesOf(
  em: Transaction,
  { connectionId, features, today }: Pick<PushedConnection, 'connectionId' | 'features' | 'today'>,
): Promise<ChannelSales> {
  const sold = await soldRates(em, connectionId, today);
  return {
    features,
    rates: Map.groupBy(
      sold.filter(({ problem }) => problem === null),
      ({ unitType }) => unitType,
    ),
    occupancies: new Map(sold.map((rate) => [rate.unitType, rate])),
  };
}

/** A connection's rooms and rates; a room without rates uses its unit type's default rate plan. */
async function soldRates(em: Transaction, connectionId: number, today: string) {
  const rows = await tables(em)
    .selectFrom('channel_room as r')
    .innerJoin('unit_type as u', 'u.id', 'r.unitType')
    .leftJoin('channel_rate as c', (join) =>
      join.onRef('c.connectionId', '=', 'r.connection').onRef('c.channelRoomId', '=', 'r.channelRoomId'),
    )
    .leftJoin('rate_plan as t', (join) =>
      join.on(sql`t.id = coalesce(c.rate_plan_id, u.rate_plan_id)`.$castTo<boolean>()),
    )
    .select([
      'r.channelRoomId as room',
      'r.unitType',
      'u.baseGuests',
      'u.maxGuests',
      't.minStay',
      't.maxStay',
      't.minAdvance',
      't.maxAdvance',
    ])
    .select([
      sql`nullif(c.channel_rate_id, '')`.$castTo<string | null>().as('rate'),
      sql`coalesce(r.problem, c.problem)`.$castTo<string | null>().as('problem'),
      sql`coalesce(t.adjust_bp, 0)`.$castTo<number>().as('adjustBp'),
      sql`coalesce(t.adjust_amount, 0)::float8`.$castTo<number>().as('adjustAmount'),
      sql`coalesce(c.percent_bp, 0)`.$castTo<number>().as('percentBp'),
      sql`coalesce(c.add_minor, 0)::float8`.$castTo<number>().as('addMinor'),
      sql`c.round_to::float8`.$castTo<number | null>().as('roundTo'),
      sql`u.adult_supplement::float8`.$castTo<number>().as('adultSupplement'),
      sql`c.rate_plan_id IS NOT NULL AND NOT (t.active AND t.archived_at IS NULL)`
        .$castTo<boolean>()
        .as('closed'),
    ])
    .where('r.connection', '=', connectionId)
    .orderBy('r.channelRoomId')
    .orderBy('c.channelRateId')
    .execute();
  return rows.map((row) => {
    const { adjustBp, adjustAmount, minStay, maxStay, percentBp, addMinor, roundTo, ...sold } = row;
    return {
      ...sold,
      terms: { adjustBp, adjustAmount, minStay: minStay ?? null, maxStay: maxStay ?? null },
      modifier: { percentBp, addMinor, roundTo },
      arrivals: arrivalsOf({ minAdvance: row.minAdvance ?? null, maxAdvance: row.maxAdvance ?? null }, today),
    };
  });
}

/** Facts needed to read a connection's nights. */
type Reading = Pick<
  PushedConnection,
  'connectionId' | 'today' | 'end' | 'sells' | 'stopSellBelow' | 'isDegraded'
>;

/**
 * Reads nights in calendar order, up to the limit. `d` holds the nights to read, as rows with a unit type and
 * its nights. A connection that doesn't sell has no free units.
 */
export async function readNights(
  em: Transaction,
  { connectionId, today, end, sells, stopSellBelow, isDegraded }: Reading,
  of: RawBuilder<unknown>,
): Promise<{ readonly nights: readonly SoldNight[]; readonly isCut: boolean }> {
  // Units held back because of this degraded channel are for this channel to sell.
  const heldBack = isDegraded ? heldBackOf(connectionId) : sql`u.held_back`;
  const told = sql`(SELECT json_agg(of_night.told) FROM (
    SELECT json_build_object('unitTypeId', n.unit_type_id, 'night', n.night, 'rate', coalesce(n.rate, u.base_rate),
      'availability', CASE WHEN open.sells
        THEN catalog.takeable_units(n.total, n.closed + ${heldBack} + ${stopSellBelow}::int, n.held, n.confirmed, 0, 100) ELSE 0 END,
      'minStay', n.min_stay, 'maxStay', n.max_stay, 'closedToArrival', n.closed_to_arrival,
      'closedToDeparture', n.closed_to_departure, 'stopSell', n.stop_sell OR NOT open.sells) AS told
    FROM ${of} AS d
    JOIN catalog.unit_type u ON u.id = d.unit_type_id
    JOIN catalog.night n ON n.unit_type_id = d.unit_type_id AND d.nights @> n.night,
    LATERAL (SELECT ${sells}::boolean AND u.active AND u.archived_at IS NULL AS sells) AS open
    WHERE n.night BETWEEN ${today}::date AND ${end}::date
    ORDER BY n.unit_type_id, n.night LIMIT ${MOST_NIGHTS + 1}::int) AS of_night)`;
  const row = await tables(em)
    .selectNoFrom(told.$castTo<readonly SoldNight[] | null>().as('nights'))
    .executeTakeFirst();
  const nights = row?.nights ?? [];
  return { nights: nights.slice(0, MOST_NIGHTS), isCut: nights.length > MOST_NIGHTS };
}
