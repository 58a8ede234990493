import { appsFromStandby } from '#db/standby-reads.ts';
import type { CompleteResolvers } from '#kit/complete-resolvers.ts';
import { readableFields } from '#kit/custom-fields.ts';
import { writeDuration } from '#kit/durations.ts';
import { parseId } from '#kit/ids.ts';
import { requireStorefront } from './access.ts';
import { addIcalFeed } from './calendars/commands/add-ical-feed.ts';
import { confirmFeedShrink } from './calendars/commands/confirm-feed-shrink.ts';
import { pauseIcalFeed } from './calendars/commands/pause-ical-feed.ts';
import { refreshIcalFeed } from './calendars/commands/refresh-ical-feed.ts';
import { removeIcalFeed } from './calendars/commands/remove-ical-feed.ts';
import { resumeIcalFeed } from './calendars/commands/resume-ical-feed.ts';
import { rotateIcalExport } from './calendars/commands/rotate-ical-export.ts';
import { updateIcalFeed } from './calendars/commands/update-ical-feed.ts';
import { feedProblemText } from './calendars/domain/feed-state.ts';
import { listIcalBlocks, listOverbooked } from './calendars/queries/ical-blocks.ts';
import { icalCalendar } from './calendars/queries/ical-calendar.ts';
import { findIcalExport, listIcalFeeds } from './calendars/queries/ical-feeds.ts';
import { acknowledgeChannelMessage } from './channels/commands/acknowledge-channel-message.ts';
import { compareChannelCopy } from './channels/commands/compare-channel-copy.ts';
import { createChannelConnection } from './channels/commands/create-channel-connection.ts';
import { fetchChannelProducts } from './channels/commands/fetch-channel-products.ts';
import { mapChannelRooms } from './channels/commands/map-channel-rooms.ts';
import { moveChannelConnection } from './channels/commands/move-channel-connection.ts';
import { requestChannelSync } from './channels/commands/request-channel-sync.ts';
import { setChannelMappings } from './channels/commands/set-channel-mappings.ts';
import { takeChannelStay } from './channels/commands/take-channel-stay.ts';
import { updateChannelConnection } from './channels/commands/update-channel-connection.ts';
import { shownStatus } from './channels/domain/channel-connection.ts';
import {
  datesOf,
  listChannelConnections,
  overbookedByConnection,
  overbookedByHold,
  roomsOfConnection,
} from './channels/queries/channel-connections.ts';
import { lagOf, listChannelMessages, pushOfConnection } from './channels/queries/channel-push.ts';
import { LISTED_AMENITIES } from './domain/amenities.ts';
import type { Resolvers, ResolversParentTypes } from './generated.ts';
import { placeInjection } from './injections/commands/place-injection.ts';
import { publishInjection } from './injections/commands/publish-injection.ts';
import { purgeInjections } from './injections/commands/purge-injections.ts';
import { removeInjection } from './injections/commands/remove-injection.ts';
import { reportInjectionFailure } from './injections/commands/report-injection-failure.ts';
import { resumeInjections, suspendInjections } from './injections/commands/suspend-injections.ts';
import { updateInjection } from './injections/commands/update-injection.ts';
import {
  listPlacements,
  pagePlacements,
  placementSuspension,
  previewUrl,
} from './injections/queries/injections.ts';
import { findPlatformInjections, listSuspensions } from './injections/queries/platform-injections.ts';
import { announceAttachment } from './media/commands/announce-attachment.ts';
import { attachMedia } from './media/commands/attach-media.ts';
import { createMediaUpload } from './media/commands/create-media-upload.ts';
import { detachMedia } from './media/commands/detach-media.ts';
import { finishMediaUpload } from './media/commands/finish-media-upload.ts';
import { orderMedia } from './media/commands/order-media.ts';
import { updateMedia } from './media/commands/update-media.ts';
import { PROBLEM_TEXTS } from './media/domain/media.ts';
import { findMedia, mediaOf, mediaUrl } from './media/queries/media.ts';
import { findMediaFile, findUpload } from './media/queries/media-files.ts';
import { archiveProperty } from './properties/commands/archive-property.ts';
import { archiveUnitType } from './properties/commands/archive-unit-type.ts';
import { createProperty } from './properties/commands/create-property.ts';
import { createUnitType } from './properties/commands/create-unit-type.ts';
import { nameUnits } from './properties/commands/name-units.ts';
import {
  deletePropertyCustomField,
  setPropertyCustomField,
} from './properties/commands/set-property-custom-field.ts';
import { updateProperty } from './properties/commands/update-property.ts';
import { updateUnitType } from './properties/commands/update-unit-type.ts';
import { assumedStayTimes, statedStayTimes } from './properties/queries/assumed-stay-times.ts';
import { propertyDescriptions, unitTypeDescriptions } from './properties/queries/descriptions.ts';
import { placesOfTeam } from './properties/queries/places-of-team.ts';
import {
  findProperty,
  propertiesOfTeam,
  propertyById,
  unitTypesOfProperty,
} from './properties/queries/properties.ts';
import { propertyReference, unitReference, unitTypeReference } from './properties/queries/references.ts';
import { searchListing } from './properties/queries/search-listing.ts';
import { listProperties, listUnitTypes } from './properties/queries/team-lists.ts';
import {
  mostUnitsSold,
  unitTypePage,
  unitTypePages,
  zonesOfSold,
} from './properties/queries/unit-type-pages.ts';
import {
  searchUnits,
  teamUnits,
  unitPlaces,
  unitsOfUnitType,
  unitsToFill,
} from './properties/queries/units.ts';
import { adjustRates } from './rates/commands/adjust-rates.ts';
import { archivePolicy } from './rates/commands/archive-policy.ts';
import { archiveRatePlan } from './rates/commands/archive-rate-plan.ts';
import { createPolicy } from './rates/commands/create-policy.ts';
import { createRatePlan } from './rates/commands/create-rate-plan.ts';
import { removeFee, setFee } from './rates/commands/set-fee.ts';
import { setNights } from './rates/commands/set-nights.ts';
import { removeTax, setTax } from './rates/commands/set-tax.ts';
import { updateAvailability } from './rates/commands/update-availability.ts';
import { updatePolicy } from './rates/commands/update-policy.ts';
import { updateRatePlan } from './rates/commands/update-rate-plan.ts';
import { updateRates } from './rates/commands/update-rates.ts';
import { taxBasisPoints, taxPercent } from './rates/domain/tax-rate.ts';
import { unitTypeCalendar } from './rates/queries/calendar.ts';
import {
  listPolicies,
  policiesOfProperty,
  policyOfStorefront,
  policyReference,
  policyText,
} from './rates/queries/cancellation-policies.ts';
import { previewTerms } from './rates/queries/cancellation-preview.ts';
import {
  cancellationTaxes,
  feesOfProperty,
  invoiceTerms,
  percentTaxes,
  taxesOfProperty,
} from './rates/queries/charges.ts';
import { occupancyOf } from './rates/queries/occupancy.ts';
import { listChanges, previewRates } from './rates/queries/preview-rates.ts';
import { listPlans, plansOfUnitType } from './rates/queries/rate-plans.ts';
import { listRates } from './rates/queries/rates.ts';
import { reportUnits } from './rates/queries/report-units.ts';
import { closeUnit } from './stays/commands/close-unit.ts';
import { freeNights, retakeNights } from './stays/commands/free-nights.ts';
import { holdStay } from './stays/commands/hold-stay.ts';
import { cancelStay, confirmStay, keepStay, releaseStay } from './stays/commands/release-stay.ts';
import { findAgentHolds } from './stays/queries/agent-holds.ts';
import { cheapestStays } from './stays/queries/cheapest-stays.ts';
import { stayLookup } from './stays/queries/lookup.ts';
import { previewPlan, quoteUnderPlan } from './stays/queries/price-plan.ts';
import { cancellingOfQuoted, stayQuote } from './stays/queries/quote.ts';
import { requestTerms } from './stays/queries/request-terms.ts';
import { staySearch } from './stays/queries/search.ts';
import { previewedLook, previewedTheme } from './stays/queries/shown-looks.ts';
import { stayCalendar } from './stays/queries/stay-calendar.ts';
import { stayExtras } from './stays/queries/stay-extras.ts';
import { teamHolds } from './stays/queries/team-holds.ts';
import { teamSize } from './stays/queries/team-size.ts';
import { acpSignatureMatches } from './storefronts/commands/acp-signature-matches.ts';
import { addStorefrontDomain } from './storefronts/commands/add-storefront-domain.ts';
import { checkStorefrontDomain } from './storefronts/commands/check-storefront-domain.ts';
import { closeSelling } from './storefronts/commands/close-selling.ts';
import { closeStorefront } from './storefronts/commands/close-storefront.ts';
import { createStorefront } from './storefronts/commands/create-storefront.ts';
import { generateAcpApiKey, generateAcpSigningSecret } from './storefronts/commands/generate-acp-api-key.ts';
import { keepInvoiceLogo } from './storefronts/commands/keep-invoice-logo.ts';
import { openSandbox } from './storefronts/commands/open-sandbox.ts';
import { publishStorefrontLook } from './storefronts/commands/publish-storefront-look.ts';
import { removeStorefrontDomain } from './storefronts/commands/remove-storefront-domain.ts';
import { restoreStorefrontLook } from './storefronts/commands/restore-storefront-look.ts';
import { setStorefront } from './storefronts/commands/set-storefront.ts';
import { setStorefrontLook } from './storefronts/commands/set-storefront-look.ts';
import { suspendSelling } from './storefronts/commands/suspend-selling.ts';
import { resumeStorefront, suspendStorefront } from './storefronts/commands/suspend-storefront.ts';
import { isPaused, statusOf } from './storefronts/domain/storefront-status.ts';
import { agentPolicies } from './storefronts/queries/agent-policies.ts';
import { certificateAllowed, domainsOfStorefront } from './storefronts/queries/domains.ts';
import { guestTerms } from './storefronts/queries/guest-terms.ts';
import { findLook, photoOfLook } from './storefronts/queries/looks.ts';
import { findPlatformStorefronts, storefrontsOfAnyTeam } from './storefronts/queries/platform-storefronts.ts';
import { type StorefrontToOpen, storefrontReadiness } from './storefronts/queries/readiness.ts';
import { storefrontSelling } from './storefronts/queries/storefront-selling.ts';
import {
  acpApiKeyMatches,
  ownStorefrontId,
  signatureOf,
  storefrontByHost,
  storefrontById,
  storefrontDomains,
  storefrontReference,
  storefrontsOfTeam,
  suspensionOf,
  teamStorefronts,
} from './storefronts/queries/storefronts.ts';
import { installTheme } from './themes/commands/install-theme.ts';
import { publishTheme } from './themes/commands/publish-theme.ts';
import { removeTheme } from './themes/commands/remove-theme.ts';
import { reportThemeFailure } from './themes/commands/report-theme-failure.ts';
import { rollbackTheme } from './themes/commands/rollback-theme.ts';
import { setThemeSettings } from './themes/commands/set-theme-settings.ts';
import { versionIdOf } from './themes/domain/version-id.ts';
import { isThemeUsed, listThemes, previewTheme, valuesOf } from './themes/queries/themes.ts';
import { announceImport } from './transfer/commands/announce-import.ts';
import { applyImport } from './transfer/commands/apply-import.ts';
import { createExport, createImport } from './transfer/commands/create-import.ts';
import { receiveImport } from './transfer/commands/receive-import.ts';
import {
  asExport,
  asImport,
  downloadUrl,
  exportPiece,
  exportStatus,
  importApplied,
  importChecked,
  importCounts,
  importDraft,
  importRows,
  importStatus,
} from './transfer/queries/transfers.ts';
import { uploadUrl } from './transfer/store/import-file.ts';
import { ownTransfer } from './transfer/store/transfers.ts';

