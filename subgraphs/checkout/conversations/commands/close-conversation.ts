import type { SubgraphContext } from '#db/context.ts';
import {
  type ConversationResult,
  conversationError,
  refuseConversation,
} from '../domain/conversation-refusal.ts';
import { conversationAfter } from '../domain/conversation-status.ts';
import { findConversation } from '../queries/conversations.ts';
import { changingConversation } from '../steps/changing-conversation.ts';

/**
 * Closes a conversation, so it has no waiting messages. A closed conversation stays closed. Codes:
 * `NOT_FOUND`, `INVALID_TRANSITION` for spam.
 */
export async function closeConversation(ctx: SubgraphContext, id: string): Promise<ConversationResult> {
  return changingConversation(ctx, await findConversation(ctx, id), ({ status }) => {
    if (status === 'closed') return null;
    const closed = conversationAfter(status, 'close');
    return closed
      ? { status: closed, waitingSince: null }
      : refuseConversation(
          conversationError('INVALID_TRANSITION', ['id'], 'The conversation is marked as spam.'),
        );
  });
}
