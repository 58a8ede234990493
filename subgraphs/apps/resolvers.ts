import type { IslandContext } from '#db/context.ts';
import { OPENED } from '#schema/generated/permissions.ts';
import { createAccessToken, revokeAccessToken } from './commands/access-tokens.ts';
import { approvePermissions } from './commands/approve-permissions.ts';
import { authorize } from './commands/authorize.ts';
import { callEndpoint } from './commands/call-endpoint.ts';
import { forwardDeliveries } from './commands/forward-deliveries.ts';
import { installApp } from './commands/install-app.ts';
import { joinTeam } from './commands/join-team.ts';
import { openEmbeddedPage } from './commands/open-embedded-page.ts';
import { pushApp } from './commands/push-app.ts';
import { redeemCode } from './commands/redeem-code.ts';
import { releaseVersion } from './commands/release-version.ts';
import { removeMember } from './commands/remove-member.ts';
import { replayDelivery } from './commands/replay-delivery.ts';
import { approveVersion, rejectVersion } from './commands/review-version.ts';
import { revokeToken } from './commands/revoke-token.ts';
import { rotateClientSecret } from './commands/rotate-client-secret.ts';
import { setBilling } from './commands/set-billing.ts';
import { signIn } from './commands/sign-in.ts';
import { signOut } from './commands/sign-out.ts';
import { signUp } from './commands/sign-up.ts';
import { createInvitation, revokeInvitation } from './commands/team-invitations.ts';
import { triggerTopic } from './commands/trigger-topic.ts';
import { rotateToken, uninstallApp } from './commands/uninstall-app.ts';
import { validateManifest } from './commands/validate-manifest.ts';
import { inHostsWords } from './domain/brought-task-types.ts';
import { permissionWords } from './domain/permission-words.ts';
import {
  type AskedPermission,
  permissionsAsked,
  permissionsKept,
  permissionsOf,
} from './domain/permissions.ts';
import { idOfVersion } from './domain/version-id.ts';
import { appStatus } from './domain/versions.ts';
import type { Resolvers } from './generated.ts';
import { batched } from './loaders.ts';
import { findAccessTokens, findAccount, findAccountsById } from './queries/accounts.ts';
import { findAppsById, findOwnApp, findOwnApps } from './queries/apps.ts';
import { findDeliveries, findDelivery, headersOf } from './queries/deliveries.ts';
import { showEmbeddedPage } from './queries/embedded-page.ts';
import { webhookHealth } from './queries/health.ts';
import { identifyAccount, identifyInstall } from './queries/identity.ts';
import {
  findActiveInstall,
  findCurrentInstall,
  findInstall,
  findInstalledApps,
  findInstallsOfApp,
  findInstallsOnTeam,
} from './queries/installs.ts';
import { findInvitations, findMembers, findOpenInvitation } from './queries/members.ts';
import { findHostSession, findOauthChoices, findOauthClient } from './queries/oauth.ts';
import { findPaymentApps } from './queries/payment-apps.ts';
import { findStoreApp, findStoreApps } from './queries/store.ts';
import { actorName, findTeamEvents } from './queries/team-events.ts';
import { findTeam, findTeams, findTeamsById } from './queries/teams.ts';
import { findVersion, findVersionsInReview, findVersionsOf } from './queries/versions.ts';
import { chosenTeamId, developerId, panelUserId, teamIdOrNull } from './viewers.ts';

const loadAccount = batched(findAccountsById);
const loadTeam = batched(findTeamsById);
const loadApp = batched(findAppsById);

const versionOf = ({ versionId }: { readonly versionId?: number }, ctx: IslandContext) =>
  versionId === undefined ? null : findVersion(ctx, versionId);

const installOf = ({ slug, team }: { readonly slug?: string; readonly team?: string }, ctx: IslandContext) =>
  slug && team ? findInstall(ctx, developerId(ctx), { app: slug, team }) : null;

const inWords = (permissions: readonly AskedPermission[]) =>
  permissions.map(({ name, isNew }) => ({ name, isNew, ...permissionWords(name, OPENED) }));

