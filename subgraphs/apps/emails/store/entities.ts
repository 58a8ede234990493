import { defineEntity, p } from '@mikro-orm/core';
import type { MailParams, MailTemplate } from '../domain/mail-templates.ts';
import type { Notice } from '../domain/notices.ts';

/** A mail of the outbox. */
export const Mail = defineEntity({
  name: 'Mail',
  tableName: 'mails',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    /** What it is about: there is one mail a key. */
    key: p.text(),
    recipient: p.text(),
    /** Address whose hourly budget the mail counts against; null unless strangers can trigger it. */
    budget: p.text().nullable(),
    template: p.text().$type<MailTemplate>(),
    /** Of its template. */
    params: p.json<MailParams[MailTemplate]>(),
    /** For a notice to a member: what its unsubscribe link is about. */
    notice: p.json<Notice>().nullable(),
    /** Sealed to `mailRow(key)`; null once it ended. */
    linkSealed: p.text().nullable(),
    bookingId: p.bigint('number').nullable(),
    requestId: p.uuid().nullable(),
    conversationId: p.bigint('number').nullable(),
    /** The message that it carries to the guest: told what became of it. */
    messageId: p.bigint('number').nullable(),
    status: p.text().$type<'queued' | 'sent' | 'failed'>().default('queued'),
    attempts: p.integer().default(0),
    lastError: p.text().nullable(),
    createdAt: p.datetime(),
    dueAt: p.datetime(),
    expiresAt: p.datetime(),
    /** Some process is sending it until then. */
    claimedUntil: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
