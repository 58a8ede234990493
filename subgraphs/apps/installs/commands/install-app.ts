import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { developerId } from '../../access.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import { AppVersion } from '../../authoring/store/entities.ts';
import {
  appNotFound,
  factorMissing,
  NONE,
  type Refused,
  refuse,
  teamForbidden,
  teamSuspended,
} from '../../errors.ts';
import { Membership } from '../../identity/store/entities.ts';
import { staysMember } from '../../identity/store/membership.ts';
import { AppListing } from '../../listings/store/entities.ts';
import { refuseAppRight } from '../domain/app-rights.ts';
import { refuseInstall } from '../domain/grants.ts';
import { decideSettings, type GivenValue, settingsPer } from '../domain/settings.ts';
import { findNamed } from '../queries/named-ids.ts';
import { grantFirstInstall } from '../steps/grant-install.ts';
import { type InstallTarget, targetTeam } from '../steps/install-target.ts';
import { issueStoreCode } from '../steps/issue-store-code.ts';
import { Install } from '../store/entities.ts';
import { keptSettings, OF_INSTALL, setValues, writeSettings } from '../store/settings.ts';

/** A new install, with secrets shown only once. */
export type Installed = Refused & {
  readonly slug?: string;
  readonly team?: string;
  readonly token?: string;
  readonly webhookSecret?: string;
  readonly redirect?: AppRedirect | null;
};

/** Declared address for the host's browser, and the code that the app exchanges for its token. */
export interface AppRedirect {
  readonly uri: string;
  readonly code: string;
}

/**
 * Installs an app on a team with every scope and capability its live version requests; its developer's
 * development install gets the newest version until one is live. A developer's token can only install the
 * developer's own apps; in the panel, a host can also install public apps. Refuses with `TEAM_FORBIDDEN`,
 * `NOT_FOUND`, `NOT_INSTALLABLE` or `ALREADY_INSTALLED`, or with `MANIFEST_CHANGED` if the live version isn't
 * `version`; and as `choosePlan` does. An app with plans gets its subscription in the same transaction
 * (docs/interface/management.md#endpoints; docs/interface/apps.md#installs). In the panel, an app that
 * declares a redirect URI gets a code (docs/interface/oauth.md#codes-from-the-store).
 */
