import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '../../access.ts';
import type { MailTemplate } from '../domain/mail-templates.ts';
import { type MailRecord, printRecord } from '../mail/printed-mail.ts';

export type OutboxMailStatus = 'queued' | 'sent' | 'failed';

/** A mail of the outbox. */
export interface OutboxMailRow extends MailRecord {
  readonly id: number;
  readonly to: string;
  readonly status: OutboxMailStatus;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: Date | string;
  readonly nextAttemptAt: Date | string | null;
  readonly endedAt: Date | string | null;
}

/** A page of the outbox, newest first. Throws `ACCESS_DENIED` for anyone but operators. */
export async function findOutboxMails(
  ctx: SubgraphContext,
  { status, ...listing }: Listing & { readonly status?: OutboxMailStatus | null },
): Promise<Page<OutboxMailRow>> {
  operatorId(ctx);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const { rows } = await sql<OutboxMailRow & { readonly template: MailTemplate }>`
    SELECT id, key, recipient AS "to", template, params, link_sealed AS "linkSealed", status, attempts,
      last_error AS "lastError", created_at AS "createdAt", ended_at AS "endedAt",
      CASE WHEN status = 'queued' THEN due_at END AS "nextAttemptAt"
    FROM apps.mails WHERE (${status ?? null}::text IS NULL OR status = ${status ?? null}) AND ${within}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** A mail's subject. Its own link is not needed for that, and not opened. */
export const subjectOf = (ctx: SubgraphContext, mail: OutboxMailRow): string =>
  printRecord(ctx, { ...mail, linkSealed: null }).subject;

/** A mail as text while it waits and no one sends it; null otherwise. */
export const waitingText = (ctx: SubgraphContext, mail: OutboxMailRow): string | null =>
  mail.status === 'queued' && ctx.config.mailUrl === null ? printRecord(ctx, mail).text : null;

/** How many mails wait to be sent. */
export async function countWaitingMails(ctx: SubgraphContext): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    SELECT count(*)::int AS count FROM apps.mails WHERE status = 'queued'`.execute(statements(ctx));
  return rows[0]?.count ?? 0;
}
