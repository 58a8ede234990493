import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type {
  QueryReportUnitsArgs,
  ReportRatePlan,
  ReportUnitNight,
  ReportUnitType,
} from '../../generated.ts';

/** Units on a report's nights. */
export interface ReportedUnits {
  readonly unitTypes: readonly ReportUnitType[];
  readonly nights: readonly ReportUnitNight[];
  readonly ratePlans: readonly ReportRatePlan[];
}

/**
 * Returns the team's unit types with their units, and the nights on which some of them are closed or their number
 * differs. A night without inventory, such as one from before the property was added, has the unit type's units.
 */
export async function reportUnits(
  ctx: SubgraphContext,
  { from, until, propertyIds }: QueryReportUnitsArgs,
): Promise<ReportedUnits> {
  const ids = propertyIds?.map((id) => parseId(id) ?? 0);
  const db = statements(ctx);
  const { rows: unitTypes } = await sql<ReportUnitType & { readonly id: number }>`
    SELECT u.id, u.name, u.property_id AS "propertyId", p.name AS "propertyName", p.currency, u.active AS "isActive",
      CASE WHEN u.active THEN u.units ELSE 0 END AS units, u.rate_plan_id AS "ratePlanId"
    FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
      JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE s.team_id = ${teamOf(ctx.viewer)} AND NOT s.sandbox AND ${inReach(ctx.viewer, sql.ref('p.id'))}
      AND ${ids ? sql`p.id = ANY (${ids}::integer[])` : sql`true`}
    ORDER BY p.name, p.id, u.position, u.id`.execute(db);
  const types = unitTypes.map(({ id }) => id);
  const within = sql`BETWEEN ${from.toString()}::date AND ${until.toString()}::date`;
  const [nights, ratePlans] = await Promise.all([
    sql<ReportUnitNight>`
      SELECT n.unit_type_id AS "unitTypeId", n.night::text AS night, n.total AS units,
        greatest(0, n.total - n.closed - coalesce(o.units, 0)) AS open
      FROM catalog.unit_type u JOIN catalog.night n ON n.unit_type_id = u.id AND n.night ${within}
      LEFT JOIN (
        SELECT c.unit_type_id, c.night, count(*)::int AS units FROM catalog.closed_unit_nights c
        WHERE c.unit_type_id = ANY (${types}::integer[]) AND c.night ${within} GROUP BY c.unit_type_id, c.night
      ) o ON o.unit_type_id = n.unit_type_id AND o.night = n.night
      WHERE u.id = ANY (${types}::integer[]) AND u.active AND (n.total <> u.units OR n.closed > 0 OR o.units > 0)`.execute(
      db,
    ),
    sql<ReportRatePlan>`
      SELECT r.id, r.name, r.unit_type_id AS "unitTypeId" FROM catalog.rate_plan r
      WHERE r.unit_type_id = ANY (${types}::integer[]) ORDER BY r.id`.execute(db),
  ]);
  return { unitTypes, nights: nights.rows, ratePlans: ratePlans.rows };
}
