import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { developerId } from '../../access.ts';
import { App } from '../../authoring/store/entities.ts';
import { NONE, type Refused, refuse, teamForbidden } from '../../errors.ts';
import { staysMember } from '../../identity/store/membership.ts';
import { type InstallTarget, withInstall } from '../steps/install-target.ts';
import { issueStoreCode } from '../steps/issue-store-code.ts';
import { runningManifest } from '../store/running-version.ts';
import type { AppRedirect } from './install-app.ts';

/** The install's app with its new code, or why it was refused. */
export type Reconnected = Refused & {
  readonly slug?: string;
  readonly team?: string;
  readonly redirect?: AppRedirect;
};

/**
 * Issues another code for an installed app, which ends the installation's earlier codes. Refuses with
 * `TEAM_FORBIDDEN`, `NOT_FOUND`, or `NOT_CONNECTABLE` for an install for local development and for an app
 * whose live version declares no redirect URI (docs/interface/oauth.md#connecting-again).
 */
export async function reconnectApp(ctx: SubgraphContext, target: InstallTarget): Promise<Reconnected> {
  return withInstall(ctx, target, async (em, install, team): Promise<Reconnected> => {
    const member = { accountId: developerId(ctx), teamId: install.teamId };
    if (!(await staysMember(em, member))) return teamForbidden(team);
    if (install.isDevInstall) return refuse('NOT_CONNECTABLE', FOR_DEVELOPMENT, ['slug']);
    const [uri] = (await runningManifest(em, install.id))?.redirectUris ?? [];
    if (uri === undefined) return refuse('NOT_CONNECTABLE', NO_REDIRECT_URI, ['slug']);
    const { id: installId, appId } = install;
    const code = await issueStoreCode(ctx, em, { ...member, installId, appId, redirectUri: uri });
    const { name } = await em.findOneOrFail(App, { id: appId });
    await recordTeamEvent(ctx, em, [install.teamId], { kind: 'app.reconnected', subject: name });
    return { slug: target.slug, team, redirect: { uri, code }, userErrors: NONE };
  });
}

const FOR_DEVELOPMENT =
  'The app is installed for local development, so it gets its token from `platform install`.';
const NO_REDIRECT_URI =
  "The app declares no redirect URI, so it can't be connected this way. Ask its developer.";
