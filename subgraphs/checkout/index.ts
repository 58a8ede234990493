import type { SubgraphDefinition } from '#db/subgraph.ts';
import { outbox } from './conversations/outbox/outbox.ts';
import { HISTORY } from './history.ts';
import { queues, recurring, waits } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { openCheckoutServices } from './services.ts';
import {
  AttachmentEntity,
  BookingEntity,
  BookingRequestEntity,
  BookingViewEntity,
  ChangeRequestEntity,
  ContactEntity,
  ConversationEntity,
  ConversationStayEntity,
  FolioEntryEntity,
  IdempotencyEntity,
  InvoiceEntity,
  InvoiceSeriesEntity,
  MessageEntity,
  MessageRuleEntity,
  MessageTemplateEntity,
  RuleMessageEntity,
  SessionEntity,
  StrayHoldEntity,
  TaskPhotoEntity,
  UnitStatusEntity,
} from './store/entities.ts';

/** Agents' sessions and the bookings created from them. */
export const checkout: SubgraphDefinition = {
  name: 'checkout',
  resolvers,
  entities: [
    AttachmentEntity,
    SessionEntity,
    BookingEntity,
    BookingRequestEntity,
    BookingViewEntity,
    ChangeRequestEntity,
    ContactEntity,
    ConversationEntity,
    ConversationStayEntity,
    FolioEntryEntity,
    IdempotencyEntity,
    InvoiceEntity,
    InvoiceSeriesEntity,
    MessageEntity,
    MessageRuleEntity,
    MessageTemplateEntity,
    RuleMessageEntity,
    StrayHoldEntity,
    TaskPhotoEntity,
    UnitStatusEntity,
  ],
  reactions,
  history: HISTORY,
  recurring,
  waits,
  queues,
  services: [outbox],
  open: (base) => ({ checkout: openCheckoutServices(base) }),
  close: async ({ checkout: { egress, scanner, fetches, ruleMessages } }) => {
    await Promise.all([fetches.close(), ruleMessages.close()]);
    await Promise.all([egress.close(), scanner.close()]);
  },
};

// Commands that fill a demo world; `addSoldStays` has no GraphQL field.
export { cancelBooking } from './bookings/commands/cancel-booking.ts';
export { changeBookingStay } from './bookings/commands/change-booking-stay.ts';
export { readConversation } from './conversations/commands/read-conversation.ts';
export { sendGuestMessage } from './conversations/commands/send-guest-message.ts';
export { sendMessage } from './conversations/commands/send-message.ts';
export { recordRefund } from './folio/commands/record-refund.ts';
export { setHousekeeping } from './housekeeping/commands/set-housekeeping.ts';
export { createCreditNote } from './invoices/commands/create-credit-note.ts';
export { createInvoice } from './invoices/commands/create-invoice.ts';
export { setMessageRule } from './messages/commands/set-message-rule.ts';
export { setMessageTemplate } from './messages/commands/set-message-template.ts';
export { READY_TEMPLATES } from './messages/domain/ready-templates.ts';
export {
  addSoldStays,
  type PricedStay,
  priceStays,
  type SoldBooking,
  type SoldStay,
  type SoldTo,
} from './reservations/commands/add-sold-stays.ts';
export { checkIn } from './stays/commands/check-in.ts';
export { checkOut } from './stays/commands/check-out.ts';
export { recordNoShow } from './stays/commands/record-no-show.ts';
