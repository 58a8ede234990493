import { columnsExcept, columnsOf, type RowOf } from '#db/columns.ts';
import {
  BookingEntity,
  BookingRequestEntity,
  ContactEntity,
  ConversationEntity,
  MessageEntity,
} from './entities.ts';

/** Every property of a booking that the API shows or resolves other fields from. */
export const COLUMNS = columnsExcept(BookingEntity, [
  'checkoutId',
  'enteredBy',
  'changing',
  'changingSince',
  'firstHoldExpiresAt',
  'nightsSyncedAt',
]);

/** A booking as statements read it. */
export type BookingRow = RowOf<typeof COLUMNS>;

/** Properties that the fields of `BRIEF_FIELDS` read. */
export const BRIEF = [
  'id',
  'teamId',
  'storefrontId',
  'propertyId',
  'reference',
  'status',
  'version',
  'checkIn',
  'checkOut',
  'timeZone',
  'currency',
  'total',
  'adults',
  'children',
  'guestFirstName',
  'guestLastName',
  'guestEmail',
  'createdAt',
  'updatedAt',
] as const;

export const BRIEF_COLUMNS = columnsOf(BookingEntity, BRIEF);

/** Properties that the fields of `LISTED_FIELDS` read. */
export const LISTED = [
  ...BRIEF,
  'test',
  'lines',
  'assignedUnits',
  'paymentMode',
  'dueNow',
  'balanceDueOn',
  'paid',
  'sourceKind',
  'sourceName',
  'sourceExternalId',
  'holdExpiresAt',
] as const;

export const LISTED_COLUMNS = columnsOf(BookingEntity, LISTED);

/** Every property of a contact. */
export const CONTACT_COLUMNS = columnsExcept(ContactEntity, []);

/** A contact as statements read it. */
export type ContactRow = RowOf<typeof CONTACT_COLUMNS>;

/** Every property of a request to book. */
export const REQUEST_COLUMNS = columnsExcept(BookingRequestEntity, []);

/** A request to book as statements read it. */
export type RequestRow = RowOf<typeof REQUEST_COLUMNS>;

/** Every property of a conversation. */
export const CONVERSATION_COLUMNS = columnsExcept(ConversationEntity, []);

/** Every property of a message that the API shows or resolves other fields from. */
export const MESSAGE_COLUMNS = columnsExcept(MessageEntity, [
  'accountId',
  'installId',
  'sender',
  'idempotencyKey',
  'attempts',
  'nextAttemptAt',
  'takenAt',
]);

/** A message as statements read it. */
export type MessageRow = RowOf<typeof MESSAGE_COLUMNS>;
