import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { TeamSize } from '../../generated.ts';
import { tables } from '../../store/tables.ts';

/** Counts a team's active properties and units, without sandboxes. */
export async function teamSize(ctx: SubgraphContext, teamId: string): Promise<TeamSize> {
  const { properties, units } = await tables(reader(ctx))
    .selectFrom('property as p')
    .innerJoin('storefront as s', 's.id', 'p.storefront')
    .leftJoin('unit_type as t', (join) =>
      join.onRef('t.property', '=', 'p.id').on('t.archivedAt', 'is', null),
    )
    .select(({ fn }) => [
      fn.count<string>('p.id').distinct().as('properties'),
      fn.coalesce(fn.sum<string>('t.units'), sql<string>`0`).as('units'),
    ])
    .where('s.teamId', '=', parseId(teamId) ?? 0)
    .where('s.sandbox', '=', false)
    .where('p.archivedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { properties: Number(properties), units: Number(units) };
}
