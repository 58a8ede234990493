import { type Kysely, sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { nightsBetween } from '#kit/dates.ts';
import { badInput } from '#kit/errors.ts';
import type { UnitTypeNight } from '../generated.ts';

/** Most nights read or written at once. */
export const MOST_NIGHTS = 731;

/** A range of nights of one unit type, both ends inclusive. */
export interface NightRange {
  readonly unitTypeId: number;
  readonly from: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
}

/** Number of nights of a range; 0 or less where it ends before it begins. */
export const lengthOf = ({ from, until }: NightRange): number => nightsBetween(from, until) + 1;

/** The nights of a unit type as a host sees them. Throws `BAD_USER_INPUT` for a range that is too long or reversed. */
export function unitTypeCalendar(ctx: IslandContext, range: NightRange): Promise<UnitTypeNight[]> {
  const length = lengthOf(range);
  if (length < 1 || length > MOST_NIGHTS) {
    throw badInput(`A calendar shows 1 to ${MOST_NIGHTS} nights.`);
  }
  return readCalendar(statements(ctx), range);
}

/** Reads the nights of a range that are on the calendar, in order; the first `limit` of them where one is given. */
export async function readCalendar(
  db: Kysely<unknown>,
  { unitTypeId, from, until }: NightRange,
  limit: number | null = null,
): Promise<UnitTypeNight[]> {
  const { rows } = await sql<UnitTypeNight>`
    SELECT n.night::text AS date, coalesce(n.rate, u.base_rate)::float8 AS rate, n.total, n.closed, n.closed_reason AS "closedReason",
      n.held, n.confirmed, greatest(0, n.total - n.closed - n.held - n.confirmed) AS available,
      n.min_stay AS "minStay", n.max_stay AS "maxStay", n.closed_to_arrival AS "closedToArrival",
      n.closed_to_departure AS "closedToDeparture", n.stop_sell AS "stopSell"
    FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
    WHERE n.unit_type_id = ${unitTypeId} AND n.night >= ${from.toString()}::date AND n.night <= ${until.toString()}::date
    ORDER BY n.night LIMIT ${limit}::int`.execute(db);
  return [...rows];
}
