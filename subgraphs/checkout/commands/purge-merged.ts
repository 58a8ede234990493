import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { MERGE_UNDO_MS } from '../domain/merging.ts';

const BATCH = 1_000;

/** Deletes contacts that were merged into another too long ago for the merge to be taken back. Safe to repeat. */
export async function purgeMerged(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - MERGE_UNDO_MS);
  for (;;) {
    // Not one that others were merged into: those are deleted first.
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM checkout.contacts WHERE id IN (
        SELECT c.id FROM checkout.contacts c WHERE c.merged_at < ${before}
          AND NOT EXISTS (SELECT FROM checkout.contacts other WHERE other.merged_into = c.id)
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`.execute(statements(ctx));
    if (numAffectedRows === 0n) return;
  }
}
