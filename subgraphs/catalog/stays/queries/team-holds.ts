import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { TeamHolds, TeamHoldsInput } from '../../generated.ts';
import { tables } from '../../store/tables.ts';

/**
 * The given ids that belong to a team's active properties and unit types, and to an app's open connections
 * and placements there.
 */
export async function teamHolds(
  ctx: SubgraphContext,
  { teamId, properties, unitTypes, connections, placements, app }: TeamHoldsInput,
): Promise<TeamHolds> {
  const team = parseId(teamId) ?? 0;
  const db = tables(reader(ctx));
  return {
    properties: idsOf(
      await db
        .selectFrom('property as p')
        .innerJoin('storefront as s', 's.id', 'p.storefront')
        .select('p.id')
        .where('s.teamId', '=', team)
        .where('p.archivedAt', 'is', null)
        .where('p.id', 'in', among(properties))
        .execute(),
    ),
    unitTypes: idsOf(
      await db
        .selectFrom('unit_type as u')
        .innerJoin('property as p', 'p.id', 'u.property')
        .innerJoin('storefront as s', 's.id', 'p.storefront')
        .select('u.id')
        .where('s.teamId', '=', team)
        .where('u.archivedAt', 'is', null)
        .where('u.id', 'in', among(unitTypes))
        .execute(),
    ),
    connections: idsOf(
      await db
        .selectFrom('channel_connection')
        .select('id')
        .where('teamId', '=', team)
        .where('appSlug', '=', app)
        .where('status', '!=', 'disconnected')
        .where('id', 'in', among(connections))
        .execute(),
    ),
    placements: idsOf(
      await db
        .selectFrom('injection_placement')
        .select('id')
        .where('teamId', '=', team)
        .where('appSlug', '=', app)
        .where('id', 'in', among(placements))
        .execute(),
    ),
  };
}

/** A values list can't be empty, and no row has the id 0. */
const among = (ids: readonly string[]): readonly number[] => [0, ...ids.flatMap((id) => parseId(id) ?? [])];

const idsOf = (rows: readonly { readonly id: number }[]): string[] => rows.map(({ id }) => String(id));
