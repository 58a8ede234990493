import type { SubgraphContext } from '#db/context.ts';
import type { ConversationResult } from '../domain/conversation-refusal.ts';
import { conversationAfter } from '../domain/conversation-status.ts';
import { findConversation } from '../queries/conversations.ts';
import { markRead } from '../steps/append-message.ts';
import { changingConversation } from '../steps/changing-conversation.ts';

/**
 * Marks a conversation as spam, which clears waiting and unread, or unmarks it. Repeating it changes nothing.
 * Code: `NOT_FOUND`.
 */
export async function setSpam(
  ctx: SubgraphContext,
  { id, spam }: { readonly id: string; readonly spam: boolean },
): Promise<ConversationResult> {
  return changingConversation(ctx, await findConversation(ctx, id), async (conversation, em) => {
    const status = conversationAfter(conversation.status, spam ? 'mark_spam' : 'unmark_spam');
    if (status === null) return null;
    if (!spam) return { status };
    await markRead(em, conversation);
    return { status, waitingSince: null, unread: 0 };
  });
}
