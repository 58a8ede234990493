import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { type Conversation, type Message, MessageEntity } from '../../store/entities.ts';
import {
  conversationError,
  keyUsed,
  type MessageResult,
  messaged,
  noConversation,
  noProvider,
  refuseMessage,
  TOO_MANY_SENT,
} from '../domain/conversation-refusal.ts';
import { messageFaults } from '../domain/message-faults.ts';
import { hasProvider } from '../operations/conversation-provider.ts';
import { writerOf } from '../operations/message-writer.ts';
import { findConversation } from '../queries/conversations.ts';
import { appendMessage } from '../steps/append-message.ts';
import { hasOtherAttachments, takeAttachments } from '../store/attachments.ts';
import { staysOf } from '../store/conversation-stays.ts';
import { lockConversation, type Stay } from '../store/conversations.ts';
import { maySend, sentBefore, whyNotSend } from '../store/may-send.ts';

interface Sent {
  readonly conversationId: string;
  readonly text: string;
  readonly idempotencyKey: string;
  readonly automation?: boolean | null | undefined;
  readonly inReplyTo?: string | null | undefined;
  readonly bookingId?: string | null | undefined;
  readonly attachments?: readonly string[] | null | undefined;
}

const FIELD = ['conversationId'];

/**
 * Sends the team's message to a conversation's guest through its provider, once per idempotency key and
 * caller. Codes: `NOT_FOUND`, `INVALID`, `CONTACT_REDACTED`, `NOT_OPEN`, `WINDOW_CLOSED`, `NO_PROVIDER`,
 * `TOO_MANY`, `ATTACHMENT_REFUSED`. See docs/interface/conversations.md#sending.
 */
export async function sendMessage(ctx: SubgraphContext, sent: Sent): Promise<MessageResult> {
  const { text, idempotencyKey } = sent;
  const faults = messageFaults(text, idempotencyKey, []);
  if (faults.length > 0) return refuseMessage(...faults);
  const found = await findConversation(ctx, sent.conversationId);
  const writer = found && (await writerOf(ctx, sent.automation ?? false));
  if (!found || !writer) return refuseMessage(noConversation(FIELD));
  const isCarried = await hasProvider(ctx, found);
  return inTransaction(ctx, async (em) => {
    const { author, teamId, accountId, installId, sender } = writer;
    const mediaIds = sent.attachments ?? [];
    const once = { sender, key: idempotencyKey };
    const known = { text, conversationId: found.id, field: ['idempotencyKey'] };
    const earlier = await sentBefore(em, once, known);
    if (earlier)
      return (await hasOtherAttachments(em, earlier.message, mediaIds)) ? refuseMessage(KEY_USED) : earlier;
    if (installId !== null && !(await maySend(ctx, em, installId))) return refuseMessage(TOO_MANY_SENT);
    const conversation = await lockConversation(em, found.id);
    if (!conversation) return refuseMessage(noConversation(FIELD));
    const refusal = await whyNotSend(ctx, em, conversation, FIELD);
    if (refusal) return refuseMessage(refusal);
    if (!isCarried) return refuseMessage(noProvider(FIELD));
    const answered = await answeredBy(em, conversation, sent);
    if (!answered) return refuseMessage(conversationError('INVALID', ['inReplyTo'], NO_REPLY));
    const about = await stayOf(em, conversation, answered, sent.bookingId);
    if (!about) return refuseMessage(conversationError('INVALID', ['bookingId'], NO_STAY));
    const files = await takeAttachments(ctx, em, teamId, { mediaIds, field: ['attachments'] });
    if ('code' in files) return refuseMessage(files);
    const inReplyTo = answered.message?.id ?? null;
    const written = {
      direction: 'out',
      author,
      text,
      accountId,
      installId,
      inReplyTo,
      once,
      files,
      ...about,
    } as const;
    return messaged((await appendMessage(ctx, em, conversation, written)).message);
  });
}

const KEY_USED = keyUsed(['idempotencyKey']);

const NO_REPLY = 'This conversation has no such message.';
const NO_STAY = "The conversation isn't about this booking.";

interface Answered {
  readonly message: Message | null;
}

/** Finds the message being replied to, if given; null if it can't be used. */
async function answeredBy(
  em: Transaction,
  { id }: Conversation,
  { inReplyTo }: Sent,
): Promise<Answered | null> {
  if (inReplyTo == null) return { message: null };
  const message = await em.findOne(MessageEntity, { id: parseWideId(inReplyTo) ?? 0, conversationId: id });
  return message && { message };
}

/**
 * Returns the message's stay, which determines the link where its guest reads it: the given booking, the
 * replied message's booking, the stay in the guest's last message, or else the most recently linked stay.
 * Null if the conversation doesn't include the given booking.
 */
async function stayOf(
  em: Transaction,
  conversation: Conversation,
  { message }: Answered,
  bookingId: string | null | undefined,
): Promise<Stay | { readonly bookingId: null; readonly requestId: null } | null> {
  const stays = await staysOf(em, [conversation.id]);
  if (bookingId != null) {
    const named = stays.find((stay) => stay.bookingId === parseWideId(bookingId));
    return named?.bookingId == null ? null : { bookingId: named.bookingId, requestId: null };
  }
  const last =
    message ??
    (await em.findOne(
      MessageEntity,
      {
        conversationId: conversation.id,
        direction: 'in',
        $or: [{ bookingId: { $ne: null } }, { requestId: { $ne: null } }],
      },
      { orderBy: { sentAt: 'desc', id: 'desc' } },
    )) ??
    stays.at(-1);
  if (last?.bookingId != null) return { bookingId: last.bookingId, requestId: null };
  if (last?.requestId != null) return { bookingId: null, requestId: last.requestId };
  return { bookingId: null, requestId: null };
}