export const resolvers: Resolvers = {
  Query: {
    apiVersion: (_root, _args, ctx) => ctx.apiVersion ?? 'unstable',
    currentApp: (_root, _args, ctx) => (ctx.viewer.kind === 'app' ? loadApp(ctx, ctx.viewer.appId) : null),
    currentInstall: (_root, _args, ctx) => findCurrentInstall(ctx),
    account: (_root, _args, ctx) => findAccount(ctx, developerId(ctx)),
    teams: (_root, _args, ctx) => findTeams(ctx, developerId(ctx)),
    team: (_root, { slug }, ctx) => findTeam(ctx, developerId(ctx), slug),
    teamMembers: (_root, args, ctx) => findMembers(ctx, args),
    teamInvitations: (_root, _args, ctx) => findInvitations(ctx),
    teamEvents: (_root, args, ctx) => findTeamEvents(ctx, args),
    teamInvitation: (_root, { tokenHash }, ctx) => findOpenInvitation(ctx, tokenHash),
    accessTokens: (_root, _args, ctx) => findAccessTokens(ctx, panelUserId(ctx)),
    apps: (_root, args, ctx) => findOwnApps(ctx, developerId(ctx), args),
    app: (_root, { slug }, ctx) => findOwnApp(ctx, developerId(ctx), slug),
    installs: (_root, _args, ctx) => findInstallsOnTeam(ctx, panelUserId(ctx), chosenTeamId(ctx)),
    installedApps: (_root, args, ctx) =>
      findInstalledApps(ctx, { accountId: panelUserId(ctx), teamId: chosenTeamId(ctx) }, args),
    install: (_root, { slug }, ctx) =>
      findActiveInstall(ctx, panelUserId(ctx), { app: slug, teamId: chosenTeamId(ctx) }),
    appStore: (_root, args, ctx) => findStoreApps(ctx, teamIdOrNull(ctx), args),
    storeApp: (_root, { slug }, ctx) => findStoreApp(ctx, teamIdOrNull(ctx), slug),
    embeddedPage: (_root, { input }, ctx) => showEmbeddedPage(ctx, input),
    appVersionsInReview: (_root, args, ctx) => findVersionsInReview(ctx, args),
    manifestIssues: (_root, { manifest }, ctx) => validateManifest(ctx, manifest),
    installByToken: (_root, { tokenHash }, ctx) => identifyInstall(ctx, tokenHash),
    accountByToken: (_root, { tokenHash }, ctx) => identifyAccount(ctx, tokenHash),
    paymentApps: (_root, _args, ctx) => findPaymentApps(ctx),
    hostSession: (_root, { tokenHash }, ctx) => findHostSession(ctx, tokenHash),
    oauthClient: (_root, { clientId }, ctx) => findOauthClient(ctx, clientId),
  },
  Mutation: {
    appEndpointCall: (_root, { input }, ctx) => callEndpoint(ctx, input),
    hostSignIn: (_root, { input }, ctx) => signIn(ctx, input),
    hostSignOut: (_root, _args, ctx) => signOut(ctx),
    hostSignUp: (_root, { input }, ctx) => signUp(ctx, input),
    teamJoin: (_root, { tokenHash }, ctx) => joinTeam(ctx, tokenHash),
    teamInvitationCreate: (_root, { input }, ctx) => createInvitation(ctx, input),
    teamInvitationRevoke: (_root, { id }, ctx) => revokeInvitation(ctx, id),
    teamMemberRemove: (_root, { id }, ctx) => removeMember(ctx, id),
    oauthAuthorize: (_root, { input }, ctx) => authorize(ctx, input),
    oauthRedeem: (_root, { input }, ctx) => redeemCode(ctx, input),
    oauthRevoke: (_root, { input }, ctx) => revokeToken(ctx, input),
    accessTokenCreate: (_root, { input }, ctx) =>
      createAccessToken(ctx, { accountId: panelUserId(ctx), ...input }),
    accessTokenRevoke: (_root, { id }, ctx) => revokeAccessToken(ctx, { accountId: panelUserId(ctx), id }),
    appPush: (_root, { input }, ctx) => pushApp(ctx, input),
    appRelease: (_root, args, ctx) => releaseVersion(ctx, args),
    appClientSecretRotate: (_root, { slug }, ctx) => rotateClientSecret(ctx, slug),
    appBillingSet: (_root, args, ctx) => setBilling(ctx, args),
    appVersionApprove: (_root, { id }, ctx) => approveVersion(ctx, id),
    appVersionReject: (_root, { id, reason }, ctx) => rejectVersion(ctx, id, reason),
    appTrigger: (_root, args, ctx) => triggerTopic(ctx, args),
    appInstall: (_root, args, ctx) => installApp(ctx, args),
    appUninstall: (_root, args, ctx) => uninstallApp(ctx, args),
    appPermissionsApprove: (_root, args, ctx) => approvePermissions(ctx, args),
    embeddedPageSessionCreate: (_root, { input }, ctx) => openEmbeddedPage(ctx, input),
    appTokenRotate: (_root, args, ctx) => rotateToken(ctx, args),
    appDeliveryReplay: (_root, args, ctx) => replayDelivery(ctx, args),
    appForward: (_root, args, ctx) => forwardDeliveries(ctx, args),
  },
  Account: { __resolveReference: ({ id }, ctx) => loadAccount(ctx, Number(id)) },
  Team: { __resolveReference: ({ id }, ctx) => loadTeam(ctx, Number(id)) },
  App: { __resolveReference: ({ id }, ctx) => loadApp(ctx, Number(id)) },
  OwnApp: {
    status: ({ liveStatus, newestStatus }) => appStatus(liveStatus, newestStatus),
    versions: (app, args, ctx) => findVersionsOf(ctx, app, args),
    installs: (app, args, ctx) => findInstallsOfApp(ctx, app, args),
    install: ({ slug, accountId }, { team }, ctx) => findInstall(ctx, accountId, { app: slug, team }),
  },
  TeamEvent: { actor: (event, _args, ctx) => actorName(ctx, event) },
  AppVersion: {
    id: ({ appSlug, number }) => idOfVersion(appSlug, number),
    permissions: ({ appType, liveGrants, ...asked }) => inWords(permissionsAsked(appType, asked, liveGrants)),
    droppedPermissions: ({ appType, liveGrants, ...asked }) =>
      inWords(permissionsKept(appType, asked, liveGrants)),
  },
  StoreApp: {
    taskTypes: ({ declaredTaskTypes }) => inHostsWords(declaredTaskTypes),
    permissions: ({ type, asked, held }) => inWords(permissionsOf(type, asked, held)),
    isInstalled: ({ held }) => held !== null,
  },
  Install: {
    permissions: (install) => inWords(permissionsOf(install.app.type, install.asked, install)),
    deliveries: (install, args, ctx) => findDeliveries(ctx, install, args),
    delivery: (install, { eventId }, ctx) => findDelivery(ctx, install, eventId),
    webhookHealth: (install, _args, ctx) => webhookHealth(ctx, install.id),
  },
  Delivery: {
    eventId: ({ delivery }) => delivery.eventId,
    topic: ({ delivery }) => delivery.topic,
    status: ({ delivery }) => delivery.status,
    attempts: ({ delivery }) => delivery.attempts,
    deliveredAt: ({ delivery }) => delivery.deliveredAt ?? null,
    lastStatusCode: ({ delivery }) => delivery.lastStatusCode ?? null,
    lastError: ({ delivery }) => delivery.lastError ?? null,
    latencyMs: ({ delivery }) => delivery.latencyMs ?? null,
    nextAttemptAt: ({ delivery }) => delivery.nextAttemptAt ?? null,
    body: ({ delivery }) => delivery.body,
    headers: (row, _args, ctx) => headersOf(ctx, row),
  },
  AppPushPayload: {
    app: ({ slug }, _args, ctx) => (slug ? findOwnApp(ctx, developerId(ctx), slug) : null),
    version: (pushed, _args, ctx) => versionOf(pushed, ctx),
  },
  OauthClient: {
    taskTypes: ({ declaredTaskTypes }) => inHostsWords(declaredTaskTypes),
    choices: (client, _args, ctx) => findOauthChoices(ctx, panelUserId(ctx), client),
  },
  OauthChoice: {
    asks: ({ type, held, capabilities }, { scopes }) =>
      inWords(permissionsAsked(type, { scopes, capabilities }, held)),
    keeps: ({ type, held, capabilities }, { scopes }) =>
      inWords(permissionsKept(type, { scopes, capabilities }, held)),
  },
  AppBillingPayload: {
    app: ({ slug }, _args, ctx) => (slug ? findOwnApp(ctx, developerId(ctx), slug) : null),
  },
  AppReleasePayload: { version: (released, _args, ctx) => versionOf(released, ctx) },
  AppVersionReviewPayload: { version: (reviewed, _args, ctx) => versionOf(reviewed, ctx) },
  AppInstallPayload: { install: (installed, _args, ctx) => installOf(installed, ctx) },
  AppUninstallPayload: { install: (uninstalled, _args, ctx) => installOf(uninstalled, ctx) },
  AppPermissionsPayload: { install: (approved, _args, ctx) => installOf(approved, ctx) },
  AppDeliveryReplayPayload: { delivery: ({ delivery }) => delivery ?? null },
  AppForwardPayload: { deliveries: ({ deliveries }) => deliveries ?? [] },
};
