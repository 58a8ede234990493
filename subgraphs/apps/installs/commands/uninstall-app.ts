import type { SubgraphContext } from '#db/context.ts';
import { NONE, type Refused } from '../../errors.ts';
import { deactivate } from '../store/deactivate-install.ts';
import { type InstallTarget, withInstall } from '../store/install-target.ts';

/** What was uninstalled, or why it was not. */
export type Uninstalled = Refused & { readonly slug?: string; readonly team?: string };

/**
 * Uninstalls an app from a team: its tokens stop working at once, and of what waits to be sent to it only the news of its
 * uninstallation still is (docs/interface/management.md#endpoints).
 */
export async function uninstallApp(ctx: SubgraphContext, target: InstallTarget): Promise<Uninstalled> {
  return withInstall(ctx, target, async (em, install, team) => {
    await deactivate(ctx, em, install);
    return { slug: target.slug, team, userErrors: NONE };
  });
}
