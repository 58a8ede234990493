import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { mailboxOf, STRANGERS_MAILS } from '../domain/mail-budget.ts';
import { MAIL_TTL_MS } from '../domain/mail-schedule.ts';
import type { MailParams, MailTemplate } from '../domain/mail-templates.ts';
import { noticeKind } from '../domain/notices.ts';
import { mayMail } from './may-mail.ts';

/** A mail to be sent. */
export interface NewMail<T extends MailTemplate = MailTemplate> {
  /** What it is about: of several with the same key only the first is written. */
  readonly key: string;
  readonly to: string;
  readonly template: T;
  readonly params: MailParams[T];
  /** Path under the platform's own address, or a whole address. Kept sealed until the mail is sent. */
  readonly link?: string | null;
  /** After this it is of no use; 3 days where not given. */
  readonly expiresAt?: Date;
  /** The member who gets a notice, so that they can unsubscribe. */
  readonly member?: { readonly accountId: number; readonly teamId: number };
  /** False if the recipient proved the address or paid, although strangers can trigger the template. */
  readonly byStranger?: boolean;
  /** The booking it is about, whose guest may be erased. */
  readonly bookingId?: number;
  /** The request to book it is about, likewise. */
  readonly requestId?: string;
  /** The conversation it is about, likewise. */
  readonly conversationId?: number;
  /** The message that it carries to the guest: what becomes of the mail is recorded there. */
  readonly messageId?: number;
}

/** The queue on which each mail is sent once more. */
export const SEND_MAIL = 'apps/send-mail';

/** The vault's row of a mail's link. */
export const mailRow = (key: string): string => `apps:mail:${key}`;

/**
 * Writes a mail into the outbox, in the transaction that causes it: sent after that commits, and never without it
 * (docs/interface/accounts.md#mails). A mail that strangers can trigger isn't written once the address's budget is used up.
 */
export async function writeMail<T extends MailTemplate>(
  ctx: SubgraphContext,
  em: Transaction,
  mail: NewMail<T>,
): Promise<void> {
  const isCounted = mail.byStranger ?? STRANGERS_MAILS.has(mail.template);
  if (isCounted && !(await mayMail(ctx, em, mail.to))) return;
  const kind = noticeKind(mail.template);
  const now = ctx.clock.now();
  const expiresAt = mail.expiresAt ?? new Date(now.getTime() + MAIL_TTL_MS);
  const linkSealed = mail.link ? ctx.vault.seal(mail.link, mailRow(mail.key)) : null;
  const { key, to: recipient, template, params, bookingId = null, requestId = null } = mail;
  const { conversationId = null, messageId = null } = mail;
  const row = await tables(em)
    .insertInto('mails')
    .values({
      key,
      recipient,
      template,
      params,
      linkSealed,
      bookingId,
      requestId,
      budget: isCounted ? mailboxOf(recipient) : null,
      notice: mail.member && kind ? { ...mail.member, kind } : null,
      conversationId,
      messageId,
      createdAt: now,
      dueAt: now,
      expiresAt,
    })
    .onConflict((known) => known.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) await schedule(ctx, em, SEND_MAIL, { mailId: row.id });
}

/** Whether a mail is in the outbox: a job that runs twice must not end its first link by another. */
export async function isWritten(em: Transaction, key: string): Promise<boolean> {
  const mail = await tables(em).selectFrom('mails').select('id').where('key', '=', key).executeTakeFirst();
  return mail !== undefined;
}
