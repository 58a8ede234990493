import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { type Message, MessageEntity } from '../../store/entities.ts';
import { takeExternalId } from '../../store/take-external-id.ts';
import {
  againAfterMs,
  type HandedOver,
  type NotSent,
  notTaken,
  REPORTED_WITHIN_MS,
} from '../domain/hand-over.ts';
import { lockConversation } from '../store/conversations.ts';
import { moveMessage } from '../store/move-message.ts';
import type { ClaimedMessage } from './claim-message.ts';

/**
 * Records what came of handing a message over. That it was sent counts whenever that is known; anything else only while no later attempt
 * was made, and nothing was reported, so that a late failure undoes nothing.
 */
export function recordHandOver(
  ctx: SubgraphContext,
  { id, conversationId, attempts }: ClaimedMessage,
  outcome: HandedOver,
): Promise<void> {
  return inTransaction(ctx, async (em) => {
    await lockConversation(em, conversationId);
    const message = await em.findOne(MessageEntity, { id, conversationId }, { refresh: true });
    if (!message) return;
    if (outcome.kind === 'sent') {
      await moveMessage(ctx, em, message, 'sent');
      await takeExternalId(em, message, outcome.externalId);
    } else if (message.status === 'sending' && message.attempts === attempts) {
      await recordOther(ctx, em, message, outcome);
    }
  });
}

async function recordOther(
  ctx: SubgraphContext,
  em: Transaction,
  message: Message,
  outcome: NotSent,
): Promise<void> {
  const now = ctx.clock.now();
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  switch (outcome.kind) {
    case 'taken': {
      const taken = { takenAt: now, nextAttemptAt: inMs(REPORTED_WITHIN_MS) };
      await em.nativeUpdate(MessageEntity, { id: message.id }, taken);
      return;
    }
    case 'refused':
      await moveMessage(ctx, em, message, 'failed', { failure: outcome.failure });
      return;
    case 'unclear': {
      const { webhookRetryScheduleMs: scheduleMs } = ctx.config;
      const againMs = againAfterMs(message.attempts, { scheduleMs, random: Math.random() });
      if (againMs === null)
        await moveMessage(ctx, em, message, 'failed', { failure: notTaken(outcome.problem) });
      else await em.nativeUpdate(MessageEntity, { id: message.id }, { nextAttemptAt: inMs(againMs) });
    }
  }
}
