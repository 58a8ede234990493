import type { EntityManager } from '@mikro-orm/postgresql';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { CLAIM_MS } from '../domain/mail-schedule.ts';
import { SEND_MAIL } from '../outbox/outbox.ts';

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
    const waiting = await tables(em)
      .updateTable('mails')
      .set({ dueAt: now })
      .where('id', 'in', unclaimed(em, now).where('dueAt', '<=', overdue).orderBy('dueAt'))
      .returning('id')
      .execute();
    for (const { id } of waiting) await schedule(ctx, em, SEND_MAIL, { mailId: id });
  });
}

/** Some of the mails that wait and no one is sending, locked. */
const unclaimed = (em: EntityManager, now: Date) =>
  tables(em)
    .selectFrom('mails')
    .select('id')
    .where('status', '=', 'queued')
    .where(({ or, eb }) => or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .limit(500)
    .forUpdate()
    .skipLocked();

/** What is given up in a transaction is reported in it to the messages that were on their way. */
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
