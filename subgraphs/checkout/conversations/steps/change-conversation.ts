import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { ConversationEvent } from '#schema/events.ts';
import { type Conversation, ConversationEntity } from '../../store/entities.ts';

/** Fields of a conversation that can change. */
export type ConversationChange = Partial<Omit<Conversation, 'id' | 'teamId' | 'provider' | 'version'>>;

/**
 * Changes a locked conversation, increments its version and publishes the change, unless it is history
 * (`quietly`).
 */
export async function changeConversation(
  ctx: SubgraphContext,
  em: Transaction,
  conversation: Conversation,
  change: ConversationChange,
  { quietly = false } = {},
): Promise<Conversation> {
  const changed = {
    ...conversation,
    ...change,
    version: conversation.version + 1,
    updatedAt: ctx.clock.now(),
  };
  const { version, updatedAt } = changed;
  await em.nativeUpdate(ConversationEntity, { id: conversation.id }, { ...change, version, updatedAt });
  if (!quietly) await publish(ctx, em, 'conversation.updated', describeConversation(changed));
  return changed;
}

/** The event's view of a conversation, without the guest. */
export const describeConversation = ({
  id: conversationId,
  teamId,
  version,
  status,
  provider,
  contactId,
}: Conversation): ConversationEvent => ({ teamId, conversationId, version, status, provider, contactId });
