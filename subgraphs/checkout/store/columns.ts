import { columnsExcept, columnsOf, type RowOf } from '#db/columns.ts';
import {
  BookingEntity,
  BookingRequestEntity,
  ChangeRequestEntity,
  ContactEntity,
  ConversationEntity,
  FolioEntryEntity,
  MessageEntity,
} from './entities.ts';

/** Booking properties shown in the API or used to resolve other fields. */
export const COLUMNS = columnsExcept(BookingEntity, [
  'enteredBy',
  'changing',
  'changingSince',
  'firstHoldExpiresAt',
  'nightsSyncedAt',
  'assumeAfter',
  'stayUndo',
]);

/** A booking as read by statements. */
export type BookingRow = RowOf<typeof COLUMNS>;

/** Properties needed for the fields in `BRIEF_FIELDS`. */
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

/** Properties needed for the fields in `LISTED_FIELDS`. */
export const LISTED = [
  ...BRIEF,
  'test',
  'checkoutId',
  'lines',
  'assignedUnits',
  'paymentMode',
  'dueNow',
  'balanceDueOn',
  'paid',
  'refundDue',
  'charged',
  'excessPaid',
  'refunded',
  'folioVersion',
  'sourceKind',
  'sourceName',
  'sourceExternalId',
  'holdExpiresAt',
  'checkedInAt',
  'checkedOutAt',
  'stayState',
  'stayCheckedInAt',
  'stayCheckedOutAt',
  'stayAssumed',
] as const;

export const LISTED_COLUMNS = columnsOf(BookingEntity, LISTED);

/** All contact properties. */
export const CONTACT_COLUMNS = columnsExcept(ContactEntity, []);

/** A contact as read by statements. */
export type ContactRow = RowOf<typeof CONTACT_COLUMNS>;

/** All booking request properties. */
export const REQUEST_COLUMNS = columnsExcept(BookingRequestEntity, []);

/** A booking request as read by statements. */
export type RequestRow = RowOf<typeof REQUEST_COLUMNS>;

/** All properties of a request to change a booking. */
export const CHANGE_REQUEST_COLUMNS = columnsExcept(ChangeRequestEntity, []);

/** A request to change a booking as read by statements. */
export type ChangeRequestRow = RowOf<typeof CHANGE_REQUEST_COLUMNS>;

/** All conversation properties. */
export const CONVERSATION_COLUMNS = columnsExcept(ConversationEntity, []);

/** Message properties shown in the API or used to resolve other fields. */
export const MESSAGE_COLUMNS = columnsExcept(MessageEntity, [
  'accountId',
  'installId',
  'sender',
  'idempotencyKey',
  'attempts',
  'nextAttemptAt',
  'takenAt',
]);

/** A message as read by statements. */
export type MessageRow = RowOf<typeof MESSAGE_COLUMNS>;

/** All folio entry columns. */
export const FOLIO_ENTRY_COLUMNS = columnsExcept(FolioEntryEntity, []);

/** A folio entry as read by SQL statements. */
export type FolioEntryRow = RowOf<typeof FOLIO_ENTRY_COLUMNS>;
