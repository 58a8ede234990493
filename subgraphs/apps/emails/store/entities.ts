import { defineEntity, p } from '@mikro-orm/core';
import type { MailParams, MailTemplate } from '../domain/mail-templates.ts';
import type { Notice } from '../domain/notices.ts';

/** An outbox email. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** Subject key; at most one email per key. */
    key: p.text(),
    recipient: p.text(),
    /** Address whose hourly budget the email counts against; null unless strangers can trigger it. */
    budget: p.text().nullable(),
    template: p.text().$type<MailTemplate>(),
    /** Parameters of the email's template. */
    params: p.json<MailParams[MailTemplate]>(),
    /** For member notices: the unsubscribe link's subject. */
    notice: p.json<Notice>().nullable(),
    /** Sealed for `mailRow(key)`; null once the email is finished. */
    linkSealed: p.text().nullable(),
    bookingId: p.bigint('number').nullable(),
    requestId: p.uuid().nullable(),
    conversationId: p.bigint('number').nullable(),
    /** Message that the email delivers to the guest; the outcome is recorded there. */
    messageId: p.bigint('number').nullable(),
    status: p.text().$type<'queued' | 'sent' | 'failed'>().default('queued'),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
    dueAt: p.datetime(),
    expiresAt: p.datetime(),
    /** A process is sending the email until then. */
    claimedUntil: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
