import { z } from 'zod';
import { type MailedRequestEvent, REQUEST_MAILS } from '../domain/request-mail-plan.ts';

/** The queue on which mails about a request to book are written. */
export const MAIL_REQUEST = 'apps/mail-request';

const JOB = z.object({
  event: z.enum(Object.keys(REQUEST_MAILS) as [MailedRequestEvent, ...MailedRequestEvent[]]), // the table has entries
  requestId: z.string(),
  teamId: z.int(),
});

/** An event of a request whose mails are to be written. Ids only: who is written to is read when it runs. */
export type RequestMailJob = z.infer<typeof JOB>;

export const readRequestMailJob = (data: unknown): RequestMailJob => JOB.parse(data);
