import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import type { MailedRequestEvent } from '../domain/request-mail-plan.ts';
import { MAIL_REQUEST, type RequestMailJob } from '../outbox/request-mail-job.ts';

/** Schedules an event's emails. Safe to repeat: each email is written once (`commands/mail-request.ts`). */
export function bookRequestMails(
  ctx: SubgraphContext,
  event: MailedRequestEvent,
  { requestId, teamId }: { readonly requestId: string; readonly teamId: number },
): Promise<void> {
  const job: RequestMailJob = { event, requestId, teamId };
  return inTransaction(ctx, (em) => schedule(ctx, em, MAIL_REQUEST, job));
}
