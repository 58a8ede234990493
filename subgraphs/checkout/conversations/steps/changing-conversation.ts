import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import type { Conversation } from '../../store/entities.ts';
import {
  type ConversationResult,
  conversed,
  noConversation,
  refuseConversation,
} from '../domain/conversation-refusal.ts';
import { type ConversationChange, changeConversation, lockConversation } from '../store/conversations.ts';

type Decided = ConversationChange | ConversationResult | null;

/**
 * Changes a conversation that was found for the caller: what `decide` says of it once it is locked, nothing for null, or a refusal.
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
