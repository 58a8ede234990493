import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { reader, statements } from '#db/transaction.ts';
import { reachOf } from '../../access.ts';
import { isKnownZone } from '../../queries/today.ts';
import { PROPERTY_COLUMNS, UNIT_TYPE_COLUMNS } from '../../store/columns.ts';
import { PropertyEntity, UnitTypeEntity } from '../../store/entities.ts';
import {
  describeProperty,
  describeUnitType,
  type PropertyRecord,
  type UnitTypeRecord,
} from '../../store/records.ts';

/** A property by its id, as far as the viewer reaches: an app or a host their team's, the platform any; null if there is none. */
export async function findProperty(ctx: SubgraphContext, id: number): Promise<PropertyRecord | null> {
  const { teamId } = reachOf(ctx.viewer);
  const own = sql`r.storefront_id IN (SELECT id FROM catalog.storefront WHERE team_id = ${teamId})
    AND ${inReach(ctx.viewer, sql`r.id`)}`;
  const [row] = await readProperties(ctx, sql`r.id = ${id} AND ${teamId === null ? sql`true` : own}`);
  return row ?? null;
}

/** The properties `r` that a condition holds for, in no order. */
async function readProperties(ctx: SubgraphContext, where: RawBuilder<unknown>): Promise<PropertyRecord[]> {
  const { rows } = await sql<PropertyRecord>`
    SELECT ${PROPERTY_COLUMNS} FROM catalog.property r WHERE ${where}`.execute(statements(ctx));
  return rows;
}

/** Every property of a team, oldest first. */
export async function propertiesOfTeam(ctx: SubgraphContext, teamId: number): Promise<PropertyRecord[]> {
  const rows = await reader(ctx).find(PropertyEntity, { storefront: { teamId } }, { orderBy: { id: 'asc' } });
  return rows.map(describeProperty);
}

/**
 * A unit type the storefront sells, for its public page; null for an inactive or another storefront's one, and for one of a property
 * whose time zone this runtime doesn't know.
 */
export async function unitTypePage(
  ctx: SubgraphContext,
  storefrontId: number,
  unitTypeId: number,
): Promise<UnitTypeRecord | null> {
  const row = await reader(ctx).findOne(
    UnitTypeEntity,
    { id: unitTypeId, active: true, property: { storefront: { id: storefrontId, closedAt: null } } },
    { populate: ['property'] },
  );
  return row && isKnownZone(row.property.timeZone) ? describeUnitType(row) : null;
}

/** A property by its id, for what is read of it already: nothing is asked of the viewer. */
export const propertyById = batch<number, PropertyRecord>(async (ctx, ids) => {
  const rows = await readProperties(ctx, sql`r.id = ANY (${[...ids]}::integer[])`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** Unit types of a property, in the order they were made. */
export const unitTypesOfProperty = batch<number, UnitTypeRecord[]>(async (ctx, ids) => {
  const { rows } = await sql<UnitTypeRecord>`
    SELECT ${UNIT_TYPE_COLUMNS} FROM catalog.unit_type r
    WHERE r.property_id = ANY (${[...ids]}::integer[]) ORDER BY r.position, r.id`.execute(statements(ctx));
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
});
