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

/** An idempotency key, and whose it is. */
interface Once {
  readonly sender: string;
  readonly key: string;
}

/**
 * What a key was used for: the message it made, a refusal where that says something else, null for a new key. Anyone who sends with the
 * same key waits until this transaction ends.
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
  // What a redacted guest was written is not kept: the key alone says that it is the same.
  const isOther = earlier.text !== '' && earlier.text !== masked(text);
  return isElsewhere || isOther ? refuseMessage(keyUsed(field)) : messaged(earlier);
}

/** Whether an install may send another message now. Anyone who asks for the same install waits until this transaction ends. */
export async function maySend(ctx: SubgraphContext, em: Transaction, installId: number): Promise<boolean> {
  await lockName(em, `messages of install ${installId}`);
  const since = (ms: number) => ({ $gt: new Date(ctx.clock.now().getTime() - ms) });
  if ((await em.count(MessageEntity, { installId, createdAt: since(60_000) })) >= MAX_MESSAGES_A_MINUTE)
    return false;
  return (await em.count(MessageEntity, { installId, createdAt: since(86_400_000) })) < MAX_MESSAGES_A_DAY;
}

/** Why the team cannot write in a locked conversation; null if it can. */
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

/** Whether the guest of a conversation was redacted. */
export const isRedacted = async (
  em: Transaction,
  { contactId }: Pick<Conversation, 'contactId'>,
): Promise<boolean> => (await em.count(ContactEntity, { id: contactId, redactedAt: { $ne: null } })) > 0;
