import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { InstallEvent } from '#schema/events.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { pushEverything } from '../store/channel-push.ts';
import { endDegraded } from '../store/hold-back-units.ts';
import { saveConnection } from './change-connection.ts';

/**
 * Ends a channel app's connections after it is uninstalled, with a last update that everything is closed;
 * connections from a later install stay. Safe to repeat.
 */
export async function disconnectChannels(
  ctx: SubgraphContext,
  { teamId, app, isActive }: InstallEvent,
  at: Date,
): Promise<void> {
  if (isActive) return;
  const heldBackAt = await inTransaction(ctx, async (em) => {
    const connections = await em.find(
      ChannelConnectionEntity,
      { teamId, appSlug: app, status: { $ne: 'disconnected' }, createdAt: { $lte: at } },
      { populate: ['property'], orderBy: { id: 'asc' } },
    );
    const storefronts: number[] = [];
    for (const connection of connections) {
      if (await endDegraded(em, connection)) storefronts.push(connection.property.storefront.id);
      Object.assign(connection, { status: 'disconnected', version: connection.version + 1 });
      await saveConnection(ctx, em, connection, 'channel_connection.disconnected');
      await pushEverything(em, connection.id);
    }
    return storefronts;
  });
  for (const id of heldBackAt) ctx.services.catalog.changes.announce(id);
}
