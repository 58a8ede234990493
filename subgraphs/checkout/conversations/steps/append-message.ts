import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { MessageEvent } from '#schema/events.ts';
import { masked } from '../../domain/masking.ts';
import { type Attachment, type Conversation, type Message, MessageEntity } from '../../store/entities.ts';
import { conversationAfter } from '../domain/conversation-status.ts';
import { answersGuest, firstStatus, type MessageAuthor, type MessageDirection } from '../domain/message.ts';
import { giveAttachments } from '../store/attachments.ts';
import { wakeOutboxes } from '../store/wake-outboxes.ts';
import { type ConversationChange, changeConversation } from './change-conversation.ts';

/** A message to append to a conversation. */
export interface NewMessage {
  readonly direction: MessageDirection;
  readonly author: MessageAuthor;
  readonly text: string;
  /** Time of writing; defaults to now. */
  readonly sentAt?: Date;
  readonly accountId?: number | null;
  readonly installId?: number | null;
  readonly externalId?: string | null;
  readonly inReplyTo?: number | null;
  readonly bookingId?: number | null;
  readonly requestId?: string | null;
  /** Idempotency key and its owner. */
  readonly once?: { readonly sender: string; readonly key: string } | null;
  /** Attached files, already locked for this message. */
  readonly files?: readonly Attachment[];
  /** True for imported history: publishes no events and isn't marked as waiting for a reply. */
  readonly isImport?: boolean;
}

/** Result of appending a message. */
export interface Appended {
  readonly conversation: Conversation;
  readonly message: Message;
}

/**
 * Appends a message to a locked conversation, in the caller's transaction; every message goes through this
 * function. Masks card and account numbers, updates the conversation's status, unread and waiting fields, and
 * publishes the events.
 */
export async function appendMessage(
  ctx: SubgraphContext,
  em: Transaction,
  conversation: Conversation,
  written: NewMessage,
): Promise<Appended> {
  const message = await insert(ctx, em, conversation, written);
  await giveAttachments(em, message.id, written.files ?? []);
  const isImport = written.isImport === true;
  const change = isImport
    ? { lastMessageAt: later(conversation.lastMessageAt, message.sentAt) }
    : changeBy(conversation, message, await isAnsweredAfter(em, message));
  if (answersGuest(message.direction, written.author) && !isImport) await markRead(em, conversation);
  const changed = await changeConversation(ctx, em, conversation, change, { quietly: isImport });
  if (!isImport && message.direction === 'in')
    await publish(ctx, em, 'message.received', describeMessage(changed, message));
  if (!isImport && message.direction === 'out' && message.status === 'sent')
    await publish(ctx, em, 'message.sent', describeMessage(changed, message));
  return { conversation: changed, message };
}

async function insert(
  ctx: SubgraphContext,
  em: Transaction,
  { id: conversationId, teamId, provider }: Conversation,
  written: NewMessage,
): Promise<Message> {
  const { direction, author, isImport = false } = written;
  const now = ctx.clock.now();
  const first = firstStatus(direction, provider);
  const status = isImport && first === 'queued' ? 'sent' : isImport && direction === 'in' ? 'read' : first;
  const message = em.create(MessageEntity, {
    conversationId,
    teamId,
    direction,
    status,
    authorKind: author.kind,
    authorName: author.name,
    accountId: written.accountId ?? null,
    installId: written.installId ?? null,
    text: masked(written.text),
    externalId: written.externalId ?? null,
    sentAt: written.sentAt ?? now,
    failureCode: null,
    failureText: null,
    inReplyTo: written.inReplyTo ?? null,
    bookingId: written.bookingId ?? null,
    requestId: written.requestId ?? null,
    sender: written.once?.sender ?? null,
    idempotencyKey: written.once?.key ?? null,
    attempts: 0,
    nextAttemptAt: status === 'queued' ? now : null,
    takenAt: null,
    createdAt: now,
  });
  await em.flush();
  if (status === 'queued') await wakeOutboxes(em);
  return message;
}

/** Returns the conversation's changes for a new message. */
function changeBy(
  conversation: Conversation,
  { direction, authorKind, authorName, sentAt }: Message,
  isAnswered: boolean,
): ConversationChange {
  if (direction === 'note') return {};
  const lastMessageAt = later(conversation.lastMessageAt, sentAt);
  if (direction === 'in') return { lastMessageAt, ...receivedBy(conversation, sentAt, isAnswered) };
  if (!answersGuest(direction, { kind: authorKind, name: authorName })) return { lastMessageAt };
  const draft = authorKind === 'host' ? { draft: null } : {};
  const status = conversationAfter(conversation.status, 'host_answers') ?? conversation.status;
  return { lastMessageAt, status, waitingSince: null, unread: 0, ...draft };
}

/**
 * Returns the changes for a guest's message. Spam needs no attention, and a message written before the last
 * reply doesn't wait for one.
 */
function receivedBy(conversation: Conversation, sentAt: Date, isAnswered: boolean): ConversationChange {
  const guestWroteAt = later(conversation.guestWroteAt ?? sentAt, sentAt);
  if (conversation.status === 'spam') return { guestWroteAt };
  if (isAnswered) return { guestWroteAt, unread: conversation.unread + 1 };
  const status = conversationAfter(conversation.status, 'guest_writes') ?? conversation.status;
  return {
    guestWroteAt,
    status,
    waitingSince: earlier(conversation.waitingSince ?? sentAt, sentAt),
    unread: conversation.unread + 1,
  };
}

/** True if the team replied after the guest's message was written, so the message arrived late. */
async function isAnsweredAfter(
  em: Transaction,
  { conversationId, direction, sentAt }: Message,
): Promise<boolean> {
  if (direction !== 'in') return false;
  const answers = { direction: 'out', authorKind: { $ne: 'automation' }, status: { $ne: 'failed' } } as const;
  return (await em.count(MessageEntity, { conversationId, ...answers, sentAt: { $gt: sentAt } })) > 0;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** Marks all the guest's messages in a conversation as read. */
export async function markRead(em: Transaction, { id }: Conversation): Promise<void> {
  await em.nativeUpdate(
    MessageEntity,
    { conversationId: id, direction: 'in', status: 'delivered' },
    { status: 'read' },
  );
}

/** Returns a message's event fields, without its text. */
export const describeMessage = ({ provider, version }: Conversation, message: Message): MessageEvent => ({
  teamId: message.teamId,
  messageId: message.id,
  conversationId: message.conversationId,
  version,
  provider,
  direction: message.direction === 'in' ? 'in' : 'out',
  author: message.authorKind,
  status: message.status,
  bookingId: message.bookingId,
  requestId: message.requestId,
});
