import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import {
  conversationError,
  type MessageResult,
  messaged,
  noMessage,
  noProvider,
  refuseMessage,
} from '../domain/conversation-refusal.ts';
import { conversationAfter } from '../domain/conversation-status.ts';
import { PLATFORM } from '../domain/message.ts';
import { hasProvider } from '../operations/conversation-provider.ts';
import { findConversation } from '../queries/conversations.ts';
import { findMessage } from '../queries/messages.ts';
import { changeConversation } from '../steps/change-conversation.ts';
import { moveMessage } from '../steps/move-message.ts';
import { lockConversation } from '../store/conversations.ts';
import { whyNotSend } from '../store/may-send.ts';

const FIELD = ['id'];
const NOT_FAILED = conversationError('INVALID_TRANSITION', FIELD, 'Only a failed message can be sent again.');

/**
 * Resends a failed message. Codes as for `sendMessage`, and `INVALID_TRANSITION` for a message that hasn't
 * failed.
 */
export async function resendMessage(ctx: SubgraphContext, id: string): Promise<MessageResult> {
  const found = await findMessage(ctx, id);
  const thread = found && (await findConversation(ctx, String(found.conversationId)));
  if (!found || !thread) return refuseMessage(noMessage(FIELD));
  const isCarried = await hasProvider(ctx, thread);
  return inTransaction(ctx, async (em) => {
    const conversation = await lockConversation(em, thread.id);
    const refusal = conversation && (await whyNotSend(ctx, em, conversation, FIELD));
    if (!conversation || refusal) return refuseMessage(refusal ?? noMessage(FIELD));
    if (!isCarried) return refuseMessage(noProvider(FIELD));
    const queued = await moveMessage(ctx, em, found, 'queued', {
      nextAttemptAt: nextAttempt(ctx, conversation),
    });
    if (!queued) return refuseMessage(NOT_FAILED);
    const sent = conversation.provider === PLATFORM ? await moveMessage(ctx, em, found, 'sent') : queued;
    const now = await lockConversation(em, thread.id);
    const status = now && conversationAfter(now.status, 'host_answers');
    if (now && status) await changeConversation(ctx, em, now, { status });
    return messaged(sent ?? queued);
  });
}

const nextAttempt = (ctx: SubgraphContext, { provider }: { readonly provider: string }): Date | null =>
  provider === PLATFORM ? null : ctx.clock.now();
