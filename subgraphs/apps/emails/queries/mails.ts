import { type Selectable, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '#kit/operator.ts';
import { type Tables, tables } from '../../store/tables.ts';
import { type MailRecord, printRecord } from '../outbox/printed-mail.ts';
import { Mail } from '../store/entities.ts';

export type OutboxMailStatus = 'queued' | 'sent' | 'failed';

/** An outbox email. */
export interface OutboxMailRow
  extends MailRecord,
    Pick<Selectable<Tables['mails']>, 'id' | 'status' | 'attempts' | 'lastError' | 'createdAt' | 'endedAt'> {
  readonly to: string;
  readonly nextAttemptAt: Date | null;
}

/** Returns a page of the outbox, newest first. Throws `ACCESS_DENIED` for anyone except operators. */
export async function findOutboxMails(
  ctx: SubgraphContext,
  { status, ...listing }: Listing & { readonly status?: OutboxMailStatus | null },
): Promise<Page<OutboxMailRow>> {
  operatorId(ctx);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const mails = await tables(reader(ctx))
    .selectFrom('mails')
    .select(['id', 'key', 'recipient as to', 'template', 'params', 'linkSealed', 'status', 'attempts'])
    .select(['lastError', 'createdAt', 'endedAt', 'dueAt'])
    .$if(status != null, (all) => all.where('status', '=', status ?? 'queued'))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  const rows = mails.map(({ dueAt, ...mail }) => ({
    ...mail,
    nextAttemptAt: mail.status === 'queued' ? dueAt : null,
  }));
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns an email's subject without unsealing its link. */
export const subjectOf = (ctx: SubgraphContext, mail: OutboxMailRow): string =>
  printRecord(ctx, { ...mail, linkSealed: null }).subject;

/** Returns an email's text while it's waiting and unclaimed; null otherwise. */
export const waitingText = (ctx: SubgraphContext, mail: OutboxMailRow): string | null =>
  mail.status === 'queued' && ctx.config.mailUrl === null ? printRecord(ctx, mail).text : null;

/** Counts the emails waiting to be sent. */
export async function countWaitingMails(ctx: SubgraphContext): Promise<number> {
  return reader(ctx).count(Mail, { status: 'queued' });
}
