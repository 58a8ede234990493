import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { App } from '../../authoring/store/entities.ts';
import { NONE, type Refused } from '../../errors.ts';
import { type InstallTarget, withInstall } from '../steps/install-target.ts';
import { revokeTokens } from '../steps/revoke-tokens.ts';
import { issueRuntimeToken } from '../store/runtime-tokens.ts';

/** Replaces all of an install's runtime tokens with a new one; the old ones stop working immediately. */
export async function rotateToken(
  ctx: SubgraphContext,
  target: InstallTarget,
): Promise<Refused & { readonly token?: string }> {
  return withInstall(ctx, target, async (em, install) => {
    await revokeTokens(ctx, em, install.id);
    const { name } = await em.findOneOrFail(App, { id: install.appId });
    await recordTeamEvent(ctx, em, [install.teamId], { kind: 'app_token.rotated', subject: name });
    return { token: await issueRuntimeToken(ctx, em, install.id), userErrors: NONE };
  });
}
