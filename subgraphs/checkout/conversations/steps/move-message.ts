import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Message, MessageEntity } from '../../store/entities.ts';
import { conversationAfter, isMessageMove, type MessageStatus } from '../domain/conversation-status.ts';
import { lockConversation } from '../store/conversations.ts';
import { wakeOutboxes } from '../store/wake-outboxes.ts';
import { describeMessage } from './append-message.ts';
import { changeConversation } from './change-conversation.ts';

/** Additional fields for a move. */
export interface MovedBy {
  /** The message's id at its provider, if it becomes known with this move. */
  readonly externalId?: string | null;
  /** Failure reason; the code is `FAILED` if unknown. */
  readonly failure?: { readonly code: string; readonly text: string | null } | null;
  /** Time of the next attempt. */
  readonly nextAttemptAt?: Date | null;
}

const REACHED: ReadonlySet<MessageStatus> = new Set(['sent', 'delivered', 'read']);

/**
 * Moves an outbound message forward and publishes its events; a failure reopens its conversation. Null if the
 * message doesn't exist or the move isn't allowed. Runs in the caller's transaction, with the conversation
 * locked first, as other writers do.
 */
export async function moveMessage(
  ctx: SubgraphContext,
  em: Transaction,
  { id, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  to: MessageStatus,
  { externalId, failure, nextAttemptAt = null }: MovedBy = {},
): Promise<Message | null> {
  const conversation = await lockConversation(em, conversationId);
  if (!conversation) return null;
  const message = await em.findOne(MessageEntity, { id, conversationId }, { refresh: true });
  if (message?.direction !== 'out' || !isMessageMove(message.status, to)) return null;
  const failed = to === 'failed' ? (failure ?? { code: 'FAILED', text: null }) : null;
  const change = {
    status: to,
    nextAttemptAt,
    // Resending by the host resets the attempts.
    ...(to === 'queued' ? { attempts: 0, takenAt: null } : {}),
    failureCode: failed?.code ?? null,
    failureText: failed?.text ?? null,
    ...(externalId == null ? {} : { externalId }),
  };
  await em.nativeUpdate(MessageEntity, { id }, change);
  if (to === 'queued' && nextAttemptAt !== null) await wakeOutboxes(em);
  const moved = { ...message, ...change };
  const opened = to === 'failed' ? conversationAfter(conversation.status, 'message_fails') : null;
  const status = opened ?? conversation.status;
  const event = describeMessage(await changeConversation(ctx, em, conversation, { status }), moved);
  if (to === 'failed') await publish(ctx, em, 'message.failed', event);
  if (REACHED.has(to) && !REACHED.has(message.status)) await publish(ctx, em, 'message.sent', event);
  return moved;
}
