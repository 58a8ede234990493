import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { reader, statements } from '#db/transaction.ts';
import { reachOf } from '../../access.ts';
import { PROPERTY_COLUMNS, UNIT_TYPE_COLUMNS } from '../../store/columns.ts';
import { PropertyEntity } from '../../store/entities.ts';
import { describeProperty, type PropertyRecord, type UnitTypeRecord } from '../../store/records.ts';

/**
 * A property by id within the viewer's reach: an app's or host's team, or any for the platform; null if not
 * found.
 */
export async function findProperty(ctx: SubgraphContext, id: number): Promise<PropertyRecord | null> {
  const { teamId } = reachOf(ctx.viewer);
  const own = sql`r.storefront_id IN (SELECT id FROM catalog.storefront WHERE team_id = ${teamId})
    AND ${inReach(ctx.viewer, sql`r.id`)}`;
  const [row] = await readProperties(ctx, sql`r.id = ${id} AND ${teamId === null ? sql`true` : own}`);
  return row ?? null;
}

/** The properties `r` that match a condition, in any order. */
async function readProperties(ctx: SubgraphContext, where: RawBuilder<unknown>): Promise<PropertyRecord[]> {
  const { rows } = await sql<PropertyRecord>`
    SELECT ${PROPERTY_COLUMNS} FROM catalog.property r WHERE ${where}`.execute(statements(ctx));
  return rows;
}

/** A team's properties, oldest first. */
export async function propertiesOfTeam(ctx: SubgraphContext, teamId: number): Promise<PropertyRecord[]> {
  const rows = await reader(ctx).find(PropertyEntity, { storefront: { teamId } }, { orderBy: { id: 'asc' } });
  return rows.map(describeProperty);
}

/** A property by id, for records that were already read; doesn't check the viewer. */
export const propertyById = batch<number, PropertyRecord>(async (ctx, ids) => {
  const rows = await readProperties(ctx, sql`r.id = ANY (${[...ids]}::integer[])`);
  return new Map(rows.map((row) => [row.id, row]));
});

/** A property's unit types, in creation order. */
export const unitTypesOfProperty = batch<number, UnitTypeRecord[]>(async (ctx, ids) => {
  const { rows } = await sql<UnitTypeRecord>`
    SELECT ${UNIT_TYPE_COLUMNS} FROM catalog.unit_type r
    WHERE r.property_id = ANY (${[...ids]}::integer[]) ORDER BY r.position, r.id`.execute(statements(ctx));
  return Map.groupBy(rows, ({ propertyId }) => propertyId);
});
