import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';

/** The queue on which mails about messages are written. */
export const MAIL_MESSAGE = 'apps/mail-message';

const JOB = z.object({ messageId: z.int(), conversationId: z.int(), teamId: z.int() });

/** A message whose mails are to be written. Ids only: its words and who reads them are read when it runs. */
export type MessageMailJob = Readonly<z.infer<typeof JOB>>;

export const readMessageMailJob = (data: unknown): MessageMailJob => JOB.parse(data);

/** Books the mails of a message. Safe to repeat: each mail is written once (`commands/mail-message.ts`). */
export function bookMessageMails(
  ctx: SubgraphContext,
  { messageId, conversationId, teamId }: MessageMailJob,
): Promise<void> {
  const job: MessageMailJob = { messageId, conversationId, teamId };
  return inTransaction(ctx, (em) => schedule(ctx, em, MAIL_MESSAGE, job));
}
