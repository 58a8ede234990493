import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { MAIL_MESSAGE, type MessageMailJob } from '../outbox/message-mail-job.ts';

/** Schedules a message's emails. Safe to repeat: each email is written once (`commands/mail-message.ts`). */
export function bookMessageMails(
  ctx: SubgraphContext,
  { messageId, conversationId, teamId }: MessageMailJob,
): Promise<void> {
  const job: MessageMailJob = { messageId, conversationId, teamId };
  return inTransaction(ctx, (em) => schedule(ctx, em, MAIL_MESSAGE, job));
}
