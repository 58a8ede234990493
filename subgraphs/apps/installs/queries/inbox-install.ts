import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { isSlug } from '#manifest/slug.ts';
import { runningInstalls } from '../store/running-version.ts';

/**
 * Returns a team's active install of an app with its own inbox, by the app's slug; null for any other app or
 * team.
 */
export async function findInboxInstall(
  ctx: SubgraphContext,
  { teamId, appSlug }: { readonly teamId: string; readonly appSlug: string },
): Promise<string | null> {
  const { viewer } = ctx;
  const team = parseId(teamId);
  if (team === null || !isSlug(appSlug)) return null;
  if (viewer.kind !== 'platform' && (!('teamId' in viewer) || viewer.teamId !== team)) return null;
  const found = await runningInstalls(reader(ctx))
    .select(['i.id', 'i.capabilities', 'v.manifest'])
    .where('i.teamId', '=', team)
    .where('a.slug', '=', appSlug)
    .where('i.isActive', '=', true)
    .executeTakeFirst();
  const carries = found?.capabilities.includes('act_as_inbox_provider') && found.manifest.messageSendUrl;
  return found && carries ? String(found.id) : null;
}
