import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import type { Transaction } from '#db/transaction.ts';
import { MAIL_TTL_MS } from '../domain/mail-schedule.ts';
import type { MailParams, MailTemplate } from '../domain/mail-templates.ts';

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
  /** The booking it is about, whose guest may be erased. */
  readonly bookingId?: number;
  /** The request to book it is about, likewise. */
  readonly requestId?: string;
}

/** The queue on which each mail is sent once more. */
export const SEND_MAIL = 'apps/send-mail';

/** The vault's row of a mail's link. */
export const mailRow = (key: string): string => `apps:mail:${key}`;

/**
 * Writes a mail into the outbox, in the transaction that causes it: sent after that commits, and never without it
 * (docs/interface/accounts.md#mails).
 */
export async function writeMail<T extends MailTemplate>(
  ctx: SubgraphContext,
  em: Transaction,
  mail: NewMail<T>,
): Promise<void> {
  const now = ctx.clock.now();
  const expiresAt = mail.expiresAt ?? new Date(now.getTime() + MAIL_TTL_MS);
  const sealed = mail.link ? ctx.vault.seal(mail.link, mailRow(mail.key)) : null;
  const { rows } = await sql<{ readonly id: number }>`
    INSERT INTO apps.mails (key, recipient, template, params, link_sealed, booking_id, request_id, created_at, due_at, expires_at)
    VALUES (${mail.key}, ${mail.to}, ${mail.template}, ${JSON.stringify(mail.params)}::jsonb, ${sealed}::text,
      ${mail.bookingId ?? null}::int, ${mail.requestId ?? null}::uuid, ${now}, ${now}, ${expiresAt})
    ON CONFLICT (key) DO NOTHING RETURNING id`.execute(em.getKysely<unknown>());
  const [row] = rows;
  if (row) await schedule(ctx, em, SEND_MAIL, { mailId: row.id });
}

/** Whether a mail is in the outbox: a job that runs twice must not end its first link by another. */
export async function isWritten(em: Transaction, key: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM apps.mails WHERE key = ${key}`.execute(em.getKysely<unknown>());
  return rows.length > 0;
}
