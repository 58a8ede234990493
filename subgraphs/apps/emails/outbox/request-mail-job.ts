import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
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

/** Books the mails of an event. Safe to repeat: each mail is written once (`commands/mail-request.ts`). */
export function bookRequestMails(
  ctx: SubgraphContext,
  event: MailedRequestEvent,
  { requestId, teamId }: { readonly requestId: string; readonly teamId: number },
): Promise<void> {
  const job: RequestMailJob = { event, requestId, teamId };
  return inTransaction(ctx, (em) => schedule(ctx, em, MAIL_REQUEST, job));
}
