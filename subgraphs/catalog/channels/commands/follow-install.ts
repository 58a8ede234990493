import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { InstallEvent } from '#schema/events.ts';
import { purgeInjections } from '../../injections/commands/purge-injections.ts';
import { entriesOfTeamDocument } from '../../injections/operations/generated.ts';
import { placeDraft } from '../../injections/steps/place-draft.ts';
import { refuseEntry } from '../../injections/store/injections.ts';
import { StorefrontEntity } from '../../store/entities.ts';
import { disconnectChannels } from '../steps/disconnect-channels.ts';

/**
 * Ends an app's connections and placements when it is uninstalled; a new install places the app's requested
 * drafts on every team storefront. Safe to repeat.
 */
export async function followInstall(ctx: SubgraphContext, event: InstallEvent, at: Date): Promise<void> {
  await disconnectChannels(ctx, event, at);
  const { teamId, app: appSlug, isActive, isNew = false } = event;
  if (!isActive) await purgeInjections(ctx, { teamId, appSlug, createdAt: { $lte: at } });
  else if (isNew) await placeAtOnce(ctx, teamId, appSlug);
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
      // Skips existing placements and entries that don't fit now.
      for (const storefront of storefronts) await placeDraft(ctx, em, storefront, entry, entry.target);
    });
  }
}
