import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { DELIVERIES_KEPT_MS } from '../domain/deliveries.ts';

const BATCH = 5_000;

/** Deletes deliveries that came to an end and are old. Safe to repeat. */
export async function purgeDeliveries(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DELIVERIES_KEPT_MS);
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM apps.deliveries WHERE id IN (
        SELECT id FROM apps.deliveries
        WHERE created_at < ${before} AND status NOT IN ('pending', 'retrying') AND NOT handed_over
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(statements(ctx));
    if (numAffectedRows < BATCH) return;
  }
}
