import type { SubgraphContext } from '#db/context.ts';
import { readFailedJobs, readQueues } from '#db/jobs/queue-health.ts';
import type { CompleteResolvers } from '#kit/complete-resolvers.ts';
import { parseId } from '#kit/ids.ts';
import { OPENED } from '#schema/generated/permissions.ts';
import { chosenTeamId, developerId, panelUserId, teamIdOrNull } from './access.ts';
import { approveVersion } from './authoring/commands/approve-version.ts';
import { pushApp } from './authoring/commands/push-app.ts';
import { rejectVersion } from './authoring/commands/reject-version.ts';
import { releaseVersion } from './authoring/commands/release-version.ts';
import { rotateClientSecret } from './authoring/commands/rotate-client-secret.ts';
import { setBilling } from './authoring/commands/set-billing.ts';
import { inHostsWords } from './authoring/domain/brought-task-types.ts';
import { idOfVersion } from './authoring/domain/version-id.ts';
import { appStatus } from './authoring/domain/versions.ts';
import { findAppsById, findOwnApp, findOwnApps } from './authoring/queries/apps.ts';
import { findIssues } from './authoring/queries/validate-manifest.ts';
import { findVersionChanges } from './authoring/queries/version-changes.ts';
import { findVersionDocuments } from './authoring/queries/version-documents.ts';
import { findVersion, findVersionsInReview, findVersionsOf } from './authoring/queries/versions.ts';
import { cancelSubscription } from './billing/commands/cancel-subscription.ts';
import { changeSubscription } from './billing/commands/change-subscription.ts';
import { createUsageRecord } from './billing/commands/create-usage-record.ts';
import { creditInvoice } from './billing/commands/credit-invoice.ts';
import { markInvoicePaid } from './billing/commands/mark-invoice-paid.ts';
import { markPayout } from './billing/commands/mark-payout.ts';
import { payBySession } from './billing/commands/pay-by-session.ts';
import { setCap } from './billing/commands/set-cap.ts';
import { setThemePlans } from './billing/commands/set-theme-plans.ts';
import { subscribeToTheme } from './billing/commands/subscribe-to-theme.ts';
import { amountDue, creditable, isPastDue } from './billing/domain/statements.ts';
import {
  findByPermalink,
  findInvoice,
  findInvoiceById,
  findInvoices,
  findOwnersLocale,
  findPlatformInvoices,
  pdfUrl,
  permalinkUrl,
} from './billing/queries/invoices.ts';
import {
  findAppLedger,
  findBalances,
  findEntries,
  findEntryPage,
  findPayouts,
  findPlatformBalances,
  findPlatformPayouts,
  findThemeBalances,
  findThemeLedger,
} from './billing/queries/ledger.ts';
import {
  countTrialDays,
  findActivePlans,
  findActiveThemePlans,
  findPlan,
  findPlans,
  findThemePlans,
} from './billing/queries/plans.ts';
import { findPayee, findPayingApps } from './billing/queries/platform-team.ts';
import { requestSubscription } from './billing/queries/request-subscription.ts';
import { findPlatformRevenue } from './billing/queries/revenue.ts';
import { findSubscription } from './billing/queries/subscriptions.ts';
import {
  countThemeTrialDays,
  findSoldTheme,
  findThemeSubscription,
  findThemeSubscriptions,
  isThemeAllowed,
  isThemeFrozen,
} from './billing/queries/theme-subscriptions.ts';
import { resendBookingEmail } from './emails/commands/resend-booking-email.ts';
import { findOutboxMails, subjectOf, waitingText } from './emails/queries/mails.ts';
import type { Resolvers, ResolversParentTypes } from './generated.ts';
import { approveDevice, denyDevice } from './identity/commands/approve-device.ts';
import { askAwaitedPasskey, askPasskey } from './identity/commands/ask-passkey.ts';
import { authorizeDevice } from './identity/commands/authorize-device.ts';
import { confirmAddress } from './identity/commands/confirm-address.ts';
import { createAccessToken } from './identity/commands/create-access-token.ts';
import { createInvitation } from './identity/commands/create-invitation.ts';
import { createPasskey } from './identity/commands/create-passkey.ts';
import { createTeam } from './identity/commands/create-team.ts';
import { deleteTeam } from './identity/commands/delete-team.ts';
import { disableTotp } from './identity/commands/disable-totp.ts';
import { elevateSession } from './identity/commands/elevate-session.ts';
import { enableTotp } from './identity/commands/enable-totp.ts';
import { identifyAccount } from './identity/commands/identify-account.ts';
import { joinTeam } from './identity/commands/join-team.ts';
import { lockAccount, unlockAccount } from './identity/commands/lock-account.ts';
import { openDevice } from './identity/commands/open-device.ts';
import { recoverOperator } from './identity/commands/recover-operator.ts';
import { redeemDevice } from './identity/commands/redeem-device.ts';
import { removeMember } from './identity/commands/remove-member.ts';
import { removePasskey } from './identity/commands/remove-passkey.ts';
import { renewRecoveryCodes } from './identity/commands/renew-recovery-codes.ts';
import { reopenTeam } from './identity/commands/reopen-team.ts';
import { requestReset } from './identity/commands/request-reset.ts';
import { requestSignUp } from './identity/commands/request-sign-up.ts';
import { resetPassword } from './identity/commands/reset-password.ts';
import { restoreAddress } from './identity/commands/restore-address.ts';
import { revokeAccessToken } from './identity/commands/revoke-access-token.ts';
import { revokeDeviceToken } from './identity/commands/revoke-device-token.ts';
import { revokeInvitation } from './identity/commands/revoke-invitation.ts';
import { revokeSession } from './identity/commands/revoke-session.ts';
import { secureAccount } from './identity/commands/secure-account.ts';
import { setMemberRole } from './identity/commands/set-member-role.ts';
import { findNoticeSubscription, setNotices } from './identity/commands/set-notices.ts';
import { setUp } from './identity/commands/set-up.ts';
import { showFactor } from './identity/commands/show-factor.ts';
import { signIn } from './identity/commands/sign-in.ts';
import { signOut } from './identity/commands/sign-out.ts';
import { signUp } from './identity/commands/sign-up.ts';
import { resumeTeam, suspendTeam } from './identity/commands/suspend-team.ts';
import { updateAccount } from './identity/commands/update-account.ts';
import { updateTeam } from './identity/commands/update-team.ts';
import { verifyAccount } from './identity/commands/verify-account.ts';
import { findAccessTokens, findAccount, findAccountsById } from './identity/queries/accounts.ts';
import { findHostSession } from './identity/queries/host-session.ts';
import { batched } from './identity/queries/loaders.ts';
import { findMailLink } from './identity/queries/mail-links.ts';
import {
  findAssignable,
  findInvitations,
  findMembers,
  findOpenInvitation,
  memberName,
} from './identity/queries/members.ts';
import { findPlatformAccount, findPlatformAccounts } from './identity/queries/platform-accounts.ts';
import {
  countMembers,
  findOwners,
  findPlatformTeam,
  findPlatformTeams,
} from './identity/queries/platform-teams.ts';
import {
  findFactors,
  findSecurityEvents,
  findSessions,
  isFactorAwaited,
} from './identity/queries/security.ts';
import { actorName, findTeamEvents } from './identity/queries/team-events.ts';
import {
  findTeam,
  findTeams,
  findTeamsById,
  invoiceIssuer,
  legalOf,
  suspensionOf,
} from './identity/queries/teams.ts';
import { approvePermissions } from './installs/commands/approve-permissions.ts';
import { authorize } from './installs/commands/authorize.ts';
import { callEndpoint } from './installs/commands/call-endpoint.ts';
import { installApp } from './installs/commands/install-app.ts';
import { openEmbeddedPage } from './installs/commands/open-embedded-page.ts';
import { reconnectApp } from './installs/commands/reconnect-app.ts';
import { redeemCode } from './installs/commands/redeem-code.ts';
import { revokeToken } from './installs/commands/revoke-token.ts';
import { rotateToken } from './installs/commands/rotate-token.ts';
import { setSettings } from './installs/commands/set-settings.ts';
import { uninstallApp } from './installs/commands/uninstall-app.ts';
import { effectiveScopes } from './installs/domain/grants.ts';
import { installStatus, objectScopes } from './installs/domain/install-status.ts';
import { dataRead, permissionWords } from './installs/domain/permission-words.ts';
import {
  type AskedPermission,
  permissionsAsked,
  permissionsKept,
  permissionsOf,
} from './installs/domain/permissions.ts';
import { findAppsOfTeam } from './installs/queries/apps-of-team.ts';
import { findChannelInstall } from './installs/queries/channel-install.ts';
import { showEmbeddedPage } from './installs/queries/embedded-page.ts';
import { identifyInstall } from './installs/queries/identify-install.ts';
import { findInboxInstall } from './installs/queries/inbox-install.ts';
import { injectionEntriesOf, listInjectionEntries } from './installs/queries/injection-entries.ts';
import { injectionSessions } from './installs/queries/injection-sessions.ts';
import { findInstallDays } from './installs/queries/install-days.ts';
import {
  findActiveInstall,
  findCurrentInstall,
  findInstall,
  findInstalledApps,
  findInstallsOfApp,
  findInstallsOnTeam,
} from './installs/queries/installs.ts';
import { findOauthChoices, findOauthClient } from './installs/queries/oauth.ts';
import { findOauthRequest } from './installs/queries/oauth-request.ts';
import { findPageProblem } from './installs/queries/page-problem.ts';
import { findOwnPaymentApps, findPaymentApps } from './installs/queries/payment-apps.ts';
import {
  findChoiceSettings,
  findOwnSettings,
  findSettings,
  isComplete,
  isOwnComplete,
  withValues,
} from './installs/queries/settings.ts';
import { approveListing } from './listings/commands/approve-listing.ts';
import { createListingMedia } from './listings/commands/create-listing-media.ts';
import { finishListingUpload } from './listings/commands/finish-listing-upload.ts';
import { rejectListing } from './listings/commands/reject-listing.ts';
import { saveListing } from './listings/commands/save-listing.ts';
import { setListingVisibility } from './listings/commands/set-listing-visibility.ts';
import { resumeListing, suspendListing } from './listings/commands/suspend-listing.ts';
import { PRICING } from './listings/domain/facts.ts';
import { listingChanges } from './listings/domain/listing-changes.ts';
import { listingStatus } from './listings/domain/listing-status.ts';
import { findStoreApp, findStoreApps } from './listings/queries/app-store.ts';
import { countInstalls, findListingFacts, findMedianAnswer } from './listings/queries/listing-facts.ts';
import { findListingFile, findListingUpload } from './listings/queries/listing-files.ts';
import {
  findListingMedia,
  findMediaOf,
  findPictureUrl,
  listingMediaUrl,
  problemText,
} from './listings/queries/listing-media.ts';
import {
  findLacks,
  findListing,
  findListingsInReview,
  findPlatformListings,
  findPublished,
  findWritten,
} from './listings/queries/listings.ts';
import { approveThemeVersion } from './themes/commands/approve-theme-version.ts';
import { pushTheme } from './themes/commands/push-theme.ts';
import { rejectThemeVersion } from './themes/commands/reject-theme-version.ts';
import { releaseTheme } from './themes/commands/release-theme.ts';
import { setThemeCopy } from './themes/commands/set-theme-copy.ts';
import { compareFiles } from './themes/domain/theme-files.ts';
import { findThemeIssues } from './themes/queries/check-package.ts';
import { findOwnPackage } from './themes/queries/own-package.ts';
import { findOwnCopy, findPreviewedCopy } from './themes/queries/theme-copies.ts';
import { findThemePackage, findThemeText } from './themes/queries/theme-package.ts';
import { changeThemeSettings } from './themes/queries/theme-settings.ts';
import {
  findThemeVersion,
  findThemeVersionsInReview,
  findThemeVersionsOf,
  loadThemeVersion,
} from './themes/queries/theme-versions.ts';
import { findLiveTheme, findOwnTheme, findOwnThemes, findStoreThemes } from './themes/queries/themes.ts';
import { discardFailedJob } from './webhooks/commands/discard-failed-job.ts';
import { forwardDeliveries } from './webhooks/commands/forward-deliveries.ts';
import { replayDelivery } from './webhooks/commands/replay-delivery.ts';
import { reportForwarded } from './webhooks/commands/report-forwarded.ts';
import { retryFailedJob } from './webhooks/commands/retry-failed-job.ts';
import { triggerTopic } from './webhooks/commands/trigger-topic.ts';
import { failureReason } from './webhooks/domain/app-health.ts';
import { mayDiscard } from './webhooks/domain/discardable-queues.ts';
import { findFailing, findHours, findLacking } from './webhooks/queries/app-health.ts';
import { findDeliveries, findDelivery, headersOf } from './webhooks/queries/deliveries.ts';
import { webhookHealth } from './webhooks/queries/health.ts';
import { findWaitingEndpoints } from './webhooks/queries/platform-endpoints.ts';
import { platformHistory } from './webhooks/queries/platform-history.ts';

