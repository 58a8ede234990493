import type { SubgraphContext } from '#db/context.ts';
import type { ConversationResult } from '../domain/conversation-refusal.ts';
import { findConversation } from '../queries/conversations.ts';
import { markRead } from '../steps/append-message.ts';
import { changingConversation } from '../steps/changing-conversation.ts';

/** Marks all the guest's messages as read by the team. Repeating it changes nothing. Code: `NOT_FOUND`. */
export async function readConversation(ctx: SubgraphContext, id: string): Promise<ConversationResult> {
  return changingConversation(ctx, await findConversation(ctx, id), async (conversation, em) => {
    await markRead(em, conversation);
    return conversation.unread === 0 ? null : { unread: 0 };
  });
}
