import { z } from 'zod';

/** The queue on which mails about messages are written. */
export const MAIL_MESSAGE = 'apps/mail-message';

const JOB = z.object({ messageId: z.int(), conversationId: z.int(), teamId: z.int() });

/** A message whose mails are to be written. Ids only: its words and who reads them are read when it runs. */
export type MessageMailJob = Readonly<z.infer<typeof JOB>>;

export const readMessageMailJob = (data: unknown): MessageMailJob => JOB.parse(data);
