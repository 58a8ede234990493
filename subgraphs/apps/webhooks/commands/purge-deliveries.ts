import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { DELIVERIES_KEPT_MS } from '../domain/deliveries.ts';

const BATCH = 2_000;

/**
 * Deletes old ended deliveries, starting with the oldest and stopping at the first recent one, so that
 * retained rows aren't read. Safe to repeat.
 */
export async function purgeDeliveries(ctx: Pick<SubgraphContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DELIVERIES_KEPT_MS);
  let after: number | null = 0;
  while (after !== null) after = await purgeSome(ctx, before, after);
}

/**
 * Deletes a batch of deliveries after the given id; returns the batch's last id, or null once it reaches
 * recent ones.
 */
async function purgeSome(
  ctx: Pick<SubgraphContext, 'db'>,
  before: Date,
  after: number,
): Promise<number | null> {
  const ended = sql`status NOT IN ('pending', 'retrying') AND NOT handed_over`;
  const walk: RawBuilder<{ readonly last: number | null }> = sql`
    WITH oldest AS MATERIALIZED (
      SELECT id, ctid AS place, created_at < ${before} AS is_old, ${ended} AS has_ended FROM apps.deliveries
      WHERE id > ${after}::bigint ORDER BY id LIMIT ${BATCH}::int
    ), gone AS (
      DELETE FROM apps.deliveries WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM apps.deliveries
        WHERE ctid = ANY (ARRAY(SELECT place FROM oldest WHERE is_old AND has_ended)) AND ${ended} FOR UPDATE SKIP LOCKED))
    )
    SELECT CASE WHEN count(*) = ${BATCH}::int AND bool_and(is_old) THEN max(id) END AS last FROM oldest`;
  const { rows } = await walk.execute(statements(ctx));
  return rows[0]?.last ?? null;
}
