import type { Role } from '#kit/roles.ts';

/** Permitted callers: roles in addition to `owner`, who may do everything; any signed-in user; operators. */
export type Allowed = readonly Role[] | 'self' | 'operator';

const OWNER = [] as const;
const MANAGER = ['manager'] as const;
const DESK = ['manager', 'front_desk'] as const;
const RATES = ['manager', 'revenue'] as const;
const READERS = ['manager', 'front_desk', 'revenue'] as const;
const TASKS = ['manager', 'front_desk', 'housekeeping'] as const;
const PLACES = ['manager', 'front_desk', 'housekeeping', 'revenue'] as const;
const APPS = ['manager', 'developer'] as const;
const MEMBERS = ['manager', 'front_desk', 'housekeeping', 'revenue', 'developer'] as const;

const all = (allowed: Allowed, coordinates: string) =>
  Object.fromEntries(
    coordinates
      .trim()
      .split(/\s+/)
      .map((one) => [one, allowed]),
  );

/**
 * Every role's permissions by field: the single expectation for the whole product
 * (docs/interface/teams.md#roles). `Type` is a reference to an object of that type. A host field missing here
 * fails the test.
 */
export const ROLE_TABLE: Readonly<Record<string, Allowed>> = {
  // bookings and guests
  ...all(READERS, 'Query.booking Query.bookings Query.hostBookings Property.bookings Booking'),
  ...all(READERS, 'Booking.guestFirstName Booking.guestLastName Booking.refund'),
  ...all(
    DESK,
    'Booking.channelNotes Booking.channelGuest Booking.guestEmail Booking.guestPhone Booking.guest Contact Contact.bookings Contact.merged',
  ),
  ...all(READERS, 'Query.bookingViews Mutation.bookingViewSet Mutation.bookingViewRemove'),
  ...all(READERS, 'Query.bookingRequests Query.bookingRequest BookingRequest'),
  ...all(READERS, 'Query.bookingChangeRequests BookingChangeRequest'),
  ...all(DESK, 'Mutation.bookingChangeRequestAccept Mutation.bookingChangeRequestDecline'),
  ...all(READERS, 'BookingRequestGuest.firstName BookingRequestGuest.lastName'),
  ...all(READERS, 'BookingRequest.nearest BookingRequest.now Query.stayQuote'),
  ...all(DESK, 'BookingRequestGuest.email BookingRequestGuest.phone'),
  ...all(DESK, 'BookingRequest.message BookingRequest.answers'),
  ...all(
    DESK,
    'Mutation.bookingRequestAccept Mutation.bookingRequestDecline Query.requestTerms Query.guestTerms',
  ),
  ...all(DESK, 'Query.contact Query.contacts Mutation.contactUpdate Mutation.contactRedact'),
  ...all(DESK, 'Mutation.contactMerge Mutation.contactMergeUndo'),
  ...all(DESK, 'Query.conversations Query.conversation Conversation Message Query.teamMemberName'),
  ...all(DESK, 'Query.messageTemplates Query.messageRules Query.messageTemplatePreview Query.messageLog'),
  ...all(DESK, 'Query.readyMessageTemplates Query.skippedMessages'),
  ...all(MANAGER, 'Mutation.messageTemplateSet Mutation.messageTemplateRemove'),
  ...all(MANAGER, 'Mutation.messageRuleSet Mutation.messageRuleRemove'),
  ...all(MANAGER, 'Query.messageSetupCheck Mutation.messageSetupApply'),
  ...all(DESK, 'Conversation.contact Conversation.bookings Conversation.requests'),
  ...all(DESK, 'Mutation.conversationMessageSend Mutation.conversationDraftSet Mutation.conversationStart'),
  ...all(DESK, 'Mutation.conversationNoteAdd Mutation.conversationRead Mutation.conversationClose'),
  ...all(
    DESK,
    'Mutation.conversationSpamSet Mutation.conversationAssign Mutation.messageResend Query.inboxInstall',
  ),
  ...all(
    DESK,
    'Query.bookingPreview Query.bookingChangePreview Mutation.bookingCreate Mutation.bookingUpdate Mutation.bookingCancel Mutation.bookingUnitsAssign',
  ),
  ...all(DESK, 'Booking.cancelQuote Booking.departureFee Booking.noShowFee PaymentSession.appRefunds'),
  ...all(DESK, 'Mutation.bookingEmailResend Mutation.bookingNoteSet'),
  ...all(DESK, 'Query.unitAssignmentSuggest Mutation.unitMovesApply Mutation.bookingUnitMove'),
  ...all(
    DESK,
    'Mutation.stayHold Mutation.stayRelease Mutation.stayHoldUntil Mutation.stayConfirm Mutation.stayCancel',
  ),
  ...all(READERS, 'Query.cancellationTaxes'),
  ...all(
    DESK,
    'Query.units Query.unitsToFill Query.storefrontSelling Query.chargeTaxes Folio Booking.folio Folio.taxAmount Booking.note',
  ),
  ...all(DESK, 'Mutation.folioChargeAdd Mutation.folioChargeRemove Mutation.folioPaymentRecord'),
  ...all(MANAGER, 'Mutation.folioPaymentVoid Mutation.folioRefundRecord Mutation.creditNoteCreate'),
  ...all(
    DESK,
    'Query.invoice Query.invoices Invoice Booking.invoices Mutation.invoiceCreate Mutation.invoiceLogoKeep',
  ),
  ...all(DESK, 'Query.invoiceIssuer Query.storefrontDomains'),
  ...all(READERS, 'Query.invoiceTerms'),
  ...all(
    RATES,
    'Query.report Query.taxReport Query.paymentsReport Query.balancesDue Query.reportUnits Query.paceReport Query.stayReport Query.cancellationReport',
  ),
  ...all(
    DESK,
    'Mutation.bookingCheckIn Mutation.bookingCheckInUndo Mutation.bookingCheckOut Mutation.bookingCheckOutUndo Mutation.bookingNoShow',
  ),
  ...all(
    TASKS,
    'Unit.housekeeping AssignedUnit.housekeeping Mutation.unitHousekeepingSet Mutation.unitNightsClose Query.unitPlaces Query.nextArrivals',
  ),
  ...all(DESK, 'Mutation.stayNightsFree Mutation.stayNightsRetake'),
  ...all(OWNER, 'Mutation.bookingDayBegin'),
  // calendar and rates
  ...all(
    READERS,
    'Query.rates UnitType.calendar Property.occupancy UnitType.baseRate Mutation.availabilityUpdate',
  ),
  ...all(READERS, 'Query.icalExport Query.icalFeeds Query.icalBlocks Query.icalOverbooked'),
  ...all(RATES, 'Mutation.icalExportRotate Mutation.icalFeedAdd Mutation.icalFeedUpdate'),
  ...all(RATES, 'Mutation.icalFeedRefresh Mutation.icalFeedPause Mutation.icalFeedResume'),
  ...all(RATES, 'Mutation.icalFeedShrinkConfirm Mutation.icalFeedRemove'),
  ...all(READERS, 'Query.channelConnections Query.channelMessages ConnectedChannel Booking.conflict'),
  ...all(
    RATES,
    'Mutation.channelConnectionCreate Mutation.channelConnectionUpdate Mutation.channelProductsFetch',
  ),
  ...all(RATES, 'Mutation.channelRoomsMap Mutation.channelMappingsSet Mutation.channelConnectionPause'),
  ...all(RATES, 'Query.channelInstall Mutation.appEndpointCall'),
  ...all(RATES, 'Mutation.channelSyncRequest Mutation.channelCopyCompare'),
  ...all(RATES, 'Mutation.channelConnectionResume Mutation.channelConnectionDisconnect'),
  ...all(RATES, 'Query.ratesAdjustPreview Mutation.ratesAdjust'),
  ...all(RATES, 'Mutation.nightsSet Mutation.ratesSet Mutation.ratesUpdate Mutation.inventorySet'),
  ...all(READERS, 'Property.cancellationPolicies RatePlan Query.ratePlans UnitType.ratePlans RatePlan.quote'),
  ...all(RATES, 'Query.ratePlanPreview Mutation.ratePlanCreate Mutation.ratePlanUpdate'),
  ...all(RATES, 'Mutation.ratePlanArchive'),
  // content and storefront
  ...all(PLACES, 'Query.properties Query.unitTypes'),
  ...all(READERS, 'Query.storefronts Storefront Team.storefronts Query.property'),
  ...all(PLACES, 'Property UnitType Unit Query.unitSearch'),
  ...all(
    READERS,
    'Storefront.domains Storefront.readiness UnitType.adultSupplement UnitType.childSupplement',
  ),
  ...all(
    MANAGER,
    'Mutation.storefrontCreate Mutation.sandboxOpen Mutation.storefrontClose Mutation.propertyCreate',
  ),
  ...all(READERS, 'Property.fees Property.taxes'),
  ...all(READERS, 'Query.cancellationPolicies Query.cancellationPreview CancellationPolicy'),
  ...all(
    MANAGER,
    'Mutation.cancellationPolicyCreate Mutation.cancellationPolicyUpdate Mutation.cancellationPolicyArchive',
  ),
  ...all(MANAGER, 'Mutation.feeSet Mutation.feeRemove Mutation.taxSet Mutation.taxRemove'),
  ...all(MANAGER, 'Mutation.storefrontDomainAdd Mutation.storefrontDomainCheck'),
  ...all(MANAGER, 'Mutation.storefrontDomainRemove'),
  ...all(MANAGER, 'Query.storefrontLook Mutation.storefrontLookSet'),
  ...all(MANAGER, 'Mutation.storefrontLookPublish Mutation.storefrontLookRestore'),
  ...all(MANAGER, 'Query.liveTheme Query.themeSettingsChanged'),
  ...all(MANAGER, 'Query.themes Query.themePreview Query.storeThemes Mutation.themeInstall'),
  ...all(
    MANAGER,
    'Mutation.themeSettingsSet Mutation.themePublish Mutation.themeRollback Mutation.themeRemove',
  ),
  ...all(READERS, 'Query.injectionPlacements InjectionPlacement'),
  ...all(MANAGER, 'Query.injectionEntries InjectionEntry Mutation.injectionPlace Mutation.injectionUpdate'),
  ...all(MANAGER, 'Mutation.injectionPublish Mutation.injectionRemove'),
  ...all(READERS, 'Query.media'),
  ...all(DESK, 'Mutation.mediaUploadCreate'),
  ...all(TASKS, 'Mutation.attachmentAnnounce Mutation.taskPhotosKeep Mutation.taskPhotoDelete Task.photos'),
  ...all(TASKS, 'Mutation.taskPhotoUploadCreate Mutation.taskPhotosAdd Mutation.taskPhotoRemove'),
  ...all(MANAGER, 'Mutation.mediaAttach Mutation.mediaOrder'),
  ...all(MANAGER, 'Mutation.mediaDetach Mutation.mediaUpdate'),
  ...all(
    MANAGER,
    'Query.bookingImportCheck Mutation.bookingImport Query.import Query.export Mutation.importCreate Mutation.importApply Mutation.exportCreate',
  ),
  ...all(MANAGER, 'Mutation.propertyArchive Mutation.unitTypeCreate Mutation.unitTypeArchive'),
  ...all(
    MANAGER,
    'Mutation.storefrontUpdate Mutation.propertyUpdate Mutation.unitTypeUpdate Mutation.unitNamesSet',
  ),
  ...all(MANAGER, 'Storefront.paymentMethods Mutation.paymentMethodsSet'),
  ...all(READERS, 'Storefront.hasWayToPay'),
  ...all(OWNER, 'Mutation.acpApiKeyGenerate Mutation.acpSigningSecretGenerate'),
  // tasks
  ...all(PLACES, 'Query.todaysGuests'),
  ...all(TASKS, 'Query.task Query.tasks Query.hostTasks Query.taskTypes Booking.tasks Property.tasks'),
  ...all(TASKS, 'Query.myTasks Mutation.taskStatusSet Mutation.taskFieldSet'),
  ...all(TASKS, 'Mutation.taskChecklistItemSet Mutation.taskCommentAdd'),
  ...all(DESK, 'Query.assignableMembers Mutation.taskUpdate'),
  ...all(
    DESK,
    'Query.taskRules Query.hostRules Mutation.taskCreate Mutation.taskAssign Mutation.taskTypeSwitch Mutation.hostRuleSet',
  ),
  ...all(MANAGER, 'Mutation.taskTypeProviderSet Mutation.taskTypeVerificationSet'),
  ...all(MANAGER, 'Mutation.taskRuleSet Mutation.taskRuleRemove'),
  ...all(MANAGER, 'Query.taskRulesCheck Mutation.taskRulesApply'),
  // money
  ...all(READERS, 'Query.agentHolds'),
  ...all(
    DESK,
    'Mutation.agentHoldsRelease Mutation.bookingMarkPaid Query.paymentSessions Booking.paymentSessions',
  ),
  ...all(MANAGER, 'Mutation.refundSessionOpen'),
  ...all(OWNER, 'Mutation.paymentSessionsExpire'),
  // apps and access
  ...all(
    OWNER,
    'Query.appInvoices Query.appInvoice Mutation.appSubscriptionChange Mutation.appSubscriptionCancel',
  ),
  ...all(OWNER, 'Mutation.appSubscriptionCapSet Mutation.themeSubscriptionChange'),
  ...all(OWNER, 'Mutation.themeSubscriptionCancel'),
  ...all(MANAGER, 'Query.themeSubscriptions Mutation.themeSubscribe'),
  ...all('self', 'Query.appLedger Query.themeLedger Query.themeBalances'),
  ...all('operator', 'Query.platformAppInvoices Query.platformAppBalances Mutation.appInvoiceMarkPaid'),
  ...all('operator', 'Query.platformAppRevenue Query.platformAppPayouts AppInvoice.failedRefunds'),
  ...all('operator', 'Mutation.appInvoiceCredit Mutation.appPayoutMark Mutation.statementRefundMarkPaid'),
  ...all('operator', 'AppInvoice.paidBackRefunds AppInvoice.reversals StatementReversal.hasPaid'),
  ...all('operator', 'StatementReversal.appName StatementReversal.paymentReference'),
  ...all(APPS, 'Query.installs Query.installedApps Query.install Query.appStore Query.storeApp'),
  ...all(
    APPS,
    'Mutation.appInstall Mutation.appReconnect Mutation.appUninstall Mutation.appPermissionsApprove Mutation.appSettingsSet Mutation.appDeliveryReplay',
  ),
  ...all(
    'self',
    'Query.apps Query.app Mutation.appRelease Mutation.appClientSecretRotate Mutation.appBillingSet',
  ),
  ...all('self', 'Mutation.appListingSave Mutation.appListingVisibilitySet Mutation.appListingMediaCreate'),
  ...all(PLACES, 'Query.amenities'),
  ...all('self', 'Query.accessTokens Mutation.accessTokenCreate Mutation.accessTokenRevoke'),
  ...all('self', 'Query.embeddedPage Mutation.embeddedPageSessionCreate'),
  ...all('self', 'Query.oauthClient OauthClient.choices Mutation.oauthAuthorize Mutation.deviceOpen'),
  ...all('self', 'Mutation.deviceApprove Mutation.deviceDeny'),
  ...all('operator', 'Query.appVersionsInReview Mutation.appVersionApprove Mutation.appVersionReject'),
  ...all('operator', 'Query.themeVersionsInReview Mutation.themeVersionApprove Mutation.themeVersionReject'),
  ...all('operator', 'ThemeVersion.files'),
  ...all(
    'operator',
    'Query.platformListings Query.appListingsInReview Mutation.appListingApprove Mutation.appListingReject',
  ),
  ...all('operator', 'Mutation.appListingSuspend Mutation.appListingResume'),
  // team
  ...all(
    MANAGER,
    'Query.teamMembers Query.teamInvitations Mutation.teamInvitationCreate Mutation.teamInvitationRevoke',
  ),
  ...all(
    OWNER,
    'Query.teamEvents Mutation.teamUpdate Mutation.teamDelete Mutation.teamReopen Mutation.teamMemberRoleSet',
  ),
  ...all(OWNER, 'Query.hasOpenMoney Mutation.teamSellingClose'),
  ...all('self', 'Mutation.teamCreate'),
  ...all(
    'self',
    'Mutation.accountReset Mutation.accountVerify Mutation.operatorRecover Mutation.platformSetUp Query.mailLink',
  ),
  ...all('operator', 'Query.outboxMails Query.platformAccounts Mutation.accountLock Mutation.accountUnlock'),
  ...all('operator', 'Query.platformTeams Query.platformTeam PlatformTeam'),
  ...all('operator', 'Query.platformStorefronts PlatformStorefront'),
  ...all('operator', 'Mutation.storefrontSuspend Mutation.storefrontResume'),
  ...all('operator', 'Query.platformInjections PlatformInjection'),
  ...all('operator', 'Query.platformInjectionSuspensions InjectionSuspension'),
  ...all('operator', 'Mutation.injectionsSuspend Mutation.injectionsResume'),
  ...all('operator', 'Mutation.teamSuspend Mutation.teamResume Mutation.teamSellingSuspend'),
  ...all(
    'operator',
    'Query.platformQueues Query.platformFailedJobs Query.platformEndpoints Query.platformHistory',
  ),
  ...all('operator', 'Mutation.jobRetry Mutation.jobDiscard'),
  ...all(
    'self',
    'Account.secondFactors Account.sessions Mutation.accountUpdate Mutation.addressConfirm Mutation.addressRestore Mutation.accountSecure',
  ),
  ...all(
    'self',
    'Mutation.factorShow Mutation.recoveryCodesRenew Mutation.sessionRevoke Mutation.totpDisable Mutation.totpEnable',
  ),
  ...all('self', 'Query.factorAwaited Query.securityEvents Mutation.factorPasskeyAsk'),
  ...all('self', 'Mutation.passkeyAsk Mutation.passkeyCreate Mutation.passkeyRemove Mutation.sessionElevate'),
  ...all(MEMBERS, 'Mutation.teamMemberRemove'),
  ...all(
    'self',
    'Query.account Query.teams Query.team Query.teamInvitation Mutation.teamJoin Mutation.hostSignOut',
  ),
};

