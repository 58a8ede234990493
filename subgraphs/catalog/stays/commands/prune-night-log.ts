import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { KEPT_MINUTES } from '../read-model/night-log.ts';

/**
 * The log begins with its oldest changes: reading this many shows whether any are due, regardless of the
 * log's length.
 */
const BATCH = 5_000;

/** Drops changes that every reader has seen or will skip. */
export async function pruneNightLog(ctx: Pick<SubgraphContext, 'db'>): Promise<void> {
  let dropped = 0n;
  do {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM catalog.night_change WHERE ctid = ANY (ARRAY(
        SELECT place FROM (
          SELECT ctid AS place, changed_at FROM catalog.night_change ORDER BY xid LIMIT ${BATCH}::int) AS first
        WHERE changed_at < now() - ${KEPT_MINUTES}::int * interval '1 minute'))`.execute(statements(ctx));
    dropped = numAffectedRows;
  } while (dropped >= BATCH);
}
