import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { EXPIRED } from '../domain/mail-schedule.ts';
import { MAIL_MOVES } from '../store/mail-queue.ts';
import { sendMails } from './send-mails.ts';

/** Maximum number of expired emails dropped per run. */
const AT_ONCE = 500;

/**
 * Sends waiting emails that no process has noticed: emails written while there was no mail server, and emails left by a
 * dead process. Drops expired emails, with or without a mail server. Safe to repeat.
 */
export async function sendWaitingMails(ctx: SubgraphContext): Promise<void> {
  await giveUpExpired(ctx);
  await sendMails(ctx);
}

/** Performs the move `give_up`; the same transaction reports this to the messages that the emails carried. */
function giveUpExpired(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  const { from, to } = MAIL_MOVES.give_up;
  return inTransaction(ctx, async (em) => {
    const expired = tables(em)
      .selectFrom('mails')
      .select('id')
      .where('status', '=', from)
      .where(({ or, eb }) => or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
      .where('expiresAt', '<=', now)
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked();
    const ended = await tables(em)
      .updateTable('mails')
      .set({ status: to, endedAt: now, linkSealed: null, claimedUntil: null, lastError: EXPIRED })
      .where('id', 'in', expired)
      .returning('messageId')
      .execute();
    for (const { messageId } of ended) {
      if (messageId !== null)
        await publish(ctx, em, 'message.mail_failed', { messageId, code: 'MAIL_FAILED' });
    }
  });
}
