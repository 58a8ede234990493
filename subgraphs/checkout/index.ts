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
