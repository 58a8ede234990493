import { type TypedTables, typedTables } from '#db/typed.ts';
import type {
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
  MessageEntity,
  MessageRuleEntity,
  MessageTemplateEntity,
  RuleMessageEntity,
  SessionEntity,
  StrayHoldEntity,
  TaskPhotoEntity,
} from './entities.ts';

export type Tables = TypedTables<
  | typeof AttachmentEntity
  | typeof BookingEntity
  | typeof BookingRequestEntity
  | typeof BookingViewEntity
  | typeof ChangeRequestEntity
  | typeof ContactEntity
  | typeof ConversationEntity
  | typeof ConversationStayEntity
  | typeof FolioEntryEntity
  | typeof IdempotencyEntity
  | typeof InvoiceEntity
  | typeof MessageEntity
  | typeof MessageRuleEntity
  | typeof MessageTemplateEntity
  | typeof RuleMessageEntity
  | typeof SessionEntity
  | typeof StrayHoldEntity
  | typeof TaskPhotoEntity
>;

/** Typed statements over checkout's tables, under their entities' names. */
export const tables = typedTables<Tables>('checkout');
