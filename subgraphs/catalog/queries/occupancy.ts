import { sql } from 'kysely';
import { batchWith } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { MAX_OCCUPANCY } from '#schema/limits.ts';
import type { PropertyNight } from '../generated.ts';

/**
 * How full a property is for some nights from today in its time zone: every night of them, in order, whether or not anything
 * is sold there. Throws `BAD_USER_INPUT` for fewer than one night or too many. See docs/interface/host.md#today.
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

/** The properties of a request that ask for as many nights, in one statement. */
const occupancies = batchWith<number, number, PropertyNight[]>(async (ctx, nights, ids) => {
  const { rows } = await sql<PropertyNight & { readonly propertyId: number }>`
    SELECT p.id AS "propertyId", day::date::text AS date, coalesce(sum(u.units), 0)::int AS units,
      coalesce(sum(u.held), 0)::int AS held, coalesce(sum(u.confirmed), 0)::int AS confirmed
    FROM catalog.property p
    CROSS JOIN LATERAL (SELECT (${ctx.clock.now()}::timestamptz AT TIME ZONE p.time_zone)::date AS today) t
    CROSS JOIN LATERAL generate_series(t.today, t.today + ${nights - 1}::int, interval '1 day') day
    LEFT JOIN LATERAL (
      SELECT n.held, n.confirmed, greatest(CASE WHEN t.active THEN n.total - n.closed ELSE 0 END, n.held + n.confirmed) AS units
      FROM catalog.unit_type t JOIN catalog.night n ON n.unit_type_id = t.id
      WHERE t.property_id = p.id AND n.night = day::date
    ) u ON true
    WHERE p.id = ANY (${[...ids]}::integer[])
    GROUP BY p.id, day ORDER BY p.id, day`.execute(statements(ctx));
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
});
