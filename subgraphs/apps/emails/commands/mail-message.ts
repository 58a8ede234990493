import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction, lockName, type Transaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import { tables } from '../../store/tables.ts';
import { greetingName } from '../domain/booking-mails.ts';
import { CONVERSATION_READERS } from '../domain/booking-readers.ts';
import { brandOf } from '../domain/mail-brand.ts';
import { nextHostMail } from '../domain/message-mail-plan.ts';
import { type MessageToMailQuery, messageToMailDocument } from '../operations/generated.ts';
import { MAIL_MESSAGE, type MessageMailJob, readMessageMailJob } from '../outbox/message-mail-job.ts';
import { writeMail } from '../outbox/outbox.ts';
import { findBookingReaders } from '../store/booking-readers.ts';
import { eraseGuestMails } from './erase-guest-mails.ts';

type Message = NonNullable<MessageToMailQuery['messageToMail']>;

/**
 * Writes a message's emails: a host's or an app's to its guest; a guest's to members allowed to read
 * conversations, with at most one email per conversation in ten minutes. The message's event scheduled this
 * job; repeated runs write each email only once. A guest erased concurrently appears in no email
 * (docs/interface/mails.md#messages).
 */
export async function mailMessage(ctx: SubgraphContext, data: unknown): Promise<void> {
  const job = readMessageMailJob(data);
  const id = String(job.messageId);
  const { messageToMail: message } = await ctx.execute(messageToMailDocument, { id }, ctx);
  if (!message || isErased(message)) return;
  await inTransaction(ctx, (em) =>
    message.direction === 'in' ? mailHosts(ctx, em, job, message) : mailGuest(ctx, em, job, message),
  );
  const { messageToMail: now } = await ctx.execute(messageToMailDocument, { id }, ctx);
  if (!now || isErased(now)) await eraseGuestMails(ctx, { conversationIds: [job.conversationId] });
}

const isErased = ({ conversation }: Message): boolean => conversation?.contact?.redactedAt != null;

/** Names of a message's files; a file that hasn't been fetched from its address yet may not have a name. */
const filesOf = ({ attachments }: Message): string[] =>
  attachments.map(({ name }) => name).filter((name) => name !== '');

/** Emails a guest once per message, and again for each resend after a failed email. */
async function mailGuest(
  ctx: SubgraphContext,
  em: Transaction,
  { messageId, conversationId }: MessageMailJob,
  message: Message,
): Promise<void> {
  const { booking, request, text, status } = message;
  if (status === 'failed') return;
  await lockName(em, `message mails ${messageId}`);
  const earlier = await tables(em)
    .selectFrom('mails')
    .select('status')
    .where('conversationId', '=', conversationId)
    .where('messageId', '=', messageId)
    .execute();
  if (earlier.some((mail) => mail.status !== 'failed')) return;
  const stay = booking ?? request;
  const to = booking?.guestEmail ?? request?.guest.email ?? null;
  const path = booking ? `/bookings/${booking.permalinkId}` : `/requests/${request?.id}`;
  if (!stay?.storefront || to === null)
    return publish(ctx, em, 'message.mail_failed', { messageId, code: 'NO_ADDRESS' });
  const locale = booking?.guestLocale ?? request?.locale ?? message.conversation?.contact?.locale ?? null;
  const { reference, test, storefront } = stay;
  await writeMail(ctx, em, {
    key: `message/${messageId}/guest/${earlier.length}`,
    to,
    template: 'message-to-guest',
    params: {
      language: languageOf(locale),
      name: greetingName(booking?.guestFirstName ?? request?.guest.firstName ?? ''),
      text,
      files: filesOf(message),
      reference,
      test,
      from: storefront.name,
      unread: 0,
      replyTo: stay.property?.contact?.email ?? null,
    },
    brand: brandOf(storefront),
    link: `${guestPage(ctx, storefront.domain, path, locale)}#messages`,
    conversationId,
    messageId,
  });
}

async function mailHosts(
  ctx: SubgraphContext,
  em: Transaction,
  job: MessageMailJob,
  message: Message,
): Promise<void> {
  const { messageId, conversationId, teamId } = job;
  const { conversation, booking, request, text } = message;
  // A member has already read it, or it's spam.
  if (!conversation || conversation.unread === 0 || conversation.status === 'spam') return;
  await lockName(em, `conversation mails ${conversationId}`);
  const written = await lastHostMail(em, conversationId);
  const at = nextHostMail({ written, received: new Date(message.createdAt), now: ctx.clock.now() });
  if (at === 'never') return;
  if (at !== 'now') return schedule(ctx, em, MAIL_MESSAGE, job, { at });
  const stay = booking ?? request;
  const propertyId = stay?.property?.id ?? conversation.unitType?.property.id ?? null;
  const readers = await findBookingReaders(
    em,
    { teamId, propertyId: propertyId === null ? null : Number(propertyId), kind: 'messages' },
    CONVERSATION_READERS,
  );
  for (const { accountId, email, name, locale, team } of readers) {
    await writeMail(ctx, em, {
      key: `message/${messageId}/${accountId}`,
      to: email,
      member: { accountId, teamId },
      template: 'message-to-host',
      params: {
        language: languageOf(locale),
        name,
        text,
        unread: conversation.unread,
        files: filesOf(message),
        from: message.author.name,
        reference: stay?.reference ?? null,
        test: stay?.test ?? false,
        storefront: stay?.storefront?.name ?? null,
      },
      link: `/panel/messages/${conversationId}?team=${team}`,
      conversationId,
    });
  }
}

/** Returns the time of the last email to members about a conversation, or null. */
async function lastHostMail(em: Transaction, conversationId: number): Promise<Date | null> {
  const mail = await tables(em)
    .selectFrom('mails')
    .select('createdAt')
    .where('conversationId', '=', conversationId)
    .where('template', '=', 'message-to-host')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return mail?.createdAt ?? null;
}
