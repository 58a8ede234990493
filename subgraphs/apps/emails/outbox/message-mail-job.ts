import { z } from 'zod';

/** Queue for writing message emails. */
export const MAIL_MESSAGE = 'apps/mail-message';

const JOB = z.object({ messageId: z.int(), conversationId: z.int(), teamId: z.int() });

/** A message with emails to write. Only contains ids: the job reads the text and recipients when it runs. */
export type MessageMailJob = Readonly<z.infer<typeof JOB>>;

export const readMessageMailJob = (data: unknown): MessageMailJob => JOB.parse(data);
