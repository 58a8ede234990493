import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { union } from '../domain/grants.ts';
import { announceInstalls } from '../steps/announce-installs.ts';
import type { InstallTarget } from '../steps/install-target.ts';
import { withInstall } from '../steps/install-target.ts';
import { runningManifest } from '../store/running-version.ts';

/** The install with its added permissions, or why they were refused. */
export type PermissionsApproved = Refused & { readonly slug?: string; readonly team?: string };

/**
 * Adds permissions accepted by the host to an install; its running version must request them. Its tokens gain
 * them immediately. Refuses with `TEAM_FORBIDDEN`, `NOT_FOUND`, or `MANIFEST_CHANGED` if the app no longer
 * requests all of them (docs/interface/apps.md#installs).
 */
export async function approvePermissions(
  ctx: SubgraphContext,
  { permissions, ...target }: InstallTarget & { readonly permissions: readonly string[] },
): Promise<PermissionsApproved> {
  return withInstall(ctx, target, async (em, install, team): Promise<PermissionsApproved> => {
    const { scopes = [], capabilities = [] } = (await runningManifest(em, install.id)) ?? {};
    if (!permissions.every((name) => scopes.includes(name) || capabilities.includes(name))) {
      return refuse('MANIFEST_CHANGED', 'The app changed the permissions it requests. Review them again.', [
        'permissions',
      ]);
    }
    const before = install.scopes.length + install.capabilities.length;
    const given = (asked: readonly string[]) => asked.filter((name) => permissions.includes(name));
    install.scopes = [...union(install.scopes, given(scopes))];
    install.capabilities = [...union(install.capabilities, given(capabilities))];
    await announceInstalls(ctx, em, { installId: install.id });
    if (install.scopes.length + install.capabilities.length > before) {
      await ctx.services.apps.hooks.publishToInstall(ctx, em, install.id, 'app.scopes_changed');
      await recordTeamEvent(ctx, em, [install.teamId], {
        kind: 'app.permissions_approved',
        subject: target.slug,
        change: permissions.join(', '),
      });
    }
    return { slug: target.slug, team, userErrors: NONE };
  });
}
