import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, statements } from '#db/transaction.ts';

/** Recurring job, woken when nights are taken or released. */
export const ANNOUNCE_AVAILABILITY = 'catalog/announce-availability';

/** Holds announced per transaction. */
const AT_ONCE = 200;

interface ChangedNights {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  readonly from: string;
  readonly until: string;
  readonly version: number;
}

/**
 * Publishes nights taken or released since the last run: one `availability.updated` per unit type, from its
 * first to its last changed night. Confirming a hold doesn't change availability. Safe to repeat and to run
 * in several processes: the publishing transaction marks the hold as announced. See
 * docs/interface/webhooks.md#delivery.
 */
export async function announceAvailability(ctx: Pick<SubgraphContext, 'db'>): Promise<void> {
  while ((await announceSome(ctx)) === AT_ONCE);
}

function announceSome(ctx: Pick<SubgraphContext, 'db'>): Promise<number> {
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    const { rows: announced } = await sql<{ id: string }>`
      UPDATE catalog.stay_holds SET announced = state <> 'released'
      WHERE id IN (
        SELECT id FROM catalog.stay_holds WHERE announced <> (state <> 'released')
        ORDER BY updated_at LIMIT ${AT_ONCE}::int FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(db);
    if (announced.length === 0) return 0;
    const ids = announced.map(({ id }) => id);
    const { rows: changes } = await sql<ChangedNights>`
      SELECT changed.*, nextval('catalog.change_version')::float8 AS version FROM (
        SELECT s.team_id AS "teamId", u.id AS "unitTypeId", u.property_id AS "propertyId",
          min(h.check_in)::text AS "from", (max(h.check_out) - 1)::text AS "until"
        FROM catalog.stay_holds h
        JOIN catalog.storefront s ON s.id = h.storefront_id
        JOIN catalog.unit_type u ON u.id = ANY (h.unit_type_ids)
        WHERE h.id = ANY (${ids}::uuid[])
        GROUP BY s.team_id, u.id, u.property_id
        ORDER BY u.id) AS changed`.execute(db);
    for (const change of changes) await publish(ctx, em, 'availability.updated', change);
    return announced.length;
  });
}
