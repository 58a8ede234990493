import { z } from 'zod';
import { type MailedRequestEvent, REQUEST_MAILS } from '../domain/request-mail-plan.ts';

/** Queue for writing booking request emails. */
export const MAIL_REQUEST = 'apps/mail-request';

const JOB = z.object({
  event: z.enum(Object.keys(REQUEST_MAILS) as [MailedRequestEvent, ...MailedRequestEvent[]]), // the table isn't empty
  requestId: z.string(),
  teamId: z.int(),
});

/** A request event with emails to write. Only contains ids: the job reads the recipients when it runs. */
export type RequestMailJob = z.infer<typeof JOB>;

export const readRequestMailJob = (data: unknown): RequestMailJob => JOB.parse(data);
