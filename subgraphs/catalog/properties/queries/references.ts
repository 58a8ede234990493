import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { statements } from '#db/transaction.ts';
import { reachOf } from '../../access.ts';
import { PROPERTY_COLUMNS, UNIT_COLUMNS, UNIT_TYPE_COLUMNS } from '../../store/columns.ts';
import type { PropertyRecord, UnitTypeRecord } from '../../store/records.ts';
import type { UnitRecord } from './units.ts';

/**
 * Resolves another subgraph's reference to a property in the viewer's team, or to any for the platform. One
 * statement per request.
 */
export const propertyReference = batch<number, PropertyRecord>((ctx, ids) =>
  ownRows<PropertyRecord>(
    ctx,
    ids,
    PROPERTY_COLUMNS,
    sql`catalog.property r JOIN catalog.storefront s ON s.id = r.storefront_id`,
    sql.ref('r.id'),
  ),
);

/** Resolves another subgraph's reference to a unit type, with the same reach. */
export const unitTypeReference = batch<number, UnitTypeRecord>((ctx, ids) =>
  ownRows<UnitTypeRecord>(
    ctx,
    ids,
    UNIT_TYPE_COLUMNS,
    sql`catalog.unit_type r JOIN catalog.property p ON p.id = r.property_id JOIN catalog.storefront s ON s.id = p.storefront_id`,
    sql.ref('p.id'),
  ),
);

/** Resolves another subgraph's reference to a unit, with the same reach. */
export const unitReference = batch<number, UnitRecord>((ctx, ids) =>
  ownRows<UnitRecord>(
    ctx,
    ids,
    UNIT_COLUMNS,
    sql`catalog.unit r JOIN catalog.unit_type t ON t.id = r.unit_type_id JOIN catalog.property p ON p.id = t.property_id
      JOIN catalog.storefront s ON s.id = p.storefront_id`,
    sql.ref('p.id'),
  ),
);

/**
 * The rows `r` with these ids in the viewer's reach, by id. `from` joins their storefront `s`; `property` is
 * the property's column.
 */
async function ownRows<Row extends { readonly id: number }>(
  ctx: SubgraphContext,
  ids: readonly number[],
  columns: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  property: RawBuilder<unknown>,
): Promise<ReadonlyMap<number, Row>> {
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  const { rows } = await sql<Row>`
    SELECT ${columns} FROM ${from}
    WHERE r.id = ANY (${[...ids]}::integer[])
      AND ${inReach(ctx.viewer, property)}
      AND (${teamId}::integer IS NULL OR s.team_id = ${teamId}::integer)
      AND (${storefrontId}::integer IS NULL OR s.id = ${storefrontId}::integer)`.execute(statements(ctx));
  return new Map(rows.map((row) => [row.id, row]));
}