export async function installApp(
  ctx: SubgraphContext,
  {
    slug,
    team: teamSlug,
    dev,
    version,
    settings,
    plan = null,
    planVersion = null,
  }: InstallTarget & {
    readonly dev: boolean;
    readonly version?: string | null;
    readonly settings?: readonly GivenValue[] | null;
    readonly plan?: string | null;
    readonly planVersion?: number | null;
  },
): Promise<Installed> {
  const team = await targetTeam(ctx, teamSlug);
  if (!team) return teamForbidden(teamSlug ?? '');
  if (team.factorMissing) return factorMissing();
  if (team.suspendedAt) return teamSuspended();
  const app = await findInstallable(ctx, { slug, teamId: team.id, dev });
  if (!app) return appNotFound(slug);
  const notAllowed = refuseAppRight({
    role: team.role,
    own: app.own,
    costs: app.costs,
    limited: team.propertyIds !== null,
  });
  if (notAllowed) return refuse('ROLE_REQUIRED', notAllowed, ['slug']);
  const refused = refuseInstall(app);
  if (refused || !app.manifest)
    return refuse('NOT_INSTALLABLE', refused ?? 'The app has no version yet.', ['slug']);
  if (version != null && version !== String(app.liveVersion)) {
    return refuse('MANIFEST_CHANGED', 'The app changed the permissions it requests. Review them again.', [
      'version',
    ]);
  }
  const { scopes, capabilities } = app.manifest;
  const grant = { app, teamId: team.id, scopes, capabilities, isDevInstall: dev };
  const member = { accountId: developerId(ctx), teamId: team.id };
  const declared = settingsPer(app.manifest.settings, 'install');
  const given = settings ?? null;
  const own = await findNamed(ctx, { teamId: team.id, app: slug, values: given ?? [] });
  const [redirectUri] = ctx.viewer.kind === 'hostUser' && !dev ? app.manifest.redirectUris : [];
  let redirect: AppRedirect | null = null;
  const { choosePlan, beginSubscription, measureTeam } = ctx.services.apps.hooks;
  const size = app.costs ? await measureTeam(ctx, team.id) : { none: 1, property: 1, unit: 1 };
  const grantFirst = async (em: Transaction) => {
    const before = await em.findOne(Install, { appId: app.id, teamId: team.id, isActive: true });
    if (before) return null;
    const choice = { appId: app.id, teamId: team.id, plan, planVersion, isDevInstall: dev };
    const chosen = await choosePlan(ctx, em, choice);
    if ('userErrors' in chosen) return { refusals: chosen.userErrors };
    const made = await grantFirstInstall(ctx, em, grant);
    if (!made) return made;
    const { installId } = made;
    if (chosen.plan) {
      const of = { installId, appId: app.id, teamId: team.id, isDevInstall: dev };
      await beginSubscription(ctx, em, { ...of, plan: chosen.plan, size });
    }
    if (redirectUri === undefined) return made;
    const code = await issueStoreCode(ctx, em, { ...member, installId, appId: app.id, redirectUri });
    redirect = { uri: redirectUri, code };
    return made;
  };
  const granted = await inTransaction(ctx, async (em) => {
    if (!(await staysMember(em, member))) return 'forbidden';
    if (given === null) return grantFirst(em);
    const before = await em.findOne(Install, { appId: app.id, teamId: team.id });
    const kept = before ? await keptSettings(em, [before.id], { ...OF_INSTALL, removed: true }) : [];
    const decision = decideSettings(declared, { set: setValues(declared, kept), given, own });
    if (before?.isActive !== true && decision.refusals.length > 0) return { refusals: decision.refusals };
    const made = await grantFirst(em);
    if (!made || 'refusals' in made || decision.changes.size === 0) return made;
    const install = await em.findOneOrFail(Install, { appId: app.id, teamId: team.id }, { refresh: true });
    const { changes } = decision;
    await writeSettings(ctx, em, { installId: install.id, target: OF_INSTALL, declared, changes });
    return made;
  });
  if (granted !== null && granted !== 'forbidden' && 'refusals' in granted)
    return { userErrors: granted.refusals };
  if (granted === 'forbidden') return teamForbidden(team.slug);
  if (granted === null) {
    return refuse('ALREADY_INSTALLED', `The app "${slug}" is already installed on the team "${team.slug}".`);
  }
  const { token, webhookSecret } = granted;
  return { slug, team: team.slug, token, webhookSecret, redirect, userErrors: NONE };
}

/**
 * Returns the app if this viewer can install it: the viewer's own apps, and in the panel any app except other
 * accounts' private ones.
 */
async function findInstallable(
  ctx: SubgraphContext,
  { slug, teamId, dev }: { readonly slug: string; readonly teamId: number; readonly dev: boolean },
) {
  const em = reader(ctx);
  const own = ctx.viewer.kind === 'account' ? { accountId: ctx.viewer.accountId } : {};
  const app = await appBySlug(em, { slug, ...own });
  if (!app) return null;
  const onDevelopersTeam = (await em.count(Membership, { accountId: app.accountId, teamId })) > 0;
  if (app.distribution === 'private' && !onDevelopersTeam) return null;
  const forDevelopment = dev && app.accountId === developerId(ctx);
  const version = forDevelopment || app.liveVersionId == null ? { appId: app.id } : { id: app.liveVersionId };
  const listing = await em.findOne(AppListing, { appId: app.id }, { fields: ['suspensionReason'] });
  const found = await em.findOne(AppVersion, version, { orderBy: { id: 'desc' } });
  return {
    id: app.id,
    name: app.name,
    distribution: app.distribution,
    onDevelopersTeam,
    hasLiveVersion: app.liveVersionId != null,
    suspended: listing?.suspensionReason != null,
    forDevelopment,
    byDeveloper: app.accountId === developerId(ctx),
    own: app.accountId === developerId(ctx),
    costs: app.billing !== 'free',
    liveVersion: app.liveVersionId == null ? null : (found?.number ?? null),
    manifest: found?.manifest ?? null,
  };
}
