import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { Conversation } from '../../store/entities.ts';
import {
  type ConversationResult,
  conversed,
  noConversation,
  refuseConversation,
} from '../domain/conversation-refusal.ts';
import { lockConversation } from '../store/conversations.ts';
import { type ConversationChange, changeConversation } from './change-conversation.ts';

type Decided = ConversationChange | ConversationResult | null;

/**
 * Changes a conversation found for the caller, in its own transaction: `decide` sees it locked and returns the change, null for no change,
 * or a refusal.
 */
export async function changingConversation(
  ctx: SubgraphContext,
  found: Conversation | null,
  decide: (conversation: Conversation, em: Transaction) => Decided | Promise<Decided>,
  field: readonly string[] = ['id'],
): Promise<ConversationResult> {
  if (!found) return refuseConversation(noConversation(field));
  return inTransaction(ctx, async (em) => {
    const conversation = await lockConversation(em, found.id);
    if (!conversation) return refuseConversation(noConversation(field));
    const decided = await decide(conversation, em);
    if (decided === null) return conversed(conversation);
    return 'userErrors' in decided
      ? decided
      : conversed(await changeConversation(ctx, em, conversation, decided));
  });
}
