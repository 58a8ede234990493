import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ConversationEntity } from '../../store/entities.ts';
import { conversationAfter, QUIET_MS } from '../domain/conversation-status.ts';
import { changeConversation } from '../steps/change-conversation.ts';

const BATCH = 100;

/** Closes conversations after 30 days without a message. Safe to repeat and to run concurrently. */
export async function closeQuiet(ctx: SubgraphContext): Promise<void> {
  while ((await closeSome(ctx)) === BATCH);
}

/** Closes one batch in one transaction, skipping locked conversations; returns the batch size. */
const closeSome = (ctx: SubgraphContext): Promise<number> =>
  inTransaction(ctx, async (em) => {
    const quiet = await em.find(
      ConversationEntity,
      {
        status: { $in: ['open', 'answered'] },
        lastMessageAt: { $lte: new Date(ctx.clock.now().getTime() - QUIET_MS) },
      },
      { orderBy: { lastMessageAt: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    for (const conversation of quiet) {
      const status = conversationAfter(conversation.status, 'stay_quiet') ?? conversation.status;
      await changeConversation(ctx, em, conversation, { status, waitingSince: null });
    }
    return quiet.length;
  });