/** Resolvers for catalog.graphql, in its order, except plain properties. */
export const resolvers = {
  Query: {
    storefrontByHost: (_root, { host }, ctx) => storefrontByHost(ctx, host),
    reportUnits: (_root, range, ctx) => reportUnits(ctx, range),
    invoiceTerms: (_root, { propertyId }, ctx) => invoiceTerms(ctx, propertyId),
    stayExtras: (_root, asked, ctx) => stayExtras(ctx, asked),
    chargeTaxes: (_root, { propertyId }, ctx) => percentTaxes(ctx, propertyId),
    cancellationTaxes: (_root, { propertyId }, ctx) => cancellationTaxes(ctx, propertyId),
    certificateAllowed: (_root, { domain }, ctx) => certificateAllowed(ctx, domain),
    import: (_root, { id }, ctx) => ownTransfer(ctx, id, 'import'),
    export: (_root, { id }, ctx) => ownTransfer(ctx, id, 'export'),
    exportPiece: (_root, { token, n }, ctx) => exportPiece(ctx, token, n),
    amenities: () => LISTED_AMENITIES,
    storefronts: (_root, _args, ctx) => teamStorefronts(ctx),
    storefrontLook: (_root, { storefrontId }, ctx) => findLook(ctx, storefrontId),
    previewedLook: (_root, asked, ctx) => previewedLook(ctx, asked),
    themes: async (_root, { storefrontId }, ctx) => [...(await listThemes(ctx, storefrontId))],
    themePreview: (_root, { id }, ctx) => previewTheme(ctx, id),
    themeUsed: (_root, of, ctx) => isThemeUsed(ctx, of),
    previewedTheme: (_root, asked, ctx) => previewedTheme(ctx, asked),
    agentHolds: (_root, _args, ctx) => findAgentHolds(ctx),
    properties: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listProperties(ctx, listing)),
    property: (_root, { id }, ctx) => findProperty(ctx, parseId(id) ?? 0),
    unitTypes: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listUnitTypes(ctx, listing)),
    ratesAdjustPreview: (_root, { input }, ctx) => previewRates(ctx, input),
    media: (_root, { id }, ctx) => findMedia(ctx, id),
    rates: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listRates(ctx, listing)),
    cancellationPolicies: (_root, { storefrontId }, ctx) => listPolicies(ctx, storefrontId ?? null),
    ratePlans: (_root, { unitTypeId }, ctx) => listPlans(ctx, unitTypeId),
    ratePlanPreview: (_root, { input }, ctx) => previewPlan(ctx, input),
    icalExport: (_root, { unitTypeId }, ctx) => findIcalExport(ctx, unitTypeId),
    icalFeeds: (_root, { unitTypeId }, ctx) => listIcalFeeds(ctx, unitTypeId),
    icalBlocks: (_root, span, ctx) => listIcalBlocks(ctx, span),
    icalOverbooked: (_root, _args, ctx) => listOverbooked(ctx),
    channelMessages: (_root, { connectionId }, ctx) => listChannelMessages(ctx, connectionId),
    channelConnections: (_root, _args, ctx) => listChannelConnections(ctx),
    injectionPlacements: (_root, { storefrontId }, ctx) => listPlacements(ctx, storefrontId ?? null),
    injectedBlocks: (_root, asked, ctx) => pagePlacements(ctx, asked),
    pagePlacements: (_root, asked, ctx) => pagePlacements(ctx, asked),
    icalCalendar: (_root, asked, ctx) => icalCalendar(ctx, asked),
    cancellationPreview: (_root, { terms, currency }) => previewTerms(terms, currency ?? 'EUR'),
    staySearch: (_root, { search }, ctx) => staySearch(ctx, search),
    pageRevision: (_root, { storefrontId }, ctx) =>
      ctx.services.catalog.readModel.revision(parseId(storefrontId) ?? 0),
    cheapestStays: (_root, wanted, ctx) => cheapestStays(ctx, wanted),
    stayCalendar: (_root, wanted, ctx) => stayCalendar(ctx, wanted),
    stayLookup: (_root, wanted, ctx) => stayLookup(ctx, wanted),
    stayQuote: async (_root, { storefrontId, lines, ...holder }, ctx) =>
      stayQuote(ctx, await ownStorefrontId(ctx, parseId(storefrontId)), lines, holder),
    storefrontDomains: (_root, { ids }, ctx) => storefrontDomains(ctx, ids),
    guestTerms: (_root, { storefrontId }, ctx) => guestTerms(ctx, parseId(storefrontId) ?? 0),
    requestTerms: (_root, { storefrontId }, ctx) => requestTerms(ctx, parseId(storefrontId) ?? 0),
    assumedStayTimes: (_root, { propertyIds }, ctx) => assumedStayTimes(ctx, propertyIds),
    statedStayTimes: (_root, { propertyIds }, ctx) => statedStayTimes(ctx, propertyIds),
    placesOfTeam: (_root, given, ctx) => placesOfTeam(ctx, given),
    propertiesOfTeam: (_root, { teamId }, ctx) => propertiesOfTeam(ctx, parseId(teamId) ?? 0),
    teamHolds: (_root, { input }, ctx) => teamHolds(ctx, input),
    teamSize: (_root, { teamId }, ctx) => teamSize(ctx, teamId),
    overbookedNights: async (_root, { holdId }, ctx) => {
      const nights = (await overbookedByHold(ctx, holdId)) ?? [];
      return [...new Map(nights.map(({ date }) => [date.toString(), date])).values()];
    },
    storefrontSelling: (_root, { unitTypeId }, ctx) => storefrontSelling(ctx, parseId(unitTypeId) ?? 0),
    units: (_root, { ids }, ctx) => teamUnits(ctx, ids),
    unitsToFill: (_root, { unitTypeIds, automatic }, ctx) => unitsToFill(ctx, unitTypeIds, automatic),
    unitSearch: (_root, { search, first }, ctx) => searchUnits(ctx, search, first),
    unitPlaces: (_root, { ids }, ctx) => unitPlaces(ctx, ids),
    unitTypePage: (_root, { storefrontId, unitTypeId }, ctx) =>
      unitTypePage(ctx, { storefrontId: parseId(storefrontId) ?? 0, unitTypeId: parseId(unitTypeId) ?? 0 }),
    mediaUpload: (_root, { token }, ctx) => findUpload(ctx, token),
    mediaFile: (_root, asked, ctx) => findMediaFile(ctx, asked),
    unitTypePages: (_root, wanted, ctx) => unitTypePages(ctx, wanted),
    platformStorefronts: (_root, args, ctx) => findPlatformStorefronts(ctx, args),
    platformInjections: (_root, args, ctx) => findPlatformInjections(ctx, args),
    platformInjectionSuspensions: (_root, _args, ctx) => listSuspensions(ctx),
  },
  Mutation: {
    stayHold: (_root, { input }, ctx) =>
      holdStay(ctx, { ...input, storefrontId: requireStorefront(ctx.viewer, parseId(input.storefrontId)) }),
    stayRelease: (_root, { holdId }, ctx) => releaseStay(ctx, holdId),
    stayHoldUntil: (_root, { holdId, until }, ctx) => keepStay(ctx, holdId, until),
    stayConfirm: (_root, { holdId }, ctx) => confirmStay(ctx, holdId),
    stayCancel: (_root, { holdId }, ctx) => cancelStay(ctx, holdId),
    stayNightsFree: (_root, { holdId, from }, ctx) => freeNights(ctx, holdId, from.toString()),
    unitNightsClose: (_root, closing, ctx) => closeUnit(ctx, closing),
    stayNightsRetake: (_root, { holdId }, ctx) => retakeNights(ctx, holdId),
    storefrontCreate: (_root, { input }, ctx) => createStorefront(ctx, input),
    sandboxOpen: (_root, { input }, ctx) => openSandbox(ctx, input),
    storefrontClose: (_root, { id }, ctx) => closeStorefront(ctx, id),
    storefrontSuspend: (_root, given, ctx) => suspendStorefront(ctx, given),
    storefrontResume: (_root, given, ctx) => resumeStorefront(ctx, given),
    storefrontUpdate: (_root, { input }, ctx) => setStorefront(ctx, input),
    storefrontLookSet: (_root, { input }, ctx) => setStorefrontLook(ctx, input),
    storefrontLookPublish: (_root, look, ctx) => publishStorefrontLook(ctx, look),
    storefrontLookRestore: (_root, look, ctx) => restoreStorefrontLook(ctx, look),
    themeInstall: (_root, named, ctx) => installTheme(ctx, named),
    themeSettingsSet: (_root, given, ctx) => setThemeSettings(ctx, given),
    themePublish: (_root, { id }, ctx) => publishTheme(ctx, id),
    themeRollback: (_root, { storefrontId }, ctx) => rollbackTheme(ctx, storefrontId),
    themeRemove: (_root, { id }, ctx) => removeTheme(ctx, id),
    themeFailureReport: (_root, failure, ctx) => reportThemeFailure(ctx, failure),
    storefrontDomainAdd: (_root, { input }, ctx) => addStorefrontDomain(ctx, input),
    storefrontDomainCheck: (_root, { id }, ctx) => checkStorefrontDomain(ctx, id),
    storefrontDomainRemove: (_root, { id }, ctx) => removeStorefrontDomain(ctx, id),
    channelConnectionCreate: (_root, { input }, ctx) => createChannelConnection(ctx, input),
    channelConnectionUpdate: (_root, { input }, ctx) => updateChannelConnection(ctx, input),
    channelProductsFetch: (_root, { id }, ctx) => fetchChannelProducts(ctx, id),
    channelCopyCompare: (_root, args, ctx) => compareChannelCopy(ctx, args),
    channelRoomsMap: (_root, { input }, ctx) => mapChannelRooms(ctx, input),
    channelMappingsSet: (_root, { input }, ctx) => setChannelMappings(ctx, input),
    channelConnectionPause: (_root, { id }, ctx) => moveChannelConnection(ctx, id, 'pause'),
    channelConnectionResume: (_root, { id }, ctx) => moveChannelConnection(ctx, id, 'resume'),
    channelConnectionDisconnect: (_root, { id }, ctx) => moveChannelConnection(ctx, id, 'disconnect'),
    injectionPlace: (_root, { input }, ctx) => placeInjection(ctx, input),
    injectionUpdate: (_root, { input }, ctx) => updateInjection(ctx, input),
    injectionPublish: (_root, { id }, ctx) => publishInjection(ctx, id),
    injectionRemove: (_root, { id }, ctx) => removeInjection(ctx, id),
    injectionsSuspend: (_root, given, ctx) => suspendInjections(ctx, given),
    injectionsResume: (_root, { appSlug }, ctx) => resumeInjections(ctx, appSlug),
    injectionFailureReport: (_root, report, ctx) => reportInjectionFailure(ctx, report),
    injectionsPurge: (_root, { installId }, ctx) =>
      purgeInjections(ctx, { installId: parseId(installId) ?? 0 }),
    channelSyncRequest: (_root, { id }, ctx) => requestChannelSync(ctx, id),
    channelMessageAcknowledge: (_root, { input }, ctx) => acknowledgeChannelMessage(ctx, input),
    channelStayTake: (_root, { input }, ctx) => takeChannelStay(ctx, input),
    icalExportRotate: (_root, { unitTypeId, feedId }, ctx) =>
      rotateIcalExport(ctx, unitTypeId, feedId ?? null),
    icalFeedAdd: (_root, { input }, ctx) => addIcalFeed(ctx, input),
    icalFeedUpdate: (_root, { input }, ctx) => updateIcalFeed(ctx, input),
    icalFeedRefresh: (_root, { id }, ctx) => refreshIcalFeed(ctx, id),
    icalFeedPause: (_root, { id }, ctx) => pauseIcalFeed(ctx, id),
    icalFeedResume: (_root, { id }, ctx) => resumeIcalFeed(ctx, id),
    icalFeedShrinkConfirm: (_root, { id }, ctx) => confirmFeedShrink(ctx, id),
    icalFeedRemove: (_root, { id }, ctx) => removeIcalFeed(ctx, id),
    importCreate: async (_root, { input }, ctx) => asImport(await createImport(ctx, input)),
    importApply: async (_root, { id }, ctx) => asImport(await applyImport(ctx, id)),
    exportCreate: async (_root, { input }, ctx) => asExport(await createExport(ctx, input)),
    importReceive: (_root, piece, ctx) => receiveImport(ctx, piece),
    acpApiKeyGenerate: (_root, { storefrontId }, ctx) => generateAcpApiKey(ctx, storefrontId),
    acpSigningSecretGenerate: (_root, { storefrontId, remove }, ctx) =>
      generateAcpSigningSecret(ctx, storefrontId, remove ?? false),
    nightsSet: (_root, { input }, ctx) => setNights(ctx, input),
    ratesAdjust: (_root, { input, fingerprint }, ctx) => adjustRates(ctx, input, fingerprint ?? null),
    unitNamesSet: (_root, { input }, ctx) => nameUnits(ctx, input),
    ratesSet: (_root, { input }, ctx) => setNights(ctx, input),
    ratesUpdate: (_root, { input }, ctx) => updateRates(ctx, input),
    availabilityUpdate: (_root, { input }, ctx) => updateAvailability(ctx, input),
    propertyCreate: (_root, { input }, ctx) => createProperty(ctx, input),
    propertyArchive: (_root, { id }, ctx) => archiveProperty(ctx, id),
    unitTypeCreate: (_root, { input }, ctx) => createUnitType(ctx, input),
    unitTypeArchive: (_root, { id }, ctx) => archiveUnitType(ctx, id),
    cancellationPolicyCreate: (_root, { input }, ctx) => createPolicy(ctx, input),
    cancellationPolicyUpdate: (_root, { input }, ctx) => updatePolicy(ctx, input),
    cancellationPolicyArchive: (_root, { id }, ctx) => archivePolicy(ctx, id),
    ratePlanCreate: (_root, { input }, ctx) => createRatePlan(ctx, input),
    ratePlanUpdate: (_root, { input }, ctx) => updateRatePlan(ctx, input),
    ratePlanArchive: (_root, { id }, ctx) => archiveRatePlan(ctx, id),
    invoiceLogoKeep: (_root, { propertyId }, ctx) => keepInvoiceLogo(ctx, propertyId),
    feeSet: (_root, { input }, ctx) => setFee(ctx, input),
    feeRemove: (_root, { id }, ctx) => removeFee(ctx, id),
    taxSet: (_root, { input }, ctx) => setTax(ctx, input),
    taxRemove: (_root, { id }, ctx) => removeTax(ctx, id),
    teamSellingClose: (_root, { closing }, ctx) => closeSelling(ctx, closing),
    teamSellingSuspend: (_root, given, ctx) => suspendSelling(ctx, given),
    propertyUpdate: (_root, { input }, ctx) => updateProperty(ctx, input),
    unitTypeUpdate: (_root, { input }, ctx) => updateUnitType(ctx, input),
    mediaUploadCreate: (_root, { input }, ctx) => {
      if (input.kind === 'import') return announceImport(ctx, input);
      return input.kind === 'attachment' ? announceAttachment(ctx, input) : createMediaUpload(ctx, input);
    },
    mediaAttach: (_root, { input }, ctx) => attachMedia(ctx, input),
    mediaOrder: (_root, { input }, ctx) => orderMedia(ctx, input),
    mediaDetach: (_root, { input }, ctx) => detachMedia(ctx, input),
    mediaUpdate: (_root, { input }, ctx) => updateMedia(ctx, input),
    mediaUploadFinish: (_root, { token }, ctx) => finishMediaUpload(ctx, token),
    propertySetCustomField: (_root, field, ctx) => setPropertyCustomField(ctx, field),
    propertyDeleteCustomField: (_root, field, ctx) => deletePropertyCustomField(ctx, field),
    inventorySet: (_root, { input }, ctx) => setNights(ctx, input),
  },
  Storefront: {
    status: (storefront) => statusOf(storefront),
    suspension: (storefront) => suspensionOf(storefront),
    paused: (storefront) => isPaused(storefront),
    agentPolicies: (storefront) => agentPolicies(storefront),
    look: ({ id }, _args, ctx) => ctx.services.catalog.looks.published(id),
    theme: ({ id }, _args, ctx) => ctx.services.catalog.looks.theme(id),
    cancellationPolicy: async ({ id }, _args, ctx) => (await policyOfStorefront(ctx, id)) ?? null,
    readiness: (storefront, _args, ctx) =>
      storefrontReadiness(ctx, storefront as typeof storefront & StorefrontToOpen),
    domains: ({ id }, _args, ctx) => domainsOfStorefront(ctx, id),
    respondWithin: ({ respondWithinSeconds }) => writeDuration(respondWithinSeconds),
    payWithin: ({ payWithinSeconds }) => writeDuration(payWithinSeconds),
    minNotice: ({ minNoticeSeconds }) => writeDuration(minNoticeSeconds),
    lodgingDraftPin: (_storefront, _args, { config }) => config.ucpLodgingDraft,
    maxHeldNights: ({ maxHeldNights }, _args, { config }) => maxHeldNights ?? config.agentHoldNights,
    __resolveReference: async ({ id, ...required }, ctx) => {
      const storefront = await storefrontReference(ctx, parseId(`${id}`) ?? 0);
      return storefront && { ...required, ...storefront };
    },
    acpSigningRequired: ({ acpSigningSecret }) => acpSigningSecret != null,
    acpApiKeyMatches: (storefront, { apiKey }) => acpApiKeyMatches(storefront, apiKey),
    acpSignatureMatches: (storefront, request, ctx) => acpSignatureMatches(ctx, storefront, request),
    signingKey: ({ signingKid, signingX, signingY }) => ({ kid: signingKid, x: signingX, y: signingY }),
    signature: (storefront, { base }, ctx) => signatureOf(ctx, storefront, base),
  },
  StorefrontTheme: {
    version: (theme) => ({ id: versionIdOf(theme) }),
    values: (theme) => valuesOf(theme),
  },
  PublishedLook: {
    publishedAt: ({ publishedAt }) => new Date(publishedAt),
  },
  LookDraft: {
    logo: ({ logoId }, _args, ctx) => photoOfLook(ctx, logoId),
    favicon: ({ faviconId }, _args, ctx) => photoOfLook(ctx, faviconId),
    hero: ({ heroId }, _args, ctx) => photoOfLook(ctx, heroId),
  },
  PlatformStorefront: {
    __resolveReference: async ({ id, ...required }, ctx) => {
      const storefront = await storefrontById(ctx, parseId(`${id}`) ?? 0);
      return storefront && { ...required, ...storefront };
    },
    team: ({ teamId }) => ({ id: teamId }),
    status: (storefront) => statusOf(storefront),
    suspension: (storefront) => suspensionOf(storefront),
    domains: ({ id }, _args, ctx) => domainsOfStorefront(ctx, id),
    readiness: (storefront, _args, ctx) =>
      storefront.openedAt
        ? null
        : storefrontReadiness(ctx, storefront as typeof storefront & StorefrontToOpen),
  },
  PlatformInjection: {
    suspensionReason: (placement, _args, ctx) => placementSuspension(ctx, placement),
    storefront: async ({ storefrontId }, _args, ctx) => {
      const storefront = await storefrontById(ctx, storefrontId);
      if (!storefront) throw new Error(`There is no storefront ${storefrontId}.`);
      return { ...storefront };
    },
  },
  PlatformTeam: {
    storefronts: ({ id }, _args, ctx) => storefrontsOfAnyTeam(ctx, parseId(`${id}`) ?? 0),
  },
  CancellationPolicy: {
    tiers: ({ terms }) => terms.tiers,
    afterLast: ({ terms }) => terms.afterLast,
    timeOfDay: ({ terms }) => terms.timeOfDay,
    text: (policy, { locale, currency }) => policyText(policy, locale ?? 'en', currency ?? null),
  },
  IcalFeed: {
    problemText: ({ problem, problemLine }) => problem && feedProblemText(problem, problemLine),
    nextReadAt: ({ status, nextReadAt }) => (status === 'paused' ? null : nextReadAt),
  },
  InjectionPlacement: {
    storefrontId: ({ storefront }) => String(storefront.id),
    maxHeight: ({ kind, maxHeight }) => (kind === 'frame' ? maxHeight : null),
    offPropertyIds: ({ offPropertyIds }) => offPropertyIds.map(String),
    suspensionReason: (placement, _args, ctx) => placementSuspension(ctx, placement),
    previewUrl: (placement, _args, ctx) => previewUrl(ctx, placement),
  },
  PagePlacement: {
    offPropertyIds: ({ offPropertyIds }) => offPropertyIds.map(String),
  },
  ConnectedChannel: {
    propertyId: ({ property }) => String(property.id),
    propertyName: ({ property }) => property.name,
    status: (connection) => shownStatus(connection),
    degradedSince: ({ degradedSince }) => degradedSince ?? null,
    push: async ({ id }, _args, ctx) => (await pushOfConnection(ctx, id)) ?? null,
    horizonDays: async ({ id }, _args, ctx) => (await pushOfConnection(ctx, id))?.horizonDays ?? null,
    lag: async ({ id }, _args, ctx) => lagOf((await pushOfConnection(ctx, id)) ?? null, ctx.clock.now()),
    lastFullAt: async ({ id }, _args, ctx) => (await pushOfConnection(ctx, id))?.lastFullAt ?? null,
    lastError: async ({ id }, _args, ctx) => (await pushOfConnection(ctx, id))?.lastError ?? null,
    rooms: async ({ id }, _args, ctx) => (await roomsOfConnection(ctx, id)) ?? [],
    overbooked: async ({ id }, _args, ctx) => (await overbookedByConnection(ctx, id)) ?? [],
  },
  Booking: {
    conflict: async ({ holdId }, _args, ctx) => {
      const overbooked = await overbookedByHold(ctx, `${holdId}`);
      return overbooked ? { nights: datesOf(overbooked), overbooked } : null;
    },
  },
  ChannelConnectionPayload: {
    connection: ({ channelConnection }) => channelConnection ?? null,
  },
  Import: {
    status: importStatus,
    total: ({ properties }) => properties,
    checked: importChecked,
    applied: importApplied,
    uploadUrl: (transfer, _args, ctx) => uploadUrl(ctx, transfer),
    draft: (transfer, _args, ctx) => importDraft(ctx, transfer),
    counts: ({ id }, _args, ctx) => importCounts(ctx, id),
    rows: ({ id }, { action, ...listing }, ctx) => importRows(ctx, id, action ?? null, listing),
  },
  Export: {
    status: exportStatus,
    total: ({ properties }) => properties,
    written: ({ applied }) => applied,
    url: (transfer, _args, ctx) => downloadUrl(ctx, transfer),
  },
  Tax: {
    basis: ({ amountPerNight }) => (amountPerNight == null ? 'percent' : 'per_adult_per_night'),
    amount: ({ amountPerNight }) => amountPerNight ?? null,
    percent: taxPercent,
    basisPoints: taxBasisPoints,
  },
  Property: {
    __resolveReference: async ({ id }, ctx) => (await propertyReference(ctx, parseId(`${id}`) ?? 0)) ?? null,
    occupancy: ({ id }, { nights }, ctx) => occupancyOf(ctx, id, nights ?? 7),
    descriptions: async ({ id }, _args, ctx) => (await propertyDescriptions(ctx, id)) ?? [],
    fees: async ({ id }, _args, ctx) => (await feesOfProperty(ctx, id)) ?? [],
    taxes: async ({ id }, _args, ctx) => (await taxesOfProperty(ctx, id)) ?? [],
    cancellationPolicies: ({ id }, _args, ctx) => policiesOfProperty(ctx, id),
    media: ({ mediaIds }, _args, ctx) => mediaOf(ctx, mediaIds),
    unitTypes: async ({ id }, _args, ctx) => (await unitTypesOfProperty(ctx, id)) ?? [],
    customFields: ({ customFields }, { namespace }, { viewer }) =>
      readableFields(customFields, viewer, namespace),
  },
  StayQuoteLine: {
    cancelling: (line, _args, ctx) => cancellingOfQuoted(ctx, line),
  },
  UnitTypePages: {
    mostUnits: (sold, _args, ctx) => mostUnitsSold(ctx, sold),
    timeZones: (sold, _args, ctx) => zonesOfSold(ctx, sold),
  },
  UnitType: {
    __resolveReference: async ({ id }, ctx) => (await unitTypeReference(ctx, parseId(`${id}`) ?? 0)) ?? null,
    property: async ({ propertyId }, _args, ctx) => {
      const property = await propertyById(ctx, propertyId);
      if (!property) throw new Error(`Property ${propertyId} is missing, but one of its unit types exists.`);
      return property;
    },
    descriptions: async ({ id }, _args, ctx) => (await unitTypeDescriptions(ctx, id)) ?? [],
    media: ({ mediaIds }, _args, ctx) => mediaOf(ctx, mediaIds),
    searchListing: (unitType, _args, ctx) => searchListing(ctx, unitType),
    namedUnits: async ({ id }, _args, ctx) => (await unitsOfUnitType(ctx, id)) ?? [],
    ratePlans: async ({ id }, _args, ctx) => (await plansOfUnitType(ctx, id)) ?? [],
    calendar: ({ id }, { from, until }, ctx) => unitTypeCalendar(ctx, { unitTypeId: id, from, until }),
  },
  RatePlan: {
    cancellationPolicy: async ({ cancellationPolicyId }, _args, ctx) =>
      (cancellationPolicyId && (await policyReference(ctx, cancellationPolicyId))) || null,
    payment: ({ paymentMode: mode, depositPercent = null, balanceDaysBefore = null }) => ({
      mode,
      depositPercent,
      balanceDaysBefore,
    }),
    adjust: ({ adjustBp, adjustAmount }) => ({ percentBp: adjustBp, amount: adjustAmount }),
    weekDiscountBp: ({ weekDiscount }) => weekDiscount ?? null,
    monthDiscountBp: ({ monthDiscount }) => monthDiscount ?? null,
    bookingWindow: ({ minAdvance, maxAdvance }) => ({
      minDays: minAdvance ?? null,
      maxDays: maxAdvance ?? null,
    }),
    quote: (plan, { stay }, ctx) => quoteUnderPlan(ctx, plan, stay),
  },
  RatesAdjustment: {
    changed: ({ changes }) => changes.length,
    changes: (plan, { first }) => listChanges(plan, first ?? 500),
  },
  Media: {
    focus: ({ focusX, focusY }) => ({ x: focusX, y: focusY }),
    problem: ({ problem }) => (problem && PROBLEM_TEXTS[problem]) ?? null,
    url: (media, { width }, ctx) => mediaUrl(ctx, media, width),
  },
  Unit: {
    __resolveReference: async ({ id }, ctx) => (await unitReference(ctx, parseId(`${id}`) ?? 0)) ?? null,
  },
  Team: {
    storefronts: ({ id }, _args, ctx) => storefrontsOfTeam(ctx, parseId(`${id}`) ?? 0),
  },
} satisfies CompleteResolvers<Resolvers, ResolversParentTypes>;
