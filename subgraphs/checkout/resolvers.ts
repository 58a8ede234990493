import { appsFromStandby, fromStandby } from '#db/standby-reads.ts';
import type { CompleteResolvers } from '#kit/complete-resolvers.ts';
import { readableFields } from '#kit/custom-fields.ts';
import { parseWideId } from '#kit/ids.ts';
import { referTo } from '#kit/reference.ts';
import { selectsOnly } from '#kit/selected-fields.ts';
import { addExtras } from './bookings/commands/add-extras.ts';
import { applyUnitMoves } from './bookings/commands/apply-unit-moves.ts';
import { assignUnits } from './bookings/commands/assign-units.ts';
import { cancelBooking } from './bookings/commands/cancel-booking.ts';
import { cancelBookingByGuest } from './bookings/commands/cancel-booking-by-guest.ts';
import { changeBookingStay } from './bookings/commands/change-booking-stay.ts';
import { confirmBooking } from './bookings/commands/confirm-booking.ts';
import { enterBooking } from './bookings/commands/enter-booking.ts';
import { extendHold } from './bookings/commands/extend-hold.ts';
import { payBooking } from './bookings/commands/pay-booking.ts';
import { releaseAgentHolds } from './bookings/commands/release-agent-holds.ts';
import { restoreHold } from './bookings/commands/restore-hold.ts';
import {
  deleteBookingCustomField,
  setBookingCustomField,
} from './bookings/commands/set-booking-custom-field.ts';
import { setBookingNote } from './bookings/commands/set-booking-note.ts';
import { removeBookingView, setBookingView } from './bookings/commands/set-booking-view.ts';
import { updateBooking } from './bookings/commands/update-booking.ts';
import { paymentStatusOf, viewChannel, viewLines, viewSource } from './bookings/domain/booking.ts';
import { amountDue, payableUntil, viewPayment } from './bookings/domain/booking-payment.ts';
import { changeRefusal } from './bookings/domain/change-refusal.ts';
import { viewCancellation } from './bookings/domain/refund.ts';
import { partyOfLine } from './bookings/queries/booked-stays.ts';
import { extrasOfBooking } from './bookings/queries/booking-extras.ts';
import { bookingPreview } from './bookings/queries/booking-preview.ts';
import { listViews, mayEditView } from './bookings/queries/booking-views.ts';
import {
  bookingByPermalink,
  bookingReference,
  findBooking,
  permalinkOf,
} from './bookings/queries/bookings.ts';
import { quoteGuestCancel } from './bookings/queries/guest-cancel-quote.ts';
import { totalsForGuest } from './bookings/queries/guest-totals.ts';
import { guestLineCancelQuote } from './bookings/queries/line-cancel-quote.ts';
import {
  bookingsAtProperty,
  bookingsOfContact,
  listBookings,
  listReservations,
} from './bookings/queries/list-bookings.ts';
import { listHostBookings } from './bookings/queries/list-host-bookings.ts';
import { previewChange } from './bookings/queries/preview-change.ts';
import { paidBack, quoteCancel, refundNow, refundOfBooking } from './bookings/queries/refund-of-booking.ts';
import { suggestMoves } from './bookings/queries/suggest-moves.ts';
import { mergeContacts, undoMerge } from './contacts/commands/merge-contacts.ts';
import { redactContact } from './contacts/commands/redact-contact.ts';
import { updateContact } from './contacts/commands/update-contact.ts';
import { findContact, guestLocale } from './contacts/queries/contacts.ts';
import { listContacts, mergedContacts } from './contacts/queries/list-contacts.ts';
import { addNote } from './conversations/commands/add-note.ts';
import { announceAttachment } from './conversations/commands/announce-attachment.ts';
import { assignConversation } from './conversations/commands/assign-conversation.ts';
import { closeConversation } from './conversations/commands/close-conversation.ts';
import { finishAttachmentUpload } from './conversations/commands/finish-attachment-upload.ts';
import {
  deleteTaskPhoto,
  eraseTaskPhotos,
  keepTaskPhotos,
} from './conversations/commands/keep-task-photos.ts';
import { readConversation } from './conversations/commands/read-conversation.ts';
import { receiveMessage } from './conversations/commands/receive-message.ts';
import { reportMessage } from './conversations/commands/report-message.ts';
import { resendMessage } from './conversations/commands/resend-message.ts';
import { sendGuestMessage } from './conversations/commands/send-guest-message.ts';
import { sendMessage } from './conversations/commands/send-message.ts';
import { setDraft } from './conversations/commands/set-draft.ts';
import { setSpam } from './conversations/commands/set-spam.ts';
import { startConversation } from './conversations/commands/start-conversation.ts';
import {
  addressOf,
  attachmentsOf,
  findAttachmentFile,
  findAttachmentUpload,
} from './conversations/queries/attachments.ts';
import {
  answerBy,
  bookingsTalkedAbout,
  capabilitiesOf,
  contactTalkedTo,
  findConversation,
  requestsTalkedAbout,
} from './conversations/queries/conversations.ts';
import { guestConversation } from './conversations/queries/guest-conversation.ts';
import { listConversations } from './conversations/queries/list-conversations.ts';
import { findMessage, messagesOf } from './conversations/queries/messages.ts';
import { photosOfTask } from './conversations/queries/task-photos.ts';
import { findTodaysGuests } from './conversations/queries/todays-guests.ts';
import { viewStay } from './domain/stay.ts';
import { bookedTotals, dueAtProperty } from './domain/totals.ts';
import { addCharge } from './folio/commands/add-charge.ts';
import { failRecordedRefund } from './folio/commands/fail-recorded-refund.ts';
import { recordPayment } from './folio/commands/record-payment.ts';
import { recordRefund } from './folio/commands/record-refund.ts';
import { removeCharge } from './folio/commands/remove-charge.ts';
import { reportDispute } from './folio/commands/report-dispute.ts';
import { reserveRefund } from './folio/commands/reserve-refund.ts';
import { startRefund } from './folio/commands/start-refund.ts';
import { voidPayment } from './folio/commands/void-payment.ts';
import { viewCharge, viewPaid, viewRefund } from './folio/domain/entry-views.ts';
import { sumsOf } from './folio/domain/folio-sums.ts';
import { chargesOf, folioOf, paymentsOf, refundable, refundsOf } from './folio/queries/folio.ts';
import type { Resolvers, ResolversParentTypes } from './generated.ts';
import { setHousekeeping } from './housekeeping/commands/set-housekeeping.ts';
import { CLEAN } from './housekeeping/domain/unit-status.ts';
import { housekeepingOf } from './housekeeping/queries/housekeeping.ts';
import { findNextArrivals } from './housekeeping/queries/next-arrivals.ts';
import { createCreditNote } from './invoices/commands/create-credit-note.ts';
import { createInvoice } from './invoices/commands/create-invoice.ts';
import { viewLine } from './invoices/domain/invoice-views.ts';
import { receiptOf } from './invoices/queries/current-document.ts';
import { folioTax } from './invoices/queries/folio-tax.ts';
import {
  creditedInvoice,
  findInvoice,
  invoicesOfBooking,
  invoiceUrl,
  listInvoices,
  permalinkInvoice,
} from './invoices/queries/invoices.ts';
import { applyMessageSetup, checkMessageSetup } from './messages/commands/apply-message-setup.ts';
import { removeMessageRule, setMessageRule } from './messages/commands/set-message-rule.ts';
import { removeMessageTemplate, setMessageTemplate } from './messages/commands/set-message-template.ts';
import { skipUnmailedMessage } from './messages/commands/skip-unmailed-message.ts';
import { READY_TEMPLATES } from './messages/domain/ready-templates.ts';
import { skipText } from './messages/domain/skip-reasons.ts';
import {
  listMessageLog,
  listRules,
  listTemplates,
  previewTemplate,
} from './messages/queries/automatic-messages.ts';
import { ruleMessageToMail } from './messages/queries/rule-message-to-mail.ts';
import { listSkippedMessages } from './messages/queries/skipped-messages.ts';
import { BRIEF_FIELDS, LISTED_FIELDS } from './queries/brief-fields.ts';
import { contactReference } from './queries/contact-reference.ts';
import { balancesDue } from './reports/queries/balances-due.ts';
import { cancellationReport } from './reports/queries/cancellation-report.ts';
import { paceReport } from './reports/queries/pace-report.ts';
import { paymentsReport } from './reports/queries/payments-report.ts';
import { report } from './reports/queries/report.ts';
import { shownFirst } from './reports/queries/report-input.ts';
import { stayReport } from './reports/queries/stay-report.ts';
import { taxReport } from './reports/queries/tax-report.ts';
import { acceptChangeRequest } from './requests/commands/accept-change-request.ts';
import { acceptRequest } from './requests/commands/accept-request.ts';
import { createRequest } from './requests/commands/create-request.ts';
import { declineChangeRequest } from './requests/commands/decline-change-request.ts';
import { declineRequest } from './requests/commands/decline-request.ts';
import { verifyRequest } from './requests/commands/verify-request.ts';
import { withdrawChangeRequest } from './requests/commands/withdraw-change-request.ts';
import { withdrawRequest } from './requests/commands/withdraw-request.ts';
import { PRICE_KEPT_MS, VERIFY_TTL_MS } from './requests/domain/request-times.ts';
import {
  findReachable,
  listRequests,
  requestByLink,
  requestedStorefronts,
  requestReference,
} from './requests/queries/booking-requests.ts';
import {
  latestChangeRequest,
  listChangeRequests,
  openChangeRequest,
} from './requests/queries/change-requests.ts';
import { requestNow } from './requests/queries/request-now.ts';
import { requestToken } from './requests/store/request-token.ts';
import { importBookings } from './reservations/commands/import-bookings.ts';
import { upsertReservation } from './reservations/commands/upsert-reservation.ts';
import { checkImported } from './reservations/queries/check-imported.ts';
import { conflictOf } from './reservations/queries/reservation-conflict.ts';
import { cancelCheckout } from './sessions/commands/cancel-checkout.ts';
import { completeCheckout } from './sessions/commands/complete-checkout.ts';
import { createCheckout } from './sessions/commands/create-checkout.ts';
import { updateCheckout } from './sessions/commands/update-checkout.ts';
import { checkoutSession } from './sessions/queries/checkout-session.ts';
import { beginDay } from './stays/commands/begin-day.ts';
import { checkIn, undoCheckIn } from './stays/commands/check-in.ts';
import { checkOut, undoCheckOut } from './stays/commands/check-out.ts';
import { moveUnit } from './stays/commands/move-unit.ts';
import { recordNoShow } from './stays/commands/record-no-show.ts';
import { departureFee, noShowFee } from './stays/queries/early-end-fees.ts';
import { findRuledStay, listRuledStays } from './stays/queries/ruled-stays.ts';

