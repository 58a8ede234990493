import type { SubgraphContext } from '#db/context.ts';
import { LEASE_MOVES } from '#db/jobs/lease-states.ts';
import type { LeftOut } from '#db/jobs/leased-work.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { MessageEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { handOverBody, type MessageFailure, NO_REPORT } from '../domain/hand-over.ts';
import { handedFiles } from '../queries/attachments.ts';
import { moveMessage } from '../steps/move-message.ts';
import { lockConversation } from '../store/conversations.ts';

/** After a process dies, its message waits this long; an app has 10 s to respond. */
const LEASE_MS = 30_000;

/** A message due at `at`; messages with the same provider have the same share. */
export interface WaitingMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly share: string;
  readonly at: Date;
}

/** A message that only this process can deliver until its lease ends. */
export interface ClaimedMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly teamId: number;
  readonly provider: string;
  /** Attempts including this one. */
  readonly attempts: number;
  readonly body: string;
  /** Set if its app accepted the message but never reported its outcome. */
  readonly giveUp?: MessageFailure;
}

/** Maximum messages per scan. */
const MOST_SCANNED = 100;

/** Finds waiting messages in due order. */
export async function scanMessages(
  ctx: Pick<SubgraphContext, 'db'>,
  { shares, ids }: LeftOut<string>,
): Promise<readonly WaitingMessage[]> {
  const rows = await tables(reader(ctx))
    .selectFrom('messages as m')
    .innerJoin('conversations as k', 'k.id', 'm.conversationId')
    .select(['m.id', 'm.conversationId', 'k.provider as share', 'm.nextAttemptAt'])
    .where('m.nextAttemptAt', 'is not', null)
    .$if(shares.length > 0, (waiting) => waiting.where('k.provider', 'not in', [...shares]))
    .$if(ids.length > 0, (waiting) => waiting.where('m.id', 'not in', [...ids]))
    .orderBy('m.nextAttemptAt')
    .orderBy('m.id')
    .limit(MOST_SCANNED)
    .execute();
  return rows.flatMap(({ nextAttemptAt: at, ...row }) => (at ? [{ ...row, at }] : []));
}

/**
 * Performs the moves `claim` and `lapse` of a due message; null if another process has claimed or sent it.
 * See docs/interface/conversations.md#handing-over.
 */
export function claimMessage(
  ctx: SubgraphContext,
  { id, conversationId }: WaitingMessage,
): Promise<ClaimedMessage | null> {
  return inTransaction(ctx, async (em) => {
    const conversation = await lockConversation(em, conversationId);
    const message = await em.findOne(MessageEntity, { id, conversationId }, { refresh: true });
    const now = ctx.clock.now();
    if (!conversation || !message?.nextAttemptAt || message.nextAttemptAt > now) return null;
    const { teamId, provider } = conversation;
    const claimed = { id, conversationId, teamId, provider };
    if (message.takenAt) return { ...claimed, attempts: message.attempts, body: '', giveUp: NO_REPORT };
    const nextAttemptAt = new Date(now.getTime() + LEASE_MS);
    if (message.status === 'queued') await moveMessage(ctx, em, message, 'sending', { nextAttemptAt });
    const attempts = message.attempts + LEASE_MOVES.claim.attempts;
    await em.nativeUpdate(MessageEntity, { id }, { attempts, nextAttemptAt });
    const body = handOverBody(message, conversation, await handedFiles(ctx, em, id));
    return { ...claimed, attempts, body };
  });
}
