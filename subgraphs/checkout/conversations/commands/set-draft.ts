import type { SubgraphContext } from '#db/context.ts';
import { masked } from '../../domain/masking.ts';
import {
  type ConversationResult,
  guestRedacted,
  refuseConversation,
} from '../domain/conversation-refusal.ts';
import { messageFaults } from '../domain/message-faults.ts';
import { writerOf } from '../operations/message-writer.ts';
import { findConversation } from '../queries/conversations.ts';
import { changingConversation } from '../steps/changing-conversation.ts';
import { isRedacted } from '../store/may-send.ts';

const FIELD = ['conversationId'];

/**
 * Sets a conversation's draft reply, replacing any previous draft; null removes it. Codes: `NOT_FOUND`,
 * `INVALID`, `CONTACT_REDACTED`.
 */
export async function setDraft(
  ctx: SubgraphContext,
  { conversationId, text }: { readonly conversationId: string; readonly text?: string | null | undefined },
): Promise<ConversationResult> {
  const faults = text == null ? [] : messageFaults(text, null, []);
  if (faults.length > 0) return refuseConversation(...faults);
  const found = await findConversation(ctx, conversationId);
  const writer = found && (await writerOf(ctx));
  return changingConversation(
    ctx,
    writer && found,
    async (conversation, em) => {
      if (text == null || !writer) return conversation.draft ? { draft: null } : null;
      if (await isRedacted(em, conversation)) return refuseConversation(guestRedacted(FIELD));
      const updatedAt = ctx.clock.now().toISOString();
      return { draft: { text: masked(text), author: writer.author, updatedAt } };
    },
    FIELD,
  );
}
