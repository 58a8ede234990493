import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import { reachOf } from '../../access.ts';
import type { MutationUnitNightsCloseArgs } from '../../generated.ts';
import { nextVersion } from '../../store/next-version.ts';

interface Place {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
}

/**
 * Closes a unit's nights because it's out of order, and opens its other nights. A closed night takes one of the
 * unit type's free units, or the next one that becomes free. Safe to repeat; an
 * older version than the last changes nothing. False if there is no such unit.
 */
export async function closeUnit(
  ctx: SubgraphContext,
  { unitId, from, until, displaced, version }: MutationUnitNightsCloseArgs,
): Promise<boolean> {
  const id = parseId(unitId) ?? 0;
  const { teamId } = reachOf(ctx.viewer);
  const closed = await inTransaction(ctx, async (em) => {
    const db = statements(em);
    const { rows: places } = await sql<Place>`
      SELECT s.team_id AS "teamId", t.id AS "unitTypeId", p.id AS "propertyId"
      FROM catalog.unit u JOIN catalog.unit_type t ON t.id = u.unit_type_id
      JOIN catalog.property p ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
      WHERE u.id = ${id} AND (${teamId}::int IS NULL OR s.team_id = ${teamId}::int)`.execute(db);
    const [place] = places;
    if (!place) return false;
    const { rows } = await sql<{ readonly from: string | null; readonly until: string | null }>`
      SELECT first_night::text AS from, last_night::text AS until FROM catalog.close_unit(
        ${id}::int, ${place.unitTypeId}::int, ${from?.toString() ?? null}::date, ${until?.toString() ?? null}::date,
        ${displaced.filter(isUuid)}::uuid[], ${version}::int)`.execute(db);
    const [moved] = rows;
    if (moved?.from && moved.until) {
      const nights = { from: moved.from, until: moved.until };
      await publish(ctx, em, 'availability.updated', { ...place, ...nights, version: await nextVersion(em) });
    }
    return true;
  });
  if (closed) ctx.services.catalog.readModel.nightsChanged();
  return closed;
}
