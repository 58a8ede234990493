import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { InstallEvent } from '#schema/events.ts';
import { purgeInjections } from '../../injections/commands/purge-injections.ts';
import { entriesOfTeamDocument } from '../../injections/operations/generated.ts';
import { placeDraft } from '../../injections/steps/place-draft.ts';
import { refuseEntry } from '../../injections/store/injections.ts';
import { ChannelConnectionEntity, StorefrontEntity } from '../../store/entities.ts';
import { saveConnection } from '../steps/change-connection.ts';
import { pushEverything } from '../store/channel-push.ts';
import { endDegraded } from '../store/hold-back-units.ts';

/**
 * Ends an uninstalled app's connections and placements; for a new install, adds the app's automatic placements as drafts on every
 * storefront of the team. Safe to repeat.
 */
export async function followInstall(ctx: SubgraphContext, event: InstallEvent, at: Date): Promise<void> {
  await disconnectChannels(ctx, event, at);
  const { teamId, app: appSlug, isActive, isNew = false } = event;
  if (!isActive) await purgeInjections(ctx, { teamId, appSlug, createdAt: { $lte: at } });
  else if (isNew) await placeAtOnce(ctx, teamId, appSlug);
}

/**
 * Ends the connections of a channel app that was uninstalled: the app receives a last update that closes
 * everything. Newer connections, made by another install, stay.
 */
async function disconnectChannels(
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

async function placeAtOnce(ctx: SubgraphContext, teamId: number, appSlug: string): Promise<void> {
  const { injectionEntriesOf } = await ctx.execute(
    entriesOfTeamDocument,
    { teamId: String(teamId), appSlug },
    ctx,
  );
  for (const entry of injectionEntriesOf) {
    if (!entry.autoPlace || (await refuseEntry(ctx, entry)) !== null) continue;
    await inTransaction(ctx, async (em) => {
      const storefronts = await em.find(
        StorefrontEntity,
        { teamId, closedAt: null },
        { orderBy: { id: 'asc' } },
      );
      // Skips entries that already exist, or that can't be placed now.
      for (const storefront of storefronts) await placeDraft(ctx, em, storefront, entry, entry.target);
    });
  }
}
