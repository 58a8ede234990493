import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { UNVERIFIED_TTL_MS } from '../domain/mail-links.ts';
import { MAIL_KEPT_MS } from '../domain/mail-schedule.ts';

const EVENTS_KEPT_MS = 400 * 24 * 60 * 60_000;

/**
 * Deletes links that ended, mails 30 days after they were sent or given up, security logs after 400 days, and after 7 days accounts
 * whose address no one confirmed and that have nothing. Safe to repeat.
 */
export async function purgeAccounts(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const before = (ms: number) => new Date(now.getTime() - ms);
  const db = statements(ctx);
  await sql`DELETE FROM apps.mail_tokens WHERE expires_at <= ${now}`.execute(db);
  await sql`DELETE FROM apps.mails WHERE status <> 'queued' AND ended_at <= ${before(MAIL_KEPT_MS)}`.execute(
    db,
  );
  await sql`DELETE FROM apps.account_events WHERE at <= ${before(EVENTS_KEPT_MS)}`.execute(db);
  await sql`
    WITH gone AS (
      SELECT a.id FROM apps.accounts a
      WHERE a.verified_at IS NULL AND a.status = 'unverified' AND a.created_at <= ${before(UNVERIFIED_TTL_MS)}
        AND NOT EXISTS (SELECT 1 FROM apps.memberships m WHERE m.account_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM apps.apps p WHERE p.account_id = a.id)
      LIMIT 500 FOR UPDATE SKIP LOCKED),
    sessions AS (DELETE FROM apps.host_sessions WHERE account_id IN (SELECT id FROM gone)),
    tokens AS (DELETE FROM apps.access_tokens WHERE account_id IN (SELECT id FROM gone))
    DELETE FROM apps.accounts WHERE id IN (SELECT id FROM gone)`.execute(db);
}
