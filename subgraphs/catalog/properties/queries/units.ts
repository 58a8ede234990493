import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { MAX_FOUND_UNITS, MAX_UNIT_IDS } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import { UNIT_COLUMNS } from '../../store/columns.ts';

/** A room, apartment or cabin. */
export interface UnitRecord {
  readonly id: number;
  readonly name: string;
  readonly unitTypeId: number;
}

/** The requested units that belong to the viewer's team. */
export async function teamUnits(
  ctx: SubgraphContext,
  ids: readonly string[],
): Promise<readonly UnitRecord[]> {
  if (ids.length > MAX_UNIT_IDS) throw badInput(`At most ${MAX_UNIT_IDS} units can be requested at once.`);
  const { rows } = await sql<UnitRecord>`
    SELECT ${UNIT_COLUMNS}
    FROM catalog.unit r JOIN catalog.unit_type t ON t.id = r.unit_type_id
    JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE s.team_id = ${teamOf(ctx.viewer)} AND ${inReach(ctx.viewer, sql.ref('p.id'))} AND r.id = ANY (${ids.flatMap((id) => parseId(id) ?? [])}::integer[])
  `.execute(statements(ctx));
  return rows;
}

/** All units of unit types, in the host's order; with `automatic`, only if the property assigns units automatically. */
export async function unitsToFill(
  ctx: SubgraphContext,
  unitTypeIds: readonly string[],
  automatic: boolean,
): Promise<readonly UnitRecord[]> {
  const { rows } = await sql<UnitRecord>`
    SELECT ${UNIT_COLUMNS}
    FROM catalog.unit r JOIN catalog.unit_type t ON t.id = r.unit_type_id
    JOIN catalog.property p ON p.id = t.property_id AND (p.auto_assign_units OR NOT ${automatic}::boolean)
    WHERE t.id = ANY (${unitTypeIds.flatMap((id) => parseId(id) ?? [])}::integer[])
    ORDER BY r.unit_type_id, r.place`.execute(statements(ctx));
  return rows;
}

/** A unit with its property. */
export interface UnitPlaceRecord extends UnitRecord {
  readonly propertyId: number;
  readonly timeZone: string;
}

/** The requested units that belong to the viewer's team, with their properties. */
export async function unitPlaces(
  ctx: SubgraphContext,
  ids: readonly string[],
): Promise<readonly UnitPlaceRecord[]> {
  if (ids.length > MAX_UNIT_IDS) throw badInput(`At most ${MAX_UNIT_IDS} units can be requested at once.`);
  const { rows } = await sql<UnitPlaceRecord>`
    SELECT ${UNIT_COLUMNS}, p.id AS "propertyId", p.time_zone AS "timeZone"
    FROM catalog.unit r JOIN catalog.unit_type t ON t.id = r.unit_type_id
    JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE s.team_id = ${teamOf(ctx.viewer)} AND ${inReach(ctx.viewer, sql.ref('p.id'))} AND r.id = ANY (${ids.flatMap((id) => parseId(id) ?? [])}::integer[])
  `.execute(statements(ctx));
  return rows;
}

/** A unit with its unit type and property, as found by name. */
export interface FoundUnitRecord extends UnitRecord {
  readonly unitTypeName: string;
  readonly propertyId: number;
  readonly propertyName: string;
}

/** Finds the team's units by their own or their unit type's name. Throws `BAD_USER_INPUT` for a page over 20. */
export async function searchUnits(
  ctx: SubgraphContext,
  search: string,
  first: number,
): Promise<readonly FoundUnitRecord[]> {
  if (first < 1 || first > MAX_FOUND_UNITS) throw badInput(`first must be 1 to ${MAX_FOUND_UNITS}.`);
  const text = searchText(search);
  if (!text) return [];
  const pattern = likePattern(text);
  const { rows } = await sql<FoundUnitRecord>`
    SELECT ${UNIT_COLUMNS}, t.name AS "unitTypeName", p.id AS "propertyId", p.name AS "propertyName"
    FROM catalog.unit r JOIN catalog.unit_type t ON t.id = r.unit_type_id
    JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE s.team_id = ${teamOf(ctx.viewer)} AND ${inReach(ctx.viewer, sql.ref('p.id'))}
      AND t.archived_at IS NULL AND p.archived_at IS NULL
      AND (lower(r.name) LIKE ${pattern} OR lower(t.name) LIKE ${pattern})
    ORDER BY p.id, t.id, r.place LIMIT ${first}`.execute(statements(ctx));
  return rows;
}

/** A unit type's units, in the host's order. */
export const unitsOfUnitType = batch<number, UnitRecord[]>(async (ctx, ids) => {
  const { rows } = await sql<UnitRecord>`
    SELECT ${UNIT_COLUMNS} FROM catalog.unit r
    WHERE r.unit_type_id = ANY (${[...ids]}::integer[]) ORDER BY r.unit_type_id, r.place`.execute(
    statements(ctx),
  );
  return Map.groupBy(rows, ({ unitTypeId }) => unitTypeId);
});
