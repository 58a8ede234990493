import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { MessageEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { handOverBody, NO_REPORT } from '../domain/hand-over.ts';
import { handedFiles } from '../queries/attachments.ts';
import { lockConversation } from '../store/conversations.ts';
import { moveMessage } from '../store/move-message.ts';

/** Who claimed a message must say what became of it within this long; then it is handed over again. An app has 10 s to answer. */
const LEASE_MS = 30_000;

/** A message that is to be looked at at `at`, and whose app that concerns. */
export interface WaitingMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly provider: string;
  readonly at: Date;
}

/** A message that this process alone hands over until its lease ends. */
export interface ClaimedMessage {
  readonly id: number;
  readonly conversationId: number;
  readonly teamId: number;
  readonly provider: string;
  /** How often it was handed over, with this time. */
  readonly attempts: number;
  readonly body: string;
}

/** Messages that wait, those that are due or come due first; without those of `busy` providers. */
export async function waitingMessages(
  ctx: Pick<SubgraphContext, 'db'>,
  { busy, limit }: { readonly busy: readonly string[]; readonly limit: number },
): Promise<readonly WaitingMessage[]> {
  const rows = await tables(reader(ctx))
    .selectFrom('messages as m')
    .innerJoin('conversations as k', 'k.id', 'm.conversationId')
    .select(['m.id', 'm.conversationId', 'k.provider', 'm.nextAttemptAt'])
    .where('m.nextAttemptAt', 'is not', null)
    .$if(busy.length > 0, (waiting) => waiting.where('k.provider', 'not in', [...busy]))
    .orderBy('m.nextAttemptAt')
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ nextAttemptAt: at, ...row }) => (at ? [{ ...row, at }] : []));
}

/**
 * Takes a message that is due, for this process; null where another one has it, it was sent meanwhile, or its app never reported what
 * became of it: then it failed.
 */
export function claimMessage(
  ctx: SubgraphContext,
  { id, conversationId }: Pick<WaitingMessage, 'id' | 'conversationId'>,
): Promise<ClaimedMessage | null> {
  return inTransaction(ctx, async (em) => {
    const conversation = await lockConversation(em, conversationId);
    const message = await em.findOne(MessageEntity, { id, conversationId }, { refresh: true });
    const now = ctx.clock.now();
    if (!conversation || !message?.nextAttemptAt || message.nextAttemptAt > now) return null;
    if (message.takenAt) {
      await moveMessage(ctx, em, message, 'failed', { failure: NO_REPORT });
      return null;
    }
    const nextAttemptAt = new Date(now.getTime() + LEASE_MS);
    if (message.status === 'queued') await moveMessage(ctx, em, message, 'sending', { nextAttemptAt });
    const attempts = message.attempts + 1;
    await em.nativeUpdate(MessageEntity, { id }, { attempts, nextAttemptAt });
    const { teamId, provider } = conversation;
    const body = handOverBody(message, conversation, await handedFiles(ctx, em, id));
    return { id, conversationId, teamId, provider, attempts, body };
  });
}
