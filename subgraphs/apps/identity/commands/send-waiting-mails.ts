import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { CLAIM_MS } from '../domain/mail-schedule.ts';
import { SEND_MAIL } from '../mail/outbox.ts';

/**
 * Books what waits in the outbox and no one is about to send: mails that were written while there was no server, or whose job was
 * lost. Those that are of no use any more are given up, server or not. Safe to repeat.
 */
export async function sendWaitingMails(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  await giveUpEnded(ctx, now);
  if (ctx.config.mailUrl === null) return;
  const overdue = new Date(now.getTime() - 2 * CLAIM_MS);
  await inTransaction(ctx, async (em) => {
    const { rows } = await sql<{ readonly id: number }>`
      UPDATE apps.mails SET due_at = ${now} WHERE id IN (
        SELECT id FROM apps.mails WHERE status = 'queued' AND due_at <= ${overdue} AND coalesce(claimed_until <= ${now}, true)
        ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(em.getKysely<unknown>());
    for (const { id } of rows) await schedule(ctx, em, SEND_MAIL, { mailId: id });
  });
}

async function giveUpEnded(ctx: SubgraphContext, now: Date): Promise<void> {
  await sql`
    UPDATE apps.mails SET status = 'failed', ended_at = ${now}, link_sealed = NULL, claimed_until = NULL,
      last_error = 'It was of no use any more.'
    WHERE id IN (
      SELECT id FROM apps.mails WHERE status = 'queued' AND expires_at <= ${now} AND coalesce(claimed_until <= ${now}, true)
      LIMIT 500 FOR UPDATE SKIP LOCKED)`.execute(statements(ctx));
}
