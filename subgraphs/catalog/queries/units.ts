import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { parseId } from '#kit/ids.ts';
import { UnitEntity } from '../entities.ts';
import { teamOf } from '../viewer-rights.ts';
import { batch } from './batch.ts';

/** One room, apartment or cabin. */
export interface UnitRecord {
  readonly id: number;
  readonly name: string;
  readonly unitTypeId: number;
}

const MOST_UNITS = 100;

/** Units of the viewer's team, of those asked for. */
export async function teamUnits(ctx: IslandContext, ids: readonly string[]): Promise<readonly UnitRecord[]> {
  if (ids.length > MOST_UNITS) throw badInput(`At most ${MOST_UNITS} units can be asked for at once.`);
  const { rows } = await sql<UnitRecord>`
    SELECT u.id, u.name, u.unit_type_id AS "unitTypeId"
    FROM catalog.unit u JOIN catalog.unit_type t ON t.id = u.unit_type_id
    JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE s.team_id = ${teamOf(ctx.viewer)} AND u.id = ANY (${ids.flatMap((id) => parseId(id) ?? [])}::integer[])
  `.execute(statements(ctx));
  return rows;
}

/** Units of a unit type, in the order the host keeps them. */
export const unitsOfUnitType = batch<number, UnitRecord[]>(async (ctx, ids) => {
  const rows = await reader(ctx).find(
    UnitEntity,
    { unitType: { $in: [...ids] } },
    { orderBy: { place: 'asc' } },
  );
  const units = rows.map(({ id, name, unitType }) => ({ id, name, unitTypeId: unitType.id }));
  return Map.groupBy(units, ({ unitTypeId }) => unitTypeId);
});
