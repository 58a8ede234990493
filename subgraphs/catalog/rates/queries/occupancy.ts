import { sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_OCCUPANCY } from '#schema/limits.ts';
import type { PropertyNight } from '../../generated.ts';
import { unitsOutOfOrder } from '../store/units-out-of-order.ts';

/**
 * A property's occupancy for a number of nights from today in its time zone: every night in order, even those
 * without inventory. Throws `BAD_USER_INPUT` for fewer than one night or too many. See
 * docs/interface/host.md#today.
 */
export async function occupancyOf(
  ctx: SubgraphContext,
  propertyId: number,
  nights: number,
): Promise<PropertyNight[]> {
  if (nights < 1 || nights > MAX_OCCUPANCY) {
    throw badInput(`nights must be 1 to ${MAX_OCCUPANCY}.`);
  }
  return (await occupancies(ctx, nights, propertyId)) ?? [];
}

/**
 * Reads all of a request's properties with the same number of nights in one statement, and for each unit type
 * only those few nights, by key. No time zone is more than a day from UTC.
 */
const occupancies = batchWith<number, number, PropertyNight[]>(async (ctx, nights, ids) => {
  const now = sql`${ctx.clock.now()}::timestamptz`;
  const { rows } = await sql<PropertyNight & { readonly propertyId: number }>`
    SELECT p.id AS "propertyId", (p.today + nth)::text AS date, coalesce(night.units, 0)::int AS units,
      coalesce(night.held, 0)::int AS held, coalesce(night.confirmed, 0)::int AS confirmed
    FROM (SELECT id, (${now} AT TIME ZONE usable_zone(time_zone))::date AS today FROM catalog.property WHERE id = ANY (${[...ids]}::integer[])) p
    CROSS JOIN generate_series(0, ${nights - 1}::int) AS nth
    LEFT JOIN (
      SELECT u.property_id, n.night, sum(n.held) AS held, sum(n.confirmed - n.out_of_order) AS confirmed,
        sum(greatest(CASE WHEN u.active THEN n.total - n.closed ELSE 0 END, n.held + n.confirmed) - n.out_of_order) AS units
      FROM catalog.unit_type u CROSS JOIN LATERAL (
        SELECT n.*, ${unitsOutOfOrder} AS out_of_order FROM catalog.night n WHERE n.unit_type_id = u.id
          AND n.night BETWEEN (${now} AT TIME ZONE 'UTC')::date - 1 AND (${now} AT TIME ZONE 'UTC')::date + ${nights}::int
        OFFSET 0 -- for each unit type: together with the others all nights would be read
      ) n WHERE u.property_id = ANY (${[...ids]}::integer[]) GROUP BY u.property_id, n.night
    ) night ON night.property_id = p.id AND night.night = p.today + nth
    ORDER BY p.id, nth`.execute(statements(ctx));
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
});
