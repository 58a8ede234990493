import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { KEPT_MINUTES } from '../read-model/night-log.ts';

/** Drops changes that every reader has seen or will not ask for. */
export async function pruneNightLog(ctx: Pick<SubgraphContext, 'db'>): Promise<void> {
  await sql`DELETE FROM catalog.night_change
    WHERE changed_at < now() - ${KEPT_MINUTES}::int * interval '1 minute'`.execute(statements(ctx));
}
