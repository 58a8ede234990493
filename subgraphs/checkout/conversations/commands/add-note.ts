import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import {
  guestRedacted,
  type MessageResult,
  messaged,
  noConversation,
  refuseMessage,
} from '../domain/conversation-refusal.ts';
import { messageFaults } from '../domain/message-faults.ts';
import { writerOf } from '../operations/message-writer.ts';
import { findConversation } from '../queries/conversations.ts';
import { appendMessage } from '../steps/append-message.ts';
import { lockConversation } from '../store/conversations.ts';
import { isRedacted } from '../store/may-send.ts';

const FIELD = ['conversationId'];

/** Adds a note visible only to the team. Codes: `NOT_FOUND`, `INVALID`, `CONTACT_REDACTED`. */
export async function addNote(
  ctx: SubgraphContext,
  { conversationId, text }: { readonly conversationId: string; readonly text: string },
): Promise<MessageResult> {
  const faults = messageFaults(text, null, []);
  if (faults.length > 0) return refuseMessage(...faults);
  const found = await findConversation(ctx, conversationId);
  const writer = found && (await writerOf(ctx));
  if (!found || !writer) return refuseMessage(noConversation(FIELD));
  return inTransaction(ctx, async (em) => {
    const conversation = await lockConversation(em, found.id);
    if (!conversation) return refuseMessage(noConversation(FIELD));
    if (await isRedacted(em, conversation)) return refuseMessage(guestRedacted(FIELD));
    const { author, accountId, installId } = writer;
    const written = { direction: 'note', author, text, accountId, installId } as const;
    return messaged((await appendMessage(ctx, em, conversation, written)).message);
  });
}
