import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { saveConnection } from '../steps/change-connection.ts';
import { endDegraded } from '../store/hold-back-units.ts';

/**
 * Pauses a connection whose channel has declined further updates for the property: it gets none until a host
 * resumes it.
 */
export async function pauseConnection(ctx: SubgraphContext, id: number): Promise<void> {
  const heldBackAt = await inTransaction(ctx, async (em) => {
    const connection = await em.findOne(
      ChannelConnectionEntity,
      { id, status: 'active' },
      { populate: ['property'], lockMode: LockMode.PESSIMISTIC_WRITE, lockTableAliases: ['c0'] },
    );
    if (!connection) return null;
    const wasDegraded = await endDegraded(em, connection);
    Object.assign(connection, { status: 'paused', version: connection.version + 1 });
    await saveConnection(ctx, em, connection, 'channel_connection.paused');
    return wasDegraded ? connection.property.storefront.id : null;
  });
  if (heldBackAt !== null) ctx.services.catalog.changes.announce(heldBackAt);
}