/** Fields about the whole team: not for a membership limited to properties. */
export const WHOLE_TEAM: readonly string[] = `
  Mutation.storefrontCreate Mutation.sandboxOpen Mutation.storefrontUpdate Mutation.storefrontClose Mutation.propertyCreate
  Mutation.storefrontDomainAdd Mutation.storefrontDomainCheck Mutation.storefrontDomainRemove
  Mutation.storefrontLookSet Mutation.storefrontLookPublish Mutation.storefrontLookRestore
  Mutation.themeInstall Mutation.themeSettingsSet Mutation.themePublish Mutation.themeRollback Mutation.themeRemove
  Mutation.taskRuleSet Mutation.taskRuleRemove Mutation.taskTypeSwitch Mutation.taskTypeProviderSet Mutation.taskTypeVerificationSet Mutation.hostRuleSet Mutation.paymentMethodsSet
  Mutation.cancellationPolicyCreate Mutation.cancellationPolicyUpdate Mutation.cancellationPolicyArchive`
  .trim()
  .split(/\s+/);

/** Fields that take a storefront live; not available to accounts with an unconfirmed email address. */
export const VERIFIED: readonly string[] = `
  Mutation.storefrontCreate Mutation.sandboxOpen Mutation.storefrontUpdate Mutation.storefrontDomainAdd Mutation.acpApiKeyGenerate
  Mutation.paymentMethodsSet Mutation.storefrontLookSet Mutation.storefrontLookPublish
  Mutation.storefrontLookRestore Mutation.themeInstall Mutation.themeSettingsSet Mutation.themePublish
  Mutation.themeRollback Mutation.themeRemove`
  .trim()
  .split(/\s+/);