export const resolvers = {
  Query: {
    invoice: (_root, { id }, ctx) => findInvoice(ctx, id),
    invoices: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listInvoices(ctx, listing)),
    report: (_root, { input }, ctx) => fromStandby(ctx, (ctx) => report(ctx, input)),
    taxReport: (_root, given, ctx) => fromStandby(ctx, (ctx) => taxReport(ctx, given)),
    paymentsReport: (_root, given, ctx) => fromStandby(ctx, (ctx) => paymentsReport(ctx, given)),
    paceReport: (_root, given, ctx) => fromStandby(ctx, (ctx) => paceReport(ctx, given)),
    stayReport: (_root, given, ctx) => fromStandby(ctx, (ctx) => stayReport(ctx, given)),
    cancellationReport: (_root, given, ctx) => fromStandby(ctx, (ctx) => cancellationReport(ctx, given)),
    balancesDue: (_root, listing, ctx) => fromStandby(ctx, (ctx) => balancesDue(ctx, listing)),
    permalinkInvoice: (_root, link, ctx) => permalinkInvoice(ctx, link),
    changeRequestToMail: (_root, { bookingId }, ctx) => latestChangeRequest(ctx, parseWideId(bookingId) ?? 0),
    bookingViews: (_root, _args, ctx) => listViews(ctx),
    messageTemplates: (_root, _args, ctx) => listTemplates(ctx),
    readyMessageTemplates: () => READY_TEMPLATES,
    skippedMessages: (_root, _args, ctx) => listSkippedMessages(ctx),
    messageRules: (_root, _args, ctx) => listRules(ctx),
    messageTemplatePreview: (_root, given, ctx) => previewTemplate(ctx, given),
    messageLog: (_root, { bookingId }, ctx) => listMessageLog(ctx, bookingId),
    ruleMessageToMail: (_root, { id }, ctx) => ruleMessageToMail(ctx, id),
    booking: (_root, { id }, ctx) => findBooking(ctx, id),
    unitAssignmentSuggest: (_root, { bookingId }, ctx) => suggestMoves(ctx, bookingId),
    bookings: (_root, listing, ctx, info) =>
      appsFromStandby(ctx, (ctx) =>
        listBookings(ctx, { ...listing, brief: selectsOnly(info, BRIEF_FIELDS) }),
      ),
    ruledStays: (_root, range, ctx) => listRuledStays(ctx, range),
    ruledStay: (_root, asked, ctx) => findRuledStay(ctx, asked),
    nextArrivals: (_root, { units }, ctx) => findNextArrivals(ctx, units),
    todaysGuests: (_root, _args, ctx) => findTodaysGuests(ctx),
    hostBookings: (_root, listing, ctx, info) =>
      listHostBookings(ctx, { ...listing, listed: selectsOnly(info, LISTED_FIELDS) }),
    channelReservations: (_root, listing, ctx) =>
      appsFromStandby(ctx, (ctx) => listReservations(ctx, listing)),
    contact: (_root, { id }, ctx) => findContact(ctx, id),
    contacts: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listContacts(ctx, listing)),
    checkoutSession: (_root, { id }, ctx) => checkoutSession(ctx, id),
    bookingByPermalink: (_root, permalink, ctx) => bookingByPermalink(ctx, permalink),
    bookingRequests: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listRequests(ctx, listing)),
    bookingRequest: (_root, { id }, ctx) => findReachable(ctx, id),
    bookingChangeRequests: (_root, filter, ctx) => listChangeRequests(ctx, filter),
    bookingRequestByLink: (_root, { id }, ctx) => requestByLink(ctx, id),
    bookingRequestToMail: (_root, { id }, ctx) => requestReference(ctx, id),
    conversations: (_root, listing, ctx) => appsFromStandby(ctx, (ctx) => listConversations(ctx, listing)),
    conversation: (_root, { id }, ctx) => findConversation(ctx, id),
    guestConversation: (_root, link, ctx) => guestConversation(ctx, link),
    attachmentUpload: (_root, { token }, ctx) => findAttachmentUpload(ctx, token),
    attachmentFile: (_root, asked, ctx) => findAttachmentFile(ctx, asked),
    messageToMail: (_root, { id }, ctx) => findMessage(ctx, id),
    requestedStorefronts: (_root, _args, ctx) => requestedStorefronts(ctx),
    guestLineCancelQuote: (_root, line, ctx) => guestLineCancelQuote(ctx, line),
    bookingPreview: (_root, { input }, ctx) => bookingPreview(ctx, input),
    bookingChangePreview: (_root, { input }, ctx) => previewChange(ctx, input),
    bookingToMail: (_root, { id }, ctx) => bookingReference(ctx, id),
    bookingImportCheck: (_root, { rows }, ctx) => checkImported(ctx, rows),
    messageSetupCheck: (_root, { input }, ctx) => checkMessageSetup(ctx, input),
  },
  Mutation: {
    bookingViewSet: (_root, { input }, ctx) => setBookingView(ctx, input),
    bookingViewRemove: (_root, { id }, ctx) => removeBookingView(ctx, id),
    messageTemplateSet: (_root, { input }, ctx) => setMessageTemplate(ctx, input),
    messageTemplateRemove: (_root, { id }, ctx) => removeMessageTemplate(ctx, id),
    messageRuleSet: (_root, { input }, ctx) => setMessageRule(ctx, input),
    messageRuleRemove: (_root, { id }, ctx) => removeMessageRule(ctx, id),
    messageSetupApply: (_root, { input }, ctx) => applyMessageSetup(ctx, input),
    unmailedMessageSkip: (_root, { id }, ctx) => skipUnmailedMessage(ctx, id),
    checkoutCreate: (_root, { input }, ctx) => createCheckout(ctx, input),
    checkoutUpdate: (_root, { input }, ctx) => updateCheckout(ctx, input),
    checkoutComplete: (_root, { input }, ctx) => completeCheckout(ctx, input),
    checkoutCancel: (_root, { input }, ctx) => cancelCheckout(ctx, input),
    bookingSetCustomField: (_root, field, ctx) => setBookingCustomField(ctx, field),
    bookingDeleteCustomField: (_root, field, ctx) => deleteBookingCustomField(ctx, field),
    contactUpdate: (_root, { input }, ctx) => updateContact(ctx, input),
    contactRedact: (_root, { id }, ctx) => redactContact(ctx, id),
    contactMerge: (_root, merge, ctx) => mergeContacts(ctx, merge),
    contactMergeUndo: (_root, { id }, ctx) => undoMerge(ctx, id),
    agentHoldsRelease: (_root, { storefrontId }, ctx) => releaseAgentHolds(ctx, storefrontId),
    bookingMarkPaid: (_root, { id, version }, ctx) => confirmBooking(ctx, id, version ?? null),
    bookingCreate: (_root, { input }, ctx) => enterBooking(ctx, input),
    bookingUpdate: (_root, { input }, ctx) => updateBooking(ctx, input),
    bookingCancel: (_root, named, ctx) => cancelBooking(ctx, named),
    bookingExtrasAdd: (_root, { input }, ctx) => addExtras(ctx, input),
    bookingCancelByGuest: (_root, { input }, ctx) => cancelBookingByGuest(ctx, input),
    bookingImport: (_root, { input }, ctx) => importBookings(ctx, input),
    channelReservationUpsert: (_root, { input }, ctx) => upsertReservation(ctx, input),
    bookingUnitsAssign: (_root, { input }, ctx) => assignUnits(ctx, input),
    bookingNoteSet: (_root, given, ctx) => setBookingNote(ctx, given),
    unitMovesApply: (_root, { input }, ctx) => applyUnitMoves(ctx, input),
    bookingUnitMove: (_root, move, ctx) => moveUnit(ctx, move),
    bookingRequestAccept: (_root, answer, ctx) => acceptRequest(ctx, answer),
    bookingRequestDecline: (_root, answer, ctx) => declineRequest(ctx, answer),
    bookingChangeRequestAccept: (_root, { id }, ctx) => acceptChangeRequest(ctx, id),
    bookingChangeRequestDecline: (_root, answer, ctx) => declineChangeRequest(ctx, answer),
    bookingChangeRequestWithdraw: (_root, { permalinkId }, ctx) => withdrawChangeRequest(ctx, permalinkId),
    conversationMessageSend: (_root, sent, ctx) => sendMessage(ctx, sent),
    conversationMessageReceive: (_root, { input }, ctx) => receiveMessage(ctx, input),
    messageStatusUpdate: (_root, report, ctx) => reportMessage(ctx, report),
    conversationDraftSet: (_root, draft, ctx) => setDraft(ctx, draft),
    conversationStart: (_root, { input }, ctx) => startConversation(ctx, input),
    conversationNoteAdd: (_root, note, ctx) => addNote(ctx, note),
    conversationRead: (_root, { id }, ctx) => readConversation(ctx, id),
    conversationClose: (_root, { id }, ctx) => closeConversation(ctx, id),
    conversationSpamSet: (_root, marked, ctx) => setSpam(ctx, marked),
    conversationAssign: (_root, assigned, ctx) => assignConversation(ctx, assigned),
    messageResend: (_root, { id }, ctx) => resendMessage(ctx, id),
    attachmentAnnounce: (_root, { input }, ctx) => announceAttachment(ctx, input),
    taskPhotosKeep: (_root, { input }, ctx) => keepTaskPhotos(ctx, input),
    taskPhotoDelete: (_root, photo, ctx) => deleteTaskPhoto(ctx, photo),
    taskPhotosErase: (_root, { taskIds }, ctx) => eraseTaskPhotos(ctx, taskIds),
    attachmentUploadFinish: (_root, { token }, ctx) => finishAttachmentUpload(ctx, token),
    guestMessageSend: (_root, { input }, ctx) => sendGuestMessage(ctx, input),
    bookingRequestCreate: (_root, { input }, ctx) => createRequest(ctx, input),
    bookingRequestVerify: (_root, link, ctx) => verifyRequest(ctx, link),
    bookingRequestWithdraw: (_root, { id }, ctx) => withdrawRequest(ctx, id),
    invoiceCreate: (_root, { input }, ctx) => createInvoice(ctx, input),
    creditNoteCreate: (_root, credit, ctx) => createCreditNote(ctx, credit),
    folioChargeAdd: (_root, { input }, ctx) => addCharge(ctx, input),
    folioChargeRemove: (_root, { id }, ctx) => removeCharge(ctx, id),
    folioPaymentRecord: (_root, { input }, ctx) => recordPayment(ctx, input),
    folioPaymentVoid: (_root, { id }, ctx) => voidPayment(ctx, id),
    folioRefundRecord: (_root, { input }, ctx) => recordRefund(ctx, input),
    folioRefundFail: (_root, { input }, ctx) => failRecordedRefund(ctx, input),
    paymentDisputeReport: (_root, { input }, ctx) => reportDispute(ctx, input),
    folioRefundStart: (_root, given, ctx) => startRefund(ctx, given),
    folioRefundReserve: (_root, refund, ctx) => reserveRefund(ctx, refund),
    bookingStayChange: (_root, { input }, ctx) => changeBookingStay(ctx, input),
    unitHousekeepingSet: (_root, { input }, ctx) => setHousekeeping(ctx, input),
    bookingCheckIn: (_root, given, ctx) => checkIn(ctx, given),
    bookingCheckInUndo: (_root, { id }, ctx) => undoCheckIn(ctx, id),
    bookingCheckOut: (_root, given, ctx) => checkOut(ctx, given),
    bookingCheckOutUndo: (_root, { id }, ctx) => undoCheckOut(ctx, id),
    bookingNoShow: (_root, given, ctx) => recordNoShow(ctx, given),
    bookingPay: (_root, money, ctx) => payBooking(ctx, money),
    bookingDayBegin: (_root, given, ctx) => beginDay(ctx, given),
    bookingHoldExtend: (_root, hold, ctx) => extendHold(ctx, hold),
    bookingHoldRestore: (_root, { bookingId }, ctx) => restoreHold(ctx, bookingId),
  },
  ChannelReservationPayload: {
    conflict: ({ booking }, _args, ctx) => conflictOf(ctx, booking ?? null),
  },
  HostBookingConnection: { totalCount: ({ count }) => count() },
  Booking: {
    __resolveReference: ({ id }, ctx, info) =>
      bookingReference(ctx, String(id), { brief: selectsOnly(info, BRIEF_FIELDS) }),
    property: ({ propertyId }) => referTo(propertyId),
    storefront: ({ storefrontId }) => referTo(storefrontId),
    paymentStatus: ({ status }) => paymentStatusOf(status),
    payment: (booking, _args, { clock }) => viewPayment(booking, clock.now()),
    folio: (booking, _args, ctx, info) => folioOf(ctx, booking, info),
    invoices: async ({ id }, _args, ctx) => (await invoicesOfBooking(ctx, id)) ?? [],
    stay: (booking) => viewStay(booking),
    refund: (booking, _args, ctx) => refundOfBooking(ctx, booking),
    receipt: async (booking, _args, ctx) => {
      const receipt = await receiptOf(ctx, booking);
      if (!receipt) return null;
      const { issuer, lines, taxes, payments, endedRefundSessionIds } = receipt;
      return {
        issuer,
        lines: lines.map(viewLine),
        taxes: [...taxes],
        payments: [...payments],
        endedRefundSessionIds: [...endedRefundSessionIds],
      };
    },
    guestTotals: (booking, _args, ctx) => totalsForGuest(ctx, booking),
    extras: (booking, _args, ctx) => extrasOfBooking(ctx, booking),
    guestCancelQuote: (booking, _args, ctx) => quoteGuestCancel(ctx, booking),
    cancelQuote: (booking, args, ctx) => quoteCancel(ctx, booking, args),
    departureFee: (booking, _args, ctx) => departureFee(ctx, booking),
    noShowFee: (booking, _args, ctx) => noShowFee(ctx, booking),
    isChangeable: (booking, _args, { clock }) => changeRefusal(booking, clock.now()) === null,
    openChangeRequest: ({ id }, _args, ctx) => openChangeRequest(ctx, id),
    payableUntil: (booking) => payableUntil(booking),
    amountDue: (booking) => amountDue(booking),
    paidBefore: ({ status, paid }) => (status === 'confirmed' ? paid : null),
    guest: ({ contactId }, _args, ctx) => contactReference(ctx, contactId),
    party: ({ adults, children }) => ({ adults, children }),
    lines: (booking) => viewLines(booking),
    source: (booking) => viewSource(booking),
    cancellation: (booking) => viewCancellation(booking),
    customFields: ({ customFields }, { namespace }, { viewer }) =>
      readableFields(customFields, viewer, namespace),
    guestLocale: (booking, _args, ctx) => guestLocale(ctx, booking),
    isEntered: ({ enteredRevision, channelRevision }) => enteredRevision !== null || channelRevision !== null,
    sendsLink: ({ entryPayment }) => entryPayment === 'link',
    agreedPrice: ({ priceMode, priceReason }) => priceMode && { mode: priceMode, reason: priceReason },
    channel: (booking) => viewChannel(booking),
    channelNotes: ({ channel }) => channel?.notes ?? null,
    channelGuest: ({ channel }) => channel?.guest ?? null,
  },
  BookingStayChangePayload: { done: ({ isDone }) => isDone },
  BookingStayChangeQuote: {
    currency: ({ booking }) => booking.currency,
    totals: ({ agreed }) => bookedTotals(agreed.quote).map((entry) => ({ ...entry })),
    dueAtProperty: ({ agreed }) => dueAtProperty(agreed.quote).map((entry) => ({ ...entry })),
    dropped: ({ agreed }) => agreed.dropped,
    difference: ({ total, oldTotal }) => total - oldTotal,
    paid: ({ booking }) => sumsOf(booking).paid - sumsOf(booking).refunded,
  },
  BookingCancellation: {
    text: ({ text }, { locale }) => text(locale ?? 'en'),
    refundNow: ({ booking }, _args, ctx) => refundNow(ctx, booking),
    refunded: ({ booking }, _args, ctx) => paidBack(ctx, booking),
  },
  TaxReportRow: {
    bookings: ({ bookings }, { first }) => shownFirst(bookings, first),
    bookingCount: ({ bookings }) => bookings.length,
  },
  PaymentsReportRow: {
    payments: ({ payments }, { first }) => shownFirst(payments, first),
    paymentCount: ({ payments }) => payments.length,
  },
  Invoice: {
    bookingReference: ({ document }) => document.reference,
    issuer: ({ document }) => document.issuer,
    logo: ({ document }) => document.logo ?? null,
    recipient: ({ document }) => document.recipient,
    propertyName: ({ document }) => document.propertyName,
    checkIn: ({ document }) => document.checkIn,
    checkOut: ({ document }) => document.checkOut,
    booked: ({ document }) => [...document.booked],
    language: ({ document }) => document.language,
    lines: ({ document }) => document.lines.map(viewLine),
    taxes: ({ document }) => [...document.taxes],
    payments: ({ document }) => [...document.payments],
    reason: ({ document }) => document.reason,
    creditNoteOf: async ({ creditNoteOf: id }, _args, ctx) =>
      id === null ? null : ((await creditedInvoice(ctx, id)) ?? null),
    test: ({ number }) => number.startsWith('TEST-'),
    pdfUrl: (invoice, _args, ctx) => invoiceUrl(ctx, invoice, '.pdf'),
    printUrl: (invoice, _args, ctx) => invoiceUrl(ctx, invoice),
  },
  FolioPayload: { folio: ({ folio }, _args, ctx, info) => (folio ? folioOf(ctx, folio, info) : null) },
  Folio: {
    version: ({ folioVersion }) => folioVersion,
    charges: async (folio, _args, ctx) => (await chargesOf(ctx, folio)).map(viewCharge),
    payments: async (folio, _args, ctx) => (await paymentsOf(ctx, folio)).map(viewPaid),
    refunds: async (folio, _args, ctx) => (await refundsOf(ctx, folio)).map(viewRefund),
    total: (folio) => sumsOf(folio).total,
    paid: (folio) => sumsOf(folio).paid,
    refunded: (folio) => sumsOf(folio).refunded,
    balance: (folio) => sumsOf(folio).balance,
    refundable: (folio, _args, ctx) => refundable(ctx, folio),
    taxAmount: (folio, _args, ctx) => folioTax(ctx, folio),
  },
  BookingRequest: {
    __resolveReference: ({ id }, ctx) => requestReference(ctx, String(id)),
    property: ({ propertyId }) => referTo(propertyId),
    unitType: ({ unitTypeId }) => referTo(unitTypeId),
    title: ({ quote }) => quote.lines[0]?.title ?? '',
    party: ({ adults, children }) => ({ adults, children }),
    quote: ({ quote, currency, total }) => ({
      currency,
      total,
      totals: bookedTotals(quote),
      dueAtProperty: dueAtProperty(quote),
    }),
    guest: ({ guestFirstName, guestLastName, guestEmail, guestPhone }) => ({
      firstName: guestFirstName,
      lastName: guestLastName,
      email: guestEmail,
      phone: guestPhone,
    }),
    answers: ({ answers }) => [...answers],
    holdsNights: ({ status, holdId }) => status === 'pending' && holdId !== null,
    booking: ({ bookingId }, _args, ctx) =>
      bookingId === null ? null : bookingReference(ctx, String(bookingId)),
    storefront: ({ storefrontId }) => referTo(storefrontId),
    priceKeptUntil: ({ createdAt }) => new Date(new Date(createdAt).getTime() + PRICE_KEPT_MS),
    now: (request, _args, ctx) => requestNow(ctx, request),
    verifyToken: ({ id, status }, _args, ctx) => (status === 'unverified' ? requestToken(ctx, id) : null),
    verifyBy: ({ createdAt }) => new Date(new Date(createdAt).getTime() + VERIFY_TTL_MS),
    permalinkId: ({ bookingId }, _args, ctx) => permalinkOf(ctx, bookingId),
  },
  BookingChangeRequest: {
    booking: ({ bookingId }, _args, ctx) => bookingReference(ctx, String(bookingId)),
    checkIn: ({ stay }) => stay.checkIn,
    checkOut: ({ stay }) => stay.checkOut,
    adults: ({ stay }) => stay.adults,
    children: ({ stay }) => stay.children,
  },
  OpenChangeRequest: {
    checkIn: ({ stay }) => stay.checkIn,
    checkOut: ({ stay }) => stay.checkOut,
    party: ({ stay: { adults, children } }) => ({ adults, children }),
  },
  Contact: {
    __resolveReference: ({ id }, ctx) => contactReference(ctx, parseWideId(String(id))),
    marketingConsent: ({ consentGiven: given, consentAt: at, consentSource: source }) => ({
      given,
      at,
      source,
    }),
    bookings: ({ id }, listing, ctx, info) =>
      bookingsOfContact(ctx, String(id), { ...listing, brief: selectsOnly(info, BRIEF_FIELDS) }),
    merged: (contact, _args, ctx) => mergedContacts(ctx, contact),
  },
  Conversation: {
    __resolveReference: ({ id }, ctx) => findConversation(ctx, String(id)),
    contact: (conversation, _args, ctx) => contactTalkedTo(ctx, conversation),
    bookings: ({ id }, _args, ctx) => bookingsTalkedAbout(ctx, id),
    requests: ({ id }, _args, ctx) => requestsTalkedAbout(ctx, id),
    unitType: ({ unitTypeId }) => (unitTypeId === null ? null : referTo(unitTypeId)),
    answerBy: (conversation) => answerBy(conversation),
    capabilities: (conversation, _args, ctx) => capabilitiesOf(ctx, conversation),
    messages: (conversation, listing, ctx) => messagesOf(ctx, conversation, listing),
  },
  Message: {
    __resolveReference: ({ id }, ctx) => findMessage(ctx, String(id)),
    conversation: ({ conversationId }, _args, ctx) => findConversation(ctx, String(conversationId)),
    author: ({ authorKind: kind, authorName: name }) => ({ kind, name }),
    attachments: ({ id }, _args, ctx) => attachmentsOf(ctx, id),
    failure: ({ failureCode: code, failureText: text }) => (code === null ? null : { code, text }),
    booking: ({ bookingId }, _args, ctx) =>
      bookingId === null ? null : bookingReference(ctx, String(bookingId)),
    request: ({ requestId }, _args, ctx) => (requestId === null ? null : requestReference(ctx, requestId)),
  },
  Task: {
    __resolveReference: ({ id }) => referTo(Number(id)),
    photos: ({ id }, _args, ctx) => photosOfTask(ctx, Number(id)),
  },
  TaskPhoto: {
    url: ({ id }, _args, ctx) => addressOf(ctx, id),
  },
  Unit: {
    __resolveReference: ({ id }) => referTo(Number(id)),
    housekeeping: async ({ id }, _args, ctx) => (await housekeepingOf(ctx, Number(id))) ?? CLEAN,
  },
  AssignedUnit: {
    housekeeping: async ({ id }, _args, ctx) => (await housekeepingOf(ctx, id)) ?? CLEAN,
  },
  MessageLogEntry: {
    at: ({ endedAt, dueAt }) => endedAt ?? dueAt,
    status: ({ status }) => (status === 'sent' ? 'sent' : 'skipped'),
    reason: ({ reason, emptyVariables }) => (reason === null ? null : skipText(reason, emptyVariables)),
  },
  ChangeRequestToMail: {
    checkIn: ({ stay }) => Temporal.PlainDate.from(stay.checkIn),
    checkOut: ({ stay }) => Temporal.PlainDate.from(stay.checkOut),
    adults: ({ stay }) => stay.adults,
    children: ({ stay }) => stay.children,
    dropped: ({ agreed }) => agreed.dropped,
  },
  BookingView: {
    editable: (view, _args, ctx) => mayEditView(ctx, view),
  },
  BookingViewFilter: {
    checkInFrom: ({ checkInFrom }) => (checkInFrom === null ? null : Temporal.PlainDate.from(checkInFrom)),
    checkInUntil: ({ checkInUntil }) =>
      checkInUntil === null ? null : Temporal.PlainDate.from(checkInUntil),
  },
  SkippedMessage: {
    id: ({ id }) => String(id),
    at: ({ endedAt }) => endedAt,
    reason: ({ reason, emptyVariables }) => skipText(reason, emptyVariables),
    booking: ({ bookingId }, _args, ctx) => bookingReference(ctx, String(bookingId)),
  },
  RuleMessageToMail: {
    booking: async ({ bookingId }, _args, ctx) => {
      const booking = await bookingReference(ctx, String(bookingId));
      if (!booking)
        throw new Error('A booking with messages is missing, although bookings are never deleted.');
      return booking;
    },
  },
  GuestMovement: { property: ({ propertyId }) => referTo(propertyId) },
  BookingLine: {
    unitType: ({ unitTypeId }) => referTo(unitTypeId),
    party: ({ of, place }, _args, ctx) => partyOfLine(ctx, of, place),
  },
  Property: {
    bookings: ({ id }, listing, ctx, info) =>
      bookingsAtProperty(ctx, String(id), { ...listing, brief: selectsOnly(info, BRIEF_FIELDS) }),
  },
} satisfies CompleteResolvers<Resolvers, ResolversParentTypes>;
