import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { saveConnection } from '../steps/change-connection.ts';
import { awaitsFirstFull } from '../store/channel-push.ts';

/** Activates a connection when its channel has accepted all nights for the first time. Safe to repeat. */
export function activateConnection(ctx: SubgraphContext, id: number): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const connection = await em.findOne(
      ChannelConnectionEntity,
      { id, awaitsFull: true },
      { populate: ['property'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['c0'] },
    );
    if (!connection || (await awaitsFirstFull(em, id))) return;
    Object.assign(connection, { awaitsFull: false, version: connection.version + 1 });
    await saveConnection(ctx, em, connection, 'channel_connection.activated');
  });
}
