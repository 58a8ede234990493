import type { SubgraphContext } from '#db/context.ts';
import { type Transaction, wakeAfterCommit } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { MailBrand } from '../domain/mail-brand.ts';
import { mailboxOf, STRANGERS_MAILS } from '../domain/mail-budget.ts';
import { MAIL_TTL_MS } from '../domain/mail-schedule.ts';
import type { MailParams, MailTemplate } from '../domain/mail-templates.ts';
import { noticeKind } from '../domain/notices.ts';
import { mayMail } from './may-mail.ts';

/** A new email. */
export interface NewMail<T extends MailTemplate = MailTemplate> {
  /** Subject key: only the first email with a given key is written. */
  readonly key: string;
  readonly to: string;
  readonly template: T;
  readonly params: MailParams[T];
  /** The storefront's look, for emails to guests. */
  readonly brand?: MailBrand | null;
  /** Path under the platform's own address, or a whole address. Sealed until the email is sent. */
  readonly link?: string | null;
  /** Expiry, after which the email is useless; 3 days if undefined. */
  readonly expiresAt?: Date;
  /** Member who receives the notice and can unsubscribe from it. */
  readonly member?: { readonly accountId: number; readonly teamId: number };
  /** False if the recipient has verified the address or paid, although strangers can trigger the template. */
  readonly byStranger?: boolean;
  /** The email's booking, whose guest may be erased. */
  readonly bookingId?: number;
  /** The email's booking request, whose guest may be erased. */
  readonly requestId?: string;
  /** The email's conversation, whose guest may be erased. */
  readonly conversationId?: number;
  /** Message that the email delivers to the guest; the email's outcome is recorded there. */
  readonly messageId?: number;
}

/** Recurring job that sends emails; writing one wakes it. */
export const SEND_MAILS = 'apps/send-mails';
/** Queue in which processes of the previous release wake others for each email. */
export const SEND_MAIL = 'apps/send-mail';

/** Returns the vault row for an email's link. */
export const mailRow = (key: string): string => `apps:mail:${key}`;

/**
 * Writes an email to the outbox in the transaction that causes it, so that it's sent only after the commit
 * (docs/interface/accounts.md#mails). Skips an email that strangers can trigger once the address's budget is
 * used up.
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
  const stored = mail.brand ? Object.assign({ brand: mail.brand }, params) : params;
  const row = await tables(em)
    .insertInto('mails')
    .values({
      key,
      recipient,
      template,
      params: stored,
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
  if (row) wakeAfterCommit(em, SEND_MAILS);
}

/** True if an email is in the outbox: a repeated job must not end its first link by creating another. */
export async function isWritten(em: Transaction, key: string): Promise<boolean> {
  const mail = await tables(em).selectFrom('mails').select('id').where('key', '=', key).executeTakeFirst();
  return mail !== undefined;
}
