import type { SubgraphContext } from '#db/context.ts';
import { NONE, type Refused } from '../../errors.ts';
import { purgeInjections } from '../operations/purge-injections.ts';
import { deactivate } from '../steps/deactivate-install.ts';
import { type InstallTarget, withInstall } from '../steps/install-target.ts';

/** What was uninstalled, or why it was not. */
export type Uninstalled = Refused & { readonly slug?: string; readonly team?: string };

/**
 * Uninstalls an app from a team: its tokens stop working at once, and of what waits to be sent to it only the news of its
 * uninstallation still is (docs/interface/management.md#endpoints). What it adds to pages is gone from the next one.
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
