import type { SubgraphContext } from '#db/context.ts';
import { LEASE_MOVES, type Recording } from '#db/jobs/lease-states.ts';
import { inTransaction } from '#db/transaction.ts';
import { MessageEntity } from '../../store/entities.ts';
import { takeExternalId } from '../../store/take-external-id.ts';
import {
  type HandedMessage,
  INTERRUPTED,
  type MessageFailure,
  REPORTED_WITHIN_MS,
} from '../domain/hand-over.ts';
import { moveMessage } from '../steps/move-message.ts';
import { lockConversation } from '../store/conversations.ts';
import type { ClaimedMessage } from './claim-message.ts';

/**
 * Records an attempt. A success is always recorded; any other outcome only if there was no later attempt or
 * report, so a late failure can't undo a success.
 */
export function recordHandOver(
  ctx: SubgraphContext,
  { id, conversationId, attempts }: ClaimedMessage,
  recording: Recording<HandedMessage, MessageFailure>,
): Promise<void> {
  return inTransaction(ctx, async (em) => {
    await lockConversation(em, conversationId);
    const message = await em.findOne(MessageEntity, { id, conversationId }, { refresh: true });
    if (!message) return;
    if (recording.move === 'finish' && recording.done !== 'taken') {
      await moveMessage(ctx, em, message, 'sent');
      await takeExternalId(em, message, recording.done.externalId);
      return;
    }
    if (message.status !== 'sending' || message.attempts !== attempts) return;
    const now = ctx.clock.now();
    const inMs = (ms: number) => new Date(now.getTime() + ms);
    switch (recording.move) {
      case 'finish': {
        const taken = { takenAt: now, nextAttemptAt: inMs(REPORTED_WITHIN_MS) };
        await em.nativeUpdate(MessageEntity, { id }, taken);
        return;
      }
      case 'give_up':
        await moveMessage(ctx, em, message, 'failed', { failure: recording.problem ?? INTERRUPTED });
        return;
      case 'retry':
      case 'postpone': {
        const waiting = {
          attempts: attempts + LEASE_MOVES[recording.move].attempts,
          nextAttemptAt: inMs(recording.inMs),
        };
        await em.nativeUpdate(MessageEntity, { id }, waiting);
      }
    }
  });
}
