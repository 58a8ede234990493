import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_CHANNEL_SYNCS } from '#schema/limits.ts';
import { ownProperty } from '../../access.ts';
import { NO_CONNECTION, userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { ConnectionPayload } from '../steps/change-connection.ts';
import { pushEverything } from '../store/channel-push.ts';

const HOUR_MS = 3_600_000;

/**
 * Sends everything to a channel again, a few times an hour at most. See
 * docs/interface/channels.md#full-refresh.
 */
export function requestChannelSync(ctx: SubgraphContext, id: string): Promise<ConnectionPayload> {
  const { viewer } = ctx;
  return inTransaction(ctx, async (em) => {
    const connection = await em.findOne(
      ChannelConnectionEntity,
      {
        id: parseId(id) ?? 0,
        property: ownProperty(viewer),
        ...(viewer.kind === 'app' && { installId: viewer.installId }),
      },
      { populate: ['property'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['c0'] },
    );
    if (!connection) return refuse(NO_CONNECTION);
    if (connection.status !== 'active')
      return refuse(
        userError('CLOSED', null, 'The connection isn’t active, so its channel receives no updates.'),
      );
    const push = await tables(em)
      .selectFrom('channel_push')
      .select('syncRequests')
      .where('connectionId', '=', connection.id)
      .forUpdate()
      .executeTakeFirst();
    if (!push) return refuse(userError('INVALID', null, 'This channel’s app doesn’t accept availability.'));
    const now = ctx.clock.now();
    const recent = push.syncRequests.filter((at) => now.getTime() - Date.parse(at) < HOUR_MS);
    if (recent.length >= MAX_CHANNEL_SYNCS) {
      const message = `You can send everything again at most ${MAX_CHANNEL_SYNCS} times an hour.`;
      return refuse(userError('LIMIT_REACHED', null, message));
    }
    await sql`UPDATE catalog.channel_push SET sync_requests = ${JSON.stringify([...recent, now.toISOString()])}::jsonb
      WHERE connection_id = ${connection.id}`.execute(statements(em));
    await pushEverything(em, connection.id);
    return { channelConnection: connection, userErrors: [] };
  });
}

const refuse = (...userErrors: readonly UserError[]): ConnectionPayload => ({
  channelConnection: null,
  userErrors,
});
