import { type Kysely, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type ListOrder, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import type { Slice } from '#kit/connection.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_RANGE } from '#schema/limits.ts';
import { lengthOf, type NightRange } from '../../domain/calendar.ts';
import type { UnitTypeNight } from '../../generated.ts';
import { unitsOutOfOrder } from '../store/units-out-of-order.ts';

/** A unit type's nights as a host sees them. Throws `BAD_USER_INPUT` for a range that is too long or reversed. */
export function unitTypeCalendar(ctx: SubgraphContext, range: NightRange): Promise<UnitTypeNight[]> {
  const length = lengthOf(range);
  if (length < 1 || length > MAX_RANGE) {
    throw badInput(`A calendar can show 1 to ${MAX_RANGE} nights.`);
  }
  return readCalendar(statements(ctx), range);
}

/** A night's key is its epoch day; the range holds a slice's bounds. */
const BY_NIGHT: ListOrder<readonly [number]> = {
  columns: [sql`n.night`],
  values: ([day]) => [sql`DATE '1970-01-01' + ${day}::int`],
};

/** Reads a range's calendar nights in order, or a slice for `pageOf`. */
export async function readCalendar(
  db: Kysely<unknown>,
  { unitTypeId, from, until }: NightRange,
  slice?: Slice<readonly [number]>,
): Promise<UnitTypeNight[]> {
  const night = slice && readingSlice(slice, BY_NIGHT);
  const { rows } = await sql<UnitTypeNight>`
    SELECT n.night::text AS date, coalesce(n.rate, u.base_rate)::float8 AS rate, n.total, n.closed, n.closed_reason AS "closedReason",
      n.held, n.confirmed - ${unitsOutOfOrder} AS confirmed, catalog.takeable_units(n.total, n.closed, n.held, n.confirmed, 0, 100) AS available,
      n.min_stay AS "minStay", n.max_stay AS "maxStay", n.closed_to_arrival AS "closedToArrival",
      n.closed_to_departure AS "closedToDeparture", n.stop_sell AS "stopSell"
    FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
    WHERE n.unit_type_id = ${unitTypeId} AND n.night >= ${from.toString()}::date AND n.night <= ${until.toString()}::date
    ${night ? sql`${night.orderBy} ${night.limit}` : sql`ORDER BY n.night`}`.execute(db);
  return [...rows];
}