const loadAccount = batched(findAccountsById);
const loadTeam = batched(findTeamsById);
const loadApp = batched(findAppsById);

/** Loads the calling app; null for any other viewer. */
const loadCurrentApp = (ctx: SubgraphContext) =>
  ctx.viewer.kind === 'app' ? loadApp(ctx, ctx.viewer.appId) : null;

const versionOf = ({ versionId }: { readonly versionId?: number }, ctx: SubgraphContext) =>
  versionId === undefined ? null : findVersion(ctx, versionId);

const installOf = (
  { slug, team }: { readonly slug?: string; readonly team?: string },
  ctx: SubgraphContext,
) => (slug && team ? findInstall(ctx, developerId(ctx), { app: slug, team }) : null);

const themeVersionOf = ({ versionId }: { readonly versionId?: number }, ctx: SubgraphContext) =>
  versionId === undefined ? null : findThemeVersion(ctx, versionId);

/**
 * Returns an object that is guaranteed to exist: a used listing picture isn't removed, and a store app has a
 * live version.
 */
function there<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('A listing refers to a deleted object.');
  return found;
}

const inWords = (permissions: readonly AskedPermission[]) =>
  permissions.map(({ name, isNew }) => ({ name, isNew, ...permissionWords(name, OPENED) }));

export const resolvers = {
  Query: {
    apiVersion: (_root, _args, ctx) => ctx.apiVersion ?? 'unstable',
    currentApp: (_root, _args, ctx) => loadCurrentApp(ctx),
    currentInstall: (_root, _args, ctx) => findCurrentInstall(ctx),
    account: (_root, _args, ctx) => findAccount(ctx, developerId(ctx)),
    teams: (_root, _args, ctx) => findTeams(ctx, developerId(ctx)),
    team: (_root, { slug }, ctx) => findTeam(ctx, developerId(ctx), slug),
    teamMembers: (_root, args, ctx) => findMembers(ctx, args),
    teamInvitations: (_root, args, ctx) => findInvitations(ctx, args),
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
    appListingsInReview: (_root, args, ctx) => findListingsInReview(ctx, args),
    platformListings: (_root, args, ctx) => findPlatformListings(ctx, args),
    ownThemes: (_root, args, ctx) => findOwnThemes(ctx, developerId(ctx), args),
    ownTheme: (_root, { slug }, ctx) => findOwnTheme(ctx, developerId(ctx), slug),
    themeIssues: async (_root, { zip }, ctx) => [...(await findThemeIssues(ctx, zip))],
    storeThemes: (_root, args, ctx) => findStoreThemes(ctx, args),
    themeVersionsInReview: (_root, args, ctx) => findThemeVersionsInReview(ctx, args),
    liveTheme: (_root, { slug }, ctx) => findLiveTheme(ctx, slug),
    appInvoices: (_root, args, ctx) => findInvoices(ctx, args),
    appInvoice: (_root, { id }, ctx) => findInvoice(ctx, id),
    appInvoiceByPermalink: (_root, { permalinkId }, ctx) => findByPermalink(ctx, permalinkId),
    appLedger: (_root, { slug }, ctx) => findAppLedger(ctx, slug),
    themeLedger: (_root, { slug }, ctx) => findThemeLedger(ctx, slug),
    themeSubscriptions: async (_root, _args, ctx) => [
      ...(await findThemeSubscriptions(ctx, chosenTeamId(ctx))),
    ],
    themeFrozen: (_root, of, ctx) => isThemeFrozen(ctx, of),
    themeAllowed: (_root, of, ctx) => isThemeAllowed(ctx, of),
    platformAppInvoices: (_root, args, ctx) => findPlatformInvoices(ctx, args),
    themeBalances: async (_root, _args, ctx) => [...(await findThemeBalances(ctx))],
    platformAppPayouts: (_root, args, ctx) => findPlatformPayouts(ctx, args),
    platformAppBalances: (_root, args, ctx) => findPlatformBalances(ctx, args),
    platformAppRevenue: (_root, args, ctx) => findPlatformRevenue(ctx, args),
    themePackage: (_root, { sha256 }, ctx) => findThemePackage(ctx, sha256),
    ownThemePackage: (_root, asked, ctx) => findOwnPackage(ctx, asked),
    ownThemeCopy: (_root, asked, ctx) => findOwnCopy(ctx, asked),
    previewedThemeCopy: (_root, asked, ctx) => findPreviewedCopy(ctx, asked),
    themeSettingsChanged: (_root, change, ctx) => changeThemeSettings(ctx, change),
    listingUpload: (_root, { token }, ctx) => findListingUpload(ctx, token),
    listingFile: (_root, asked, ctx) => findListingFile(ctx, asked),
    outboxMails: (_root, args, ctx) => findOutboxMails(ctx, args),
    platformAccounts: (_root, args, ctx) => findPlatformAccounts(ctx, args),
    platformTeams: (_root, args, ctx) => findPlatformTeams(ctx, args),
    platformTeam: (_root, { id }, ctx) => findPlatformTeam(ctx, parseId(id) ?? 0),
    platformQueues: (_root, _args, ctx) => readQueues(ctx),
    platformFailedJobs: (_root, { queue }, ctx) => readFailedJobs(ctx, queue),
    platformEndpoints: (_root, _args, ctx) => findWaitingEndpoints(ctx),
    platformHistory: (_root, { days }, ctx) => platformHistory(ctx, days),
    manifestIssues: (_root, { manifest, documents }, ctx) => findIssues(ctx, manifest, documents),
    versionDocuments: (_root, { version }, ctx) => findVersionDocuments(ctx, version),
    installByToken: (_root, { tokenHash }, ctx) => identifyInstall(ctx, tokenHash),
    accountByToken: (_root, { tokenHash }, ctx) => identifyAccount(ctx, tokenHash),
    assignableMembers: (_root, { propertyId }, ctx) => findAssignable(ctx, propertyId),
    invoiceIssuer: (_root, { teamId }, ctx) => invoiceIssuer(ctx, teamId ?? null),
    teamMemberName: (_root, { accountId }, ctx) => memberName(ctx, accountId),
    paymentApps: (_root, _args, ctx) => findOwnPaymentApps(ctx),
    hostSession: (_root, named, ctx) => findHostSession(ctx, named),
    securityEvents: (_root, args, ctx) => findSecurityEvents(ctx, args),
    factorAwaited: (_root, { tokenHash }, ctx) => isFactorAwaited(ctx, tokenHash),
    mailLink: (_root, args, ctx) => findMailLink(ctx, args),
    noticeSubscription: (_root, { token }, ctx) => findNoticeSubscription(ctx, token),
    oauthRequest: (_root, { input }, ctx) => findOauthRequest(ctx, input),
    oauthClient: (_root, { clientId }, ctx) => findOauthClient(ctx, clientId),
    channelInstall: (_root, wanted, ctx) => findChannelInstall(ctx, wanted),
    inboxInstall: (_root, wanted, ctx) => findInboxInstall(ctx, wanted),
    injectionEntries: (_root, { appSlug }, ctx) => listInjectionEntries(ctx, appSlug ?? null),
    injectionEntriesOf: (_root, of, ctx) => injectionEntriesOf(ctx, of),
    injectionSessions: (_root, { input }, ctx) => injectionSessions(ctx, input),
  },
  Mutation: {
    appEndpointCall: (_root, { input }, ctx) => callEndpoint(ctx, input),
    bookingEmailResend: (_root, asked, ctx) => resendBookingEmail(ctx, asked),
    hostSignIn: (_root, { input }, ctx) => signIn(ctx, input),
    hostSignOut: (_root, _args, ctx) => signOut(ctx),
    hostSignUp: (_root, { input }, ctx) => signUp(ctx, input),
    accountSignUp: (_root, { input }, ctx) => requestSignUp(ctx, input),
    accountVerify: (_root, { input }, ctx) => verifyAccount(ctx, input),
    accountForgot: (_root, { input }, ctx) => requestReset(ctx, input),
    accountReset: (_root, { input }, ctx) => resetPassword(ctx, input),
    operatorRecover: (_root, { input }, ctx) => recoverOperator(ctx, input),
    platformSetUp: (_root, { input }, ctx) => setUp(ctx, input),
    teamJoin: (_root, { tokenHash }, ctx) => joinTeam(ctx, tokenHash),
    teamCreate: (_root, { input }, ctx) => createTeam(ctx, input),
    teamUpdate: (_root, { input }, ctx) => updateTeam(ctx, input),
    teamDelete: (_root, named, ctx) => deleteTeam(ctx, named),
    teamReopen: (_root, { id }, ctx) => reopenTeam(ctx, id),
    teamMemberRoleSet: (_root, given, ctx) => setMemberRole(ctx, given),
    teamInvitationCreate: (_root, { input }, ctx) => createInvitation(ctx, input),
    teamInvitationRevoke: (_root, { id }, ctx) => revokeInvitation(ctx, id),
    teamMemberRemove: (_root, { id }, ctx) => removeMember(ctx, id),
    oauthAuthorize: (_root, { input }, ctx) => authorize(ctx, input),
    oauthRedeem: (_root, { input }, ctx) => redeemCode(ctx, input),
    oauthRevoke: (_root, { input }, ctx) => revokeToken(ctx, input),
    deviceAuthorize: (_root, { input }, ctx) => authorizeDevice(ctx, input),
    deviceOpen: (_root, { userCode }, ctx) => openDevice(ctx, userCode),
    deviceApprove: (_root, { userCode }, ctx) => approveDevice(ctx, userCode),
    deviceDeny: (_root, { userCode }, ctx) => denyDevice(ctx, userCode),
    deviceRedeem: (_root, { input }, ctx) => redeemDevice(ctx, input),
    deviceRevoke: (_root, { input }, ctx) => revokeDeviceToken(ctx, input),
    accountUpdate: (_root, { input }, ctx) => updateAccount(ctx, input),
    sessionRevoke: (_root, { id }, ctx) => revokeSession(ctx, id ?? null),
    totpEnable: (_root, { code }, ctx) => enableTotp(ctx, code ?? null),
    totpDisable: (_root, shown, ctx) => disableTotp(ctx, shown),
    passkeyCreate: (_root, { input }, ctx) => createPasskey(ctx, input ?? null),
    passkeyRemove: (_root, named, ctx) => removePasskey(ctx, named),
    passkeyAsk: (_root, _args, ctx) => askPasskey(ctx),
    factorPasskeyAsk: (_root, { tokenHash }, ctx) => askAwaitedPasskey(ctx, tokenHash),
    recoveryCodesRenew: (_root, _args, ctx) => renewRecoveryCodes(ctx),
    sessionElevate: (_root, { input }, ctx) => elevateSession(ctx, input),
    factorShow: (_root, { input }, ctx) => showFactor(ctx, input),
    noticeSubscriptionSet: (_root, { token, muted }, ctx) => setNotices(ctx, token, muted),
    addressConfirm: (_root, { input }, ctx) => confirmAddress(ctx, input),
    addressRestore: (_root, { input }, ctx) => restoreAddress(ctx, input),
    accountSecure: (_root, { input }, ctx) => secureAccount(ctx, input),
    accessTokenCreate: (_root, { input }, ctx) =>
      createAccessToken(ctx, { accountId: panelUserId(ctx), ...input }),
    accessTokenRevoke: (_root, { id }, ctx) => revokeAccessToken(ctx, { accountId: panelUserId(ctx), id }),
    appPush: (_root, { input }, ctx) => pushApp(ctx, input),
    appRelease: (_root, args, ctx) => releaseVersion(ctx, args),
    appClientSecretRotate: (_root, { slug }, ctx) => rotateClientSecret(ctx, slug),
    appBillingSet: (_root, args, ctx) => setBilling(ctx, args),
    appListingSave: (_root, saving, ctx) => saveListing(ctx, saving),
    appListingVisibilitySet: (_root, given, ctx) => setListingVisibility(ctx, given),
    appListingMediaCreate: (_root, given, ctx) => createListingMedia(ctx, given),
    listingUploadFinish: (_root, { token }, ctx) => finishListingUpload(ctx, token),
    appListingApprove: (_root, reviewed, ctx) => approveListing(ctx, reviewed),
    appListingReject: (_root, rejection, ctx) => rejectListing(ctx, rejection),
    appListingSuspend: (_root, given, ctx) => suspendListing(ctx, given),
    appListingResume: (_root, given, ctx) => resumeListing(ctx, given),
    appVersionApprove: (_root, given, ctx) => approveVersion(ctx, given),
    accountLock: (_root, args, ctx) => lockAccount(ctx, args),
    teamSuspend: (_root, given, ctx) => suspendTeam(ctx, given),
    teamResume: (_root, given, ctx) => resumeTeam(ctx, given),
    jobRetry: (_root, given, ctx) => retryFailedJob(ctx, given),
    jobDiscard: (_root, given, ctx) => discardFailedJob(ctx, given),
    accountUnlock: (_root, args, ctx) => unlockAccount(ctx, args),
    themePush: (_root, push, ctx) => pushTheme(ctx, push),
    themeCopySet: (_root, setting, ctx) => setThemeCopy(ctx, setting),
    themeRelease: (_root, args, ctx) => releaseTheme(ctx, args),
    themeVersionApprove: (_root, { id }, ctx) => approveThemeVersion(ctx, id),
    themeVersionReject: (_root, { id, reason }, ctx) => rejectThemeVersion(ctx, id, reason),
    appVersionReject: (_root, { id, reason }, ctx) => rejectVersion(ctx, id, reason),
    appTrigger: (_root, args, ctx) => triggerTopic(ctx, args),
    appInstall: (_root, args, ctx) => installApp(ctx, args),
    appUsageRecordCreate: (_root, { input }, ctx) => createUsageRecord(ctx, input),
    appSubscriptionRequest: (_root, asked, ctx) => requestSubscription(ctx, asked),
    appSubscriptionChange: (_root, change, ctx) => changeSubscription(ctx, change),
    appSubscriptionCancel: (_root, named, ctx) => cancelSubscription(ctx, named),
    appSubscriptionCapSet: (_root, given, ctx) => setCap(ctx, given),
    appInvoicePay: (_root, given, ctx) => payBySession(ctx, given),
    appInvoiceMarkPaid: (_root, { id }, ctx) => markInvoicePaid(ctx, id),
    appInvoiceCredit: (_root, given, ctx) => creditInvoice(ctx, given),
    appPayoutMark: (_root, { isTheme, ...given }, ctx) =>
      markPayout(ctx, { ...given, type: isTheme ? 'theme' : 'app' }),
    themeSubscriptionChange: (_root, change, ctx) => changeSubscription(ctx, { ...change, type: 'theme' }),
    themeSubscriptionCancel: (_root, named, ctx) => cancelSubscription(ctx, { ...named, type: 'theme' }),
    themeSubscribe: (_root, asked, ctx) => subscribeToTheme(ctx, asked),
    themePlansSet: (_root, given, ctx) => setThemePlans(ctx, given),
    appUninstall: (_root, args, ctx) => uninstallApp(ctx, args),
    appSettingsSet: (_root, save, ctx) => setSettings(ctx, save),
    appPermissionsApprove: (_root, args, ctx) => approvePermissions(ctx, args),
    appReconnect: (_root, args, ctx) => reconnectApp(ctx, args),
    embeddedPageSessionCreate: (_root, { input }, ctx) => openEmbeddedPage(ctx, input),
    appTokenRotate: (_root, args, ctx) => rotateToken(ctx, args),
    appDeliveryReplay: (_root, args, ctx) => replayDelivery(ctx, args),
    appForward: (_root, args, ctx) => forwardDeliveries(ctx, args),
    appForwardReport: (_root, args, ctx) => reportForwarded(ctx, args),
  },
  Account: {
    __resolveReference: ({ id }, ctx) => loadAccount(ctx, Number(id)),
    secondFactors: (account, _args, ctx) => findFactors(ctx, account.id),
    sessions: (account, _args, ctx) => findSessions(ctx, account.id),
  },
  AccountUpdatePayload: {
    account: ({ accountId }, _args, ctx) => (accountId ? findAccount(ctx, accountId) : null),
  },
  TotpDisablePayload: {
    account: ({ accountId }, _args, ctx) => (accountId ? findAccount(ctx, accountId) : null),
  },
  PasskeyRemovePayload: {
    account: ({ accountId }, _args, ctx) => (accountId ? findAccount(ctx, accountId) : null),
  },
  Team: {
    __resolveReference: ({ id }, ctx) => loadTeam(ctx, Number(id)),
    suspension: (team) => suspensionOf(team),
    legalName: async (team, _args, ctx) => (await legalOf(ctx, team))?.legalName ?? null,
    taxId: async (team, _args, ctx) => (await legalOf(ctx, team))?.taxId ?? null,
    address: async (team, _args, ctx) => (await legalOf(ctx, team))?.address ?? null,
  },
  App: { __resolveReference: ({ id }, ctx) => loadApp(ctx, Number(id)) },
  CurrentInstall: {
    installedApp: (_install, _args, ctx) => loadCurrentApp(ctx),
    settings: ({ id }, which, ctx) => findOwnSettings(ctx, Number(id), which),
    settingsComplete: ({ id }, _args, ctx) => isOwnComplete(ctx, Number(id)),
    subscription: async ({ id }, _args, ctx) => (await findSubscription(ctx, Number(id))) ?? null,
  },
  Booking: { paymentApps: ({ teamId }, _args, ctx) => findPaymentApps(ctx, String(teamId)) },
  OwnApp: {
    status: ({ liveStatus, newestStatus }) => appStatus(liveStatus, newestStatus),
    settings: ({ declaredSettings }) => withValues(declaredSettings ?? [], []),
    versions: (app, args, ctx) => findVersionsOf(ctx, app, args),
    installs: (app, args, ctx) => findInstallsOfApp(ctx, app, args),
    install: ({ slug, accountId }, { team }, ctx) => findInstall(ctx, accountId, { app: slug, team }),
    listing: async ({ id }, _args, ctx) => (await findListing(ctx, id)) ?? null,
    health: ({ id, type }) => ({ appId: id, type }),
    plans: async ({ id }, _args, ctx) => [...((await findPlans(ctx, id)) ?? [])],
  },
  AppHealth: {
    failing: ({ appId }, _args, ctx) => findFailing(ctx, appId),
    installs: ({ appId }, _args, ctx) => findInstallDays(ctx, appId),
    hours: ({ appId }, _args, ctx) => findHours(ctx, appId),
    lacking: (app, { version }, ctx) => findLacking(ctx, app, version ?? null),
  },
  LackingInstall: { install: ({ installId }) => installId },
  FailingDelivery: {
    install: ({ installId }) => installId,
    error: (delivery) => failureReason(delivery),
  },
  PlatformAccountPayload: {
    account: ({ accountId }, _args, ctx) => (accountId ? findPlatformAccount(ctx, accountId) : null),
  },
  PlatformTeamPayload: {
    team: ({ teamId }, _args, ctx) => (teamId ? findPlatformTeam(ctx, teamId) : null),
  },
  PlatformTeam: {
    suspension: (team) => suspensionOf(team),
    __resolveReference: ({ id }, ctx) => findPlatformTeam(ctx, parseId(`${id}`) ?? 0),
    members: ({ id }, _args, ctx) => countMembers(ctx, id),
    owners: ({ id }, _args, ctx) => findOwners(ctx, id),
    apps: ({ id }, _args, ctx) => findAppsOfTeam(ctx, id),
  },
  PlatformQueue: { discardable: ({ name }) => mayDiscard(name) },
  PlatformJob: {
    bookedAt: ({ booked }) => booked,
    nextAttemptAt: ({ due }) => due,
  },
  PlatformEndpoint: {
    team: ({ team }, _args, ctx) => findPlatformTeam(ctx, team),
    oldestAt: ({ oldest }) => oldest,
    lastStatusCode: ({ code }) => code,
    lastError: ({ error }) => error,
  },
  OutboxMail: {
    subject: (mail, _args, ctx) => subjectOf(ctx, mail),
    text: (mail, _args, ctx) => waitingText(ctx, mail),
  },
  TeamEvent: { actor: (event, _args, ctx) => actorName(ctx, event) },
  AppVersion: {
    id: ({ appSlug, number }) => idOfVersion(appSlug, number),
    permissions: ({ appType, liveGrants, ...asked }) => inWords(permissionsAsked(appType, asked, liveGrants)),
    droppedPermissions: ({ appType, liveGrants, ...asked }) =>
      inWords(permissionsKept(appType, asked, liveGrants)),
    taskTypes: ({ declaredTaskTypes }) => inHostsWords(declaredTaskTypes),
    changes: ({ id }, _args, ctx) => findVersionChanges(ctx, id),
    listing: ({ appId }, _args, ctx) => findWritten(ctx, appId),
    listingRevision: async ({ appId }, _args, ctx) => (await findListing(ctx, appId))?.revision ?? null,
  },
  StoreApp: {
    settings: ({ declaredSettings }) => withValues(declaredSettings ?? [], []),
    taskTypes: ({ declaredTaskTypes }) => inHostsWords(declaredTaskTypes),
    permissions: ({ type, asked, held }) => inWords(permissionsOf(type, asked, held)),
    isInstalled: ({ held }) => held !== null,
    listing: ({ published }) => published,
    tagline: ({ published }) => published?.tagline ?? null,
    description: ({ published }) => published?.description ?? null,
    iconUrl: ({ published }, _args, ctx) => findPictureUrl(ctx, published?.icon ?? null),
    gallery: ({ published }) => published?.gallery ?? [],
    languages: ({ published }) => [...(published?.languages ?? [])],
    categories: ({ published }) => [...(published?.categories ?? [])],
    support: ({ published }) => published && { email: published.supportEmail, url: published.supportUrl },
    facts: async ({ id }, _args, ctx) => there(await findListingFacts(ctx, id)),
    plans: async ({ id }, _args, ctx) => [...(await findActivePlans(ctx, id))],
    trialDaysUsed: ({ id }, _args, ctx) => countTrialDays(ctx, { teamId: teamIdOrNull(ctx), appId: id }),
    taxPercent: (_app, _args, ctx) => ctx.config.platformTaxThousandths / 1_000,
  },
  AppListing: {
    status: (listing) => listingStatus(listing),
    draftStatus: ({ draftStatus }) => (draftStatus === 'published' ? null : draftStatus),
    media: ({ appId }, _args, ctx) => findMediaOf(ctx, appId),
    missing: (listing, _args, ctx) => findLacks(ctx, listing),
    changes: ({ published, draft }) => listingChanges(published, draft),
    isListed: (listing) => listingStatus(listing) === 'published' && listing.liveVersionId !== null,
    facts: async ({ appId }, _args, ctx) => (await findListingFacts(ctx, appId)) ?? null,
  },
  ListingContent: {
    icon: async ({ icon }, _args, ctx) =>
      icon === null ? null : ((await findListingMedia(ctx, icon)) ?? null),
    iconUrl: ({ icon }, _args, ctx) => findPictureUrl(ctx, icon),
  },
  ListingPicture: {
    media: async ({ media }, _args, ctx) => there(await findListingMedia(ctx, media)),
    url: ({ media }, _args, ctx) => findPictureUrl(ctx, media),
  },
  ListingMedia: {
    problem: (media) => problemText(media),
    url: (media, _args, ctx) => listingMediaUrl(ctx, media),
  },
  ListingFacts: {
    permissions: ({ type, asked }) => inWords(permissionsOf(type, asked, null)).map(({ title }) => title),
    dataRead: ({ type, asked }) => dataRead(effectiveScopes(type, asked.scopes), OPENED),
    pricing: ({ billing }) => PRICING[billing],
    installs: ({ appId }, _args, ctx) => countInstalls(ctx, appId),
    medianAnswerMs: ({ appId }, _args, ctx) => findMedianAnswer(ctx, appId),
  },
  Install: {
    taskTypes: ({ declaredTaskTypes }) => inHostsWords(declaredTaskTypes),
    permissions: (install) => inWords(permissionsOf(install.app.type, install.asked, install)),
    requested: ({ asked }) => (asked ? [...asked.scopes, ...asked.capabilities] : []),
    deliveries: (install, args, ctx) => findDeliveries(ctx, install, args),
    delivery: (install, { eventId }, ctx) => findDelivery(ctx, install, eventId),
    webhookHealth: (install, _args, ctx) => webhookHealth(ctx, install.id),
    appPageProblem: (install, _args, ctx) => findPageProblem(ctx, install),
    status: async (install, _args, ctx) => installStatus(install, await isComplete(ctx, install)),
    settings: (install, which, ctx) => findSettings(ctx, install, which),
    settingScopes: ({ declaredSettings }) => objectScopes(declaredSettings),
    settingsComplete: (install, _args, ctx) => isComplete(ctx, install),
    subscription: async ({ id }, _args, ctx) => (await findSubscription(ctx, id)) ?? null,
  },
  Delivery: {
    eventId: ({ delivery }) => delivery.eventId,
    topic: ({ delivery }) => delivery.topic,
    status: ({ delivery }) => delivery.status,
    attempts: ({ delivery }) => delivery.attempts,
    createdAt: ({ delivery }) => delivery.createdAt,
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
    settings: ({ declaredSettings }) => withValues(declaredSettings ?? [], []),
    taskTypes: ({ declaredTaskTypes }) => inHostsWords(declaredTaskTypes),
    listing: ({ appId }, _args, ctx) => findPublished(ctx, appId),
    choices: (client, _args, ctx) => findOauthChoices(ctx, panelUserId(ctx), client),
  },
  OauthChoice: {
    settings: (choice, _args, ctx) => findChoiceSettings(ctx, choice),
    asks: ({ type, held, capabilities }, { scopes }) =>
      inWords(permissionsAsked(type, { scopes, capabilities }, held)),
    keeps: ({ type, held, capabilities }, { scopes }) =>
      inWords(permissionsKept(type, { scopes, capabilities }, held)),
  },
  AppBillingPayload: {
    app: ({ slug }, _args, ctx) => (slug ? findOwnApp(ctx, developerId(ctx), slug) : null),
  },
  AppListingPayload: {
    listing: async ({ appId }, _args, ctx) => (appId ? ((await findListing(ctx, appId)) ?? null) : null),
    app: ({ slug }, _args, ctx) => (slug ? findOwnApp(ctx, developerId(ctx), slug) : null),
  },
  ListingMediaPayload: {
    media: async ({ mediaId }, _args, ctx) =>
      mediaId ? ((await findListingMedia(ctx, mediaId)) ?? null) : null,
    uploadUrl: ({ uploadUrl }) => uploadUrl ?? null,
  },
  AppPlan: {
    usage: ({ usage }) => [...usage],
    features: ({ features }) => [...features],
  },
  AppSubscription: {
    plan: async ({ planId }, _args, ctx) => there(await findPlan(ctx, planId)),
    nextPlan: async ({ nextPlanId }, _args, ctx) =>
      nextPlanId == null ? null : there(await findPlan(ctx, nextPlanId)),
  },
  AppSubscriptionPayload: { subscription: ({ subscription }) => subscription ?? null },
  AppUsageRecordPayload: { usageRecord: ({ usageRecord }) => usageRecord ?? null },
  AppSubscriptionRequestPayload: { url: ({ url }) => url ?? null },
  AppInvoice: {
    __resolveReference: async ({ id }, ctx) => (await findInvoiceById(ctx, Number(id))) ?? null,
    month: ({ month }) => month.slice(0, 7),
    lines: ({ lines }) => [...lines],
    amountDue: (invoice) => amountDue(invoice),
    isOverdue: (invoice, _args, ctx) => isPastDue(invoice, ctx.clock.now()),
    creditable: (invoice) => creditable(invoice),
    creditNoteOf: async ({ creditNoteOf }, _args, ctx) =>
      creditNoteOf == null ? null : there(await findInvoiceById(ctx, creditNoteOf)).number,
    permalinkUrl: (invoice, _args, ctx) => permalinkUrl(ctx, invoice),
    pdfUrl: (invoice, _args, ctx) => pdfUrl(ctx, invoice),
    payeeTeamId: (invoice, _args, ctx) => findPayee(ctx, invoice),
    recipientLocale: ({ teamId }, _args, ctx) => findOwnersLocale(ctx, teamId),
    paymentApps: (invoice, _args, ctx) => findPayingApps(ctx, invoice),
    teamName: async ({ teamId }, _args, ctx) => there((await loadTeam(ctx, teamId)) ?? undefined).name,
    issuer: ({ issuer }) => issuer ?? null,
    recipient: async ({ teamId, recipient }, _args, ctx) =>
      recipient ?? {
        name: there((await loadTeam(ctx, teamId)) ?? undefined).name,
        address: null,
        taxId: null,
      },
  },
  AppInvoicePayload: {
    invoice: async ({ invoiceId }, _args, ctx) =>
      invoiceId === undefined ? null : there(await findInvoiceById(ctx, invoiceId)),
  },
  AppLedger: {
    entries: async (product, { first }, ctx) => [...(await findEntries(ctx, product, first))],
    entryPage: (product, listing, ctx) => findEntryPage(ctx, product, listing),
    payouts: async (product, { first }, ctx) => [...(await findPayouts(ctx, product, first))],
    balances: async (product, _args, ctx) => [...(await findBalances(ctx, product))],
  },
  AppLedgerEntry: { net: ({ amount, share }) => amount - share },
  AppPayoutPayload: { payout: ({ payout }) => payout ?? null },
  OwnTheme: {
    status: ({ liveStatus, newestStatus }) => appStatus(liveStatus, newestStatus),
    versions: (theme, args, ctx) => findThemeVersionsOf(ctx, theme, args),
    plans: async ({ id }, _args, ctx) => [...((await findThemePlans(ctx, id)) ?? [])],
  },
  ThemeSubscription: {
    slug: async ({ themeId }, _args, ctx) => there(await findSoldTheme(ctx, themeId ?? 0)).slug,
    name: async ({ themeId }, _args, ctx) => there(await findSoldTheme(ctx, themeId ?? 0)).name,
    subscription: (subscription) => subscription,
    plans: async ({ themeId }, _args, ctx) => [...(await findActiveThemePlans(ctx, themeId ?? 0))],
  },
  ThemePlansPayload: {
    theme: ({ slug }, _args, ctx) => (slug ? findOwnTheme(ctx, developerId(ctx), slug) : null),
  },
  StoreTheme: {
    plans: async ({ id }, _args, ctx) => [...(await findActiveThemePlans(ctx, id))],
    subscription: async ({ id }, _args, ctx) => (await findThemeSubscription(ctx, id)) ?? null,
    trialDaysUsed: async ({ id }, _args, ctx) => (await countThemeTrialDays(ctx, id)) ?? 0,
    taxPercent: (_theme, _args, ctx) => ctx.config.platformTaxThousandths / 1_000,
    version: async ({ slug, liveVersion }, _args, ctx) =>
      there((await loadThemeVersion(ctx, idOfVersion(slug, liveVersion))) ?? undefined),
  },
  ThemeVersion: {
    __resolveReference: async ({ id }, ctx) => (await loadThemeVersion(ctx, `${id}`)) ?? null,
    id: ({ slug, number }) => idOfVersion(slug, number),
    settings: ({ declaredSettings }) => withValues(declaredSettings, []),
    files: ({ sha256, packaged, livePackaged }) => [...compareFiles(sha256, packaged, livePackaged)],
  },
  ThemeFile: { text: (file, _args, ctx) => findThemeText(ctx, file) },
  ThemePushPayload: {
    theme: ({ slug }, _args, ctx) => (slug ? findOwnTheme(ctx, developerId(ctx), slug) : null),
    version: (pushed, _args, ctx) => themeVersionOf(pushed, ctx),
    issues: ({ issues }) => [...issues],
  },
  ThemeReleasePayload: { version: (released, _args, ctx) => themeVersionOf(released, ctx) },
  ThemeVersionReviewPayload: { version: (reviewed, _args, ctx) => themeVersionOf(reviewed, ctx) },
  AppReleasePayload: { version: (released, _args, ctx) => versionOf(released, ctx) },
  AppVersionReviewPayload: { version: (reviewed, _args, ctx) => versionOf(reviewed, ctx) },
  AppInstallPayload: { install: (installed, _args, ctx) => installOf(installed, ctx) },
  AppUninstallPayload: { install: (uninstalled, _args, ctx) => installOf(uninstalled, ctx) },
  AppReconnectPayload: { install: (reconnected, _args, ctx) => installOf(reconnected, ctx) },
  AppPermissionsPayload: { install: (approved, _args, ctx) => installOf(approved, ctx) },
  AppDeliveryReplayPayload: { delivery: ({ delivery }) => delivery ?? null },
  AppSettingsPayload: {
    settings: async ({ target, ...saved }, _args, ctx) => {
      const install = await installOf(saved, ctx);
      const id = target && target.per !== 'install' ? String(target.objectId) : null;
      return install && target ? findSettings(ctx, install, { per: target.per, id }) : null;
    },
    version: ({ version }) => version ?? null,
  },
  AppForwardPayload: { deliveries: ({ deliveries }) => deliveries ?? [] },
} satisfies CompleteResolvers<Resolvers, ResolversParentTypes>;
