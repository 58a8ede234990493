import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { UNVERIFIED_TTL_MS } from '../../emails/domain/mail-links.ts';

/** Deletes accounts that own nothing and whose address wasn't confirmed within 7 days. Safe to repeat. */
export async function purgeAccounts(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - UNVERIFIED_TTL_MS);
  // Covers three tables in one statement.
  await sql`
    WITH gone AS (
      SELECT a.id FROM apps.accounts a
      WHERE a.verified_at IS NULL AND a.status = 'unverified' AND a.created_at <= ${before}
        AND NOT EXISTS (SELECT 1 FROM apps.memberships m WHERE m.account_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM apps.apps p WHERE p.account_id = a.id)
      LIMIT 500 FOR UPDATE SKIP LOCKED),
    sessions AS (DELETE FROM apps.host_sessions WHERE account_id IN (SELECT id FROM gone)),
    tokens AS (DELETE FROM apps.access_tokens WHERE account_id IN (SELECT id FROM gone))
    DELETE FROM apps.accounts WHERE id IN (SELECT id FROM gone)`.execute(statements(ctx));
}
