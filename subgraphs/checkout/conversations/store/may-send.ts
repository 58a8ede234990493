import type { SubgraphContext } from '#db/context.ts';
import { lockName, type Transaction } from '#db/transaction.ts';
import { MAX_MESSAGES_A_DAY, MAX_MESSAGES_A_MINUTE } from '#schema/limits.ts';
import { masked } from '../../domain/masking.ts';
import { ContactEntity, type Conversation, MessageEntity } from '../../store/entities.ts';
import {
  type ConversationError,
  guestRedacted,
  isSpam,
  keyUsed,
  type MessageResult,
  messaged,
  refuseMessage,
  windowClosed,
} from '../domain/conversation-refusal.ts';
import { teamWritesUntil } from '../domain/conversation-window.ts';
import { PLATFORM } from '../domain/message.ts';
import { departuresOf } from './conversation-stays.ts';

/** An idempotency key and its owner. */
interface Once {
  readonly sender: string;
  readonly key: string;
}

/**
 * Looks up a key: returns its message, a refusal if the content differs, or null for a new key. Concurrent
 * requests with the same key wait until this transaction ends.
 */
export async function sentBefore(
  em: Transaction,
  { sender, key }: Once,
  {
    text,
    conversationId,
    field,
  }: { readonly text: string; readonly conversationId?: number; readonly field: readonly string[] },
): Promise<MessageResult | null> {
  await lockName(em, `message ${sender} ${key}`);
  const earlier = await em.findOne(MessageEntity, { sender, idempotencyKey: key });
  if (!earlier) return null;
  const isElsewhere = conversationId !== undefined && earlier.conversationId !== conversationId;
  // Text sent to a redacted guest was erased, so only the key can show that it's the same message.
  const isOther = earlier.text !== '' && earlier.text !== masked(text);
  return isElsewhere || isOther ? refuseMessage(keyUsed(field)) : messaged(earlier);
}

/**
 * True if an install can send another message now. Concurrent calls for the same install wait until this
 * transaction ends.
 */
export async function maySend(ctx: SubgraphContext, em: Transaction, installId: number): Promise<boolean> {
  await lockName(em, `messages of install ${installId}`);
  const since = (ms: number) => ({ $gt: new Date(ctx.clock.now().getTime() - ms) });
  if ((await em.count(MessageEntity, { installId, createdAt: since(60_000) })) >= MAX_MESSAGES_A_MINUTE)
    return false;
  return (await em.count(MessageEntity, { installId, createdAt: since(86_400_000) })) < MAX_MESSAGES_A_DAY;
}

/** Returns the reason the team can't write in a locked conversation; null if it can. */
export async function whyNotSend(
  ctx: SubgraphContext,
  em: Transaction,
  conversation: Conversation,
  field: readonly string[],
): Promise<ConversationError | null> {
  if (await isRedacted(em, conversation)) return guestRedacted(field);
  if (conversation.status === 'spam') return isSpam(field);
  if (conversation.provider !== PLATFORM) return null;
  const departures = await departuresOf(em, [conversation.id]);
  const until = teamWritesUntil(departures.get(conversation.id) ?? [], conversation.guestWroteAt);
  return until !== null && until <= ctx.clock.now() ? windowClosed(field) : null;
}

/** True if the conversation's guest was redacted. */
export const isRedacted = async (
  em: Transaction,
  { contactId }: Pick<Conversation, 'contactId'>,
): Promise<boolean> => (await em.count(ContactEntity, { id: contactId, redactedAt: { $ne: null } })) > 0;
