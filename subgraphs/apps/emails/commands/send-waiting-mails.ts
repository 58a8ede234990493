import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { CLAIM_MS } from '../domain/mail-schedule.ts';
import { SEND_MAIL } from '../outbox/outbox.ts';

/**
 * Schedules waiting emails without a job: emails written while there was no mail server, or whose job was
 * lost. Drops expired emails, with or without a server. Safe to repeat.
 */
export async function sendWaitingMails(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  await giveUpEnded(ctx, now);
  if (ctx.config.mailUrl === null) return;
  const overdue = new Date(now.getTime() - 2 * CLAIM_MS);
  await inTransaction(ctx, async (em) => {
    const waiting = await tables(em)
      .updateTable('mails')
      .set({ dueAt: now })
      .where('id', 'in', unclaimed(em, now).where('dueAt', '<=', overdue).orderBy('dueAt'))
      .returning('id')
      .execute();
    for (const { id } of waiting) await schedule(ctx, em, SEND_MAIL, { mailId: id });
  });
}

/** Selects and locks some waiting emails that no process is sending. */
const unclaimed = (em: EntityManager, now: Date) =>
  tables(em)
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'queued')
    .where(({ or, eb }) => or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .limit(500)
    .forUpdate()
    .skipLocked();

/** Drops expired emails; the same transaction reports this to the messages they carried. */
const giveUpEnded = (ctx: SubgraphContext, now: Date): Promise<void> =>
  inTransaction(ctx, async (em) => {
    const ended = await tables(em)
      .updateTable('mails')
      .set({ status: 'failed', endedAt: now, linkSealed: null, claimedUntil: null, lastError: OVER })
      .where('id', 'in', unclaimed(em, now).where('expiresAt', '<=', now))
      .returning('messageId')
      .execute();
    for (const { messageId } of ended) {
      if (messageId !== null)
        await publish(ctx, em, 'message.mail_failed', { messageId, code: 'MAIL_FAILED' });
    }
  });

const OVER = 'It was of no use any more.';