/**
 * Fields that require password or second factor within the last 10 minutes: secrets shown once, roles and
 * members, factors, closing the team.
 */
export const STEP_UP: readonly string[] = `
  Mutation.accessTokenCreate Mutation.appClientSecretRotate Mutation.appInstall Mutation.appReconnect
  Mutation.acpApiKeyGenerate Mutation.acpSigningSecretGenerate Mutation.teamInvitationCreate Mutation.teamMemberRoleSet Mutation.teamMemberRemove
  Mutation.teamDelete Mutation.totpEnable Mutation.totpDisable Mutation.passkeyCreate Mutation.passkeyRemove
  Mutation.recoveryCodesRenew Mutation.deviceApprove Mutation.appBillingSet Mutation.storefrontClose
  Mutation.appSubscriptionChange Mutation.appSubscriptionCapSet Mutation.themeSubscriptionChange`
  .trim()
  .split(/\s+/);

/** Root fields in the host's schema that are for apps, not for any host role, or for everyone. */
export const NOT_FOR_HOSTS: readonly string[] = `
  Query.apiVersion Query.currentApp Query.currentInstall Mutation.appUsageRecordCreate
  Mutation.appSubscriptionRequest Query.paymentSession Query.refundSession
  Mutation.bookingSetCustomField Mutation.bookingDeleteCustomField
  Mutation.propertySetCustomField Mutation.propertyDeleteCustomField
  Mutation.taskSetCustomField Mutation.taskDeleteCustomField Mutation.taskTransitionStatus
  Mutation.taskTypeRegister Mutation.taskTypeRetire
  Query.channelReservations Mutation.channelReservationUpsert Mutation.channelMessageAcknowledge
  Mutation.conversationMessageReceive Mutation.messageStatusUpdate
  Mutation.paymentSessionResolve Mutation.paymentSessionReject Mutation.paymentSessionPending
  Mutation.refundSessionResolve Mutation.refundSessionReject Mutation.refundSessionFail Mutation.folioRefundFail
  Mutation.paymentDisputeReport Mutation.statementReversalReport`
  .trim()
  .split(/\s+/);
