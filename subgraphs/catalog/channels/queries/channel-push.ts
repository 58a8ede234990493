import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import type { ChannelMessage, ChannelPush } from '../../generated.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

const MOST_MESSAGES = 100;

/** Updates sent to each connection's channel, and those not accepted yet. */
export const pushOfConnection = batch<number, ChannelPush>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('channel_push')
    .select([
      'connectionId as id',
      'features',
      'horizonDays',
      'comparable',
      'sequence',
      'waitingSince',
      'nextAttemptAt',
    ])
    .select(['failures', 'lastAcceptedAt', 'lastFullAt', 'lastError'])
    .where('connectionId', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, ...push }) => [id, push]));
});

/**
 * Whole seconds that a channel's oldest change has been waiting to be accepted: 0 if everything is accepted;
 * null if the channel gets no updates.
 */
export function lagOf(push: ChannelPush | null, now: Date): number | null {
  if (!push) return null;
  return push.waitingSince
    ? Math.max(0, Math.floor((now.getTime() - new Date(push.waitingSince).getTime()) / 1_000))
    : 0;
}

/** The latest messages for a team's connection, newest first; null for any other connection. */
export async function listChannelMessages(
  ctx: SubgraphContext,
  connectionId: string,
): Promise<ChannelMessage[] | null> {
  const own = { id: parseId(connectionId) ?? 0, property: ownProperty(ctx.viewer) };
  if ((await reader(ctx).count(ChannelConnectionEntity, own)) === 0) return null;
  return tables(reader(ctx))
    .selectFrom('channel_message')
    .select(['id', 'sequence', 'mode', 'changes', 'outcome', 'status', 'problem', 'sentAt', 'answeredAt'])
    .where('connectionId', '=', own.id)
    .orderBy('sequence', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
}
