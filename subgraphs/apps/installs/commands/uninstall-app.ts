import type { SubgraphContext } from '#db/context.ts';
import { NONE, type Refused } from '../../errors.ts';
import { purgeInjections } from '../operations/purge-injections.ts';
import { deactivate } from '../steps/deactivate-install.ts';
import { type InstallTarget, withInstall } from '../steps/install-target.ts';

/** The uninstalled app and team, or why it was refused. */
export type Uninstalled = Refused & { readonly slug?: string; readonly team?: string };

/**
 * Uninstalls an app from a team: its tokens stop working immediately, and its waiting deliveries are dropped
 * except the uninstallation notice (docs/interface/management.md#endpoints). Its additions to pages disappear
 * on the next page load.
 */
export async function uninstallApp(ctx: SubgraphContext, target: InstallTarget): Promise<Uninstalled> {
  let ended: number | null = null;
  const done = await withInstall(ctx, target, async (em, install, team): Promise<Uninstalled> => {
    await deactivate(ctx, em, install);
    ended = install.id;
    return { slug: target.slug, team, userErrors: NONE };
  });
  if (ended !== null) await purgeInjections(ctx, ended);
  return done;
}
