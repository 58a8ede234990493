import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { lookAtDomain } from '../outside/look-at-domain.ts';

/** Checks per run: each may wait a few seconds for DNS. */
const BATCH = 100;
/** Time after which an interrupted check is due again. */
const CLAIM_MS = 60_000;

/** Checks the records for every due domain. Safe to repeat, to interrupt and to run concurrently. */
export async function checkDueDomains(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ readonly id: number }>`
    UPDATE catalog.storefront_domain SET next_check_at = ${new Date(now.getTime() + CLAIM_MS)} WHERE id IN (
      SELECT id FROM catalog.storefront_domain WHERE status <> 'removed' AND next_check_at <= ${now}
      ORDER BY next_check_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING id`.execute(statements(ctx));
  await forEachAtOnce(rows, ({ id }) => lookAtDomain(ctx, id));
}
