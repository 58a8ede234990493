import { columnsOf } from '#db/columns.ts';
import type { BookingResolvers } from '../generated.ts';
import {
  BookingEntity,
  BookingRequestEntity,
  ContactEntity,
  ConversationEntity,
  MessageEntity,
} from './entities.ts';

/** Every property of a booking that the SDL shows. */
export const COLUMNS = columnsOf(BookingEntity, [
  ...(['id', 'teamId', 'storefrontId', 'propertyId', 'reference', 'permalinkId', 'status', 'test'] as const),
  ...(['version', 'checkIn', 'checkOut', 'timeZone', 'currency', 'total', 'lines', 'totals'] as const),
  ...([
    'dueAtProperty',
    'paymentMode',
    'dueNow',
    'balanceDueOn',
    'paid',
    'refundDue',
    'adults',
    'children',
    'assignedUnits',
    'sourceKind',
    'sourceName',
  ] as const),
  ...(['holdId', 'channelConnectionId', 'channelRevision', 'channel'] as const),
  ...(['sourceExternalId', 'enteredRevision', 'guestFirstName', 'guestLastName', 'guestEmail'] as const),
  ...(['guestPhone', 'guestLocale', 'contactId', 'agentProfile', 'holdExpiresAt', 'customFields'] as const),
  ...(['createdAt', 'updatedAt'] as const),
]);

const BRIEF = [
  ...(['id', 'teamId', 'storefrontId', 'propertyId', 'reference', 'status', 'version'] as const),
  ...(['checkIn', 'checkOut', 'timeZone', 'currency', 'total', 'adults', 'children'] as const),
  ...(['guestFirstName', 'guestLastName', 'guestEmail', 'createdAt', 'updatedAt'] as const),
] as const;

/** The properties that the fields of `BRIEF_FIELDS` read. */
export const BRIEF_COLUMNS = columnsOf(BookingEntity, BRIEF);

/** The properties that the fields of `LISTED_FIELDS` read. */
export const LISTED_COLUMNS = columnsOf(BookingEntity, [
  ...BRIEF,
  ...(['test', 'lines', 'assignedUnits', 'paymentMode', 'dueNow', 'balanceDueOn', 'paid'] as const),
  ...(['sourceKind', 'sourceName', 'sourceExternalId', 'holdExpiresAt'] as const),
]);

/** What most ask of bookings that others refer to, and of lists. Who asks for no more has no more columns read. */
export const BRIEF_FIELDS: ReadonlySet<string> = new Set<keyof BookingResolvers>([
  ...([
    'id',
    'teamId',
    'storefrontId',
    'storefront',
    'propertyId',
    'property',
    'reference',
    'status',
  ] as const),
  ...(['paymentStatus', 'version', 'checkIn', 'checkOut', 'timeZone', 'currency', 'total', 'party'] as const),
  ...(['guestFirstName', 'guestLastName', 'guestEmail', 'createdAt', 'updatedAt'] as const),
]);

/** What the panel's lists show of a booking, likewise. */
export const LISTED_FIELDS: ReadonlySet<string> = new Set<string>([
  ...BRIEF_FIELDS,
  ...(['test', 'lines', 'payment', 'source', 'holdExpiresAt'] satisfies (keyof BookingResolvers)[]),
]);

/** Every property of a contact that the SDL shows. */
export const CONTACT_COLUMNS = columnsOf(ContactEntity, [
  ...(['id', 'teamId', 'firstName', 'lastName', 'emails', 'phones', 'locale', 'country', 'notes'] as const),
  ...(['tags', 'consentGiven', 'consentAt', 'consentSource', 'version', 'mergedInto', 'mergedAt'] as const),
  ...(['redactedAt', 'createdAt', 'updatedAt'] as const),
]);

/** Every property of a request to book that the SDL shows. */
export const REQUEST_COLUMNS = columnsOf(BookingRequestEntity, [
  ...(['number', 'id', 'storefrontId', 'teamId', 'propertyId', 'reference', 'status', 'test'] as const),
  ...(['unitTypeId', 'units', 'checkIn', 'checkOut', 'timeZone', 'adults', 'children', 'currency'] as const),
  ...([
    'total',
    'quote',
    'guestFirstName',
    'guestLastName',
    'guestEmail',
    'guestPhone',
    'message',
    'answers',
  ] as const),
  ...(['locale', 'holdId', 'respondBy', 'payBy', 'declineReason', 'declineText', 'bookingId'] as const),
  ...(['nearest', 'version', 'createdAt', 'updatedAt'] as const),
]);

/** Every property of a conversation that the SDL shows. */
export const CONVERSATION_COLUMNS = columnsOf(ConversationEntity, [
  ...(['id', 'teamId', 'contactId', 'provider', 'externalId', 'subject', 'status', 'unitTypeId'] as const),
  ...(['assigneeId', 'assigneeName', 'lastMessageAt', 'guestWroteAt', 'waitingSince', 'unread'] as const),
  ...(['draft', 'version', 'createdAt', 'updatedAt'] as const),
]);

/** Every property of a message that the SDL shows. */
export const MESSAGE_COLUMNS = columnsOf(MessageEntity, [
  ...([
    'id',
    'conversationId',
    'teamId',
    'direction',
    'authorKind',
    'authorName',
    'text',
    'externalId',
  ] as const),
  ...(['sentAt', 'status', 'failureCode', 'failureText', 'inReplyTo', 'bookingId', 'requestId'] as const),
  ...(['createdAt'] as const),
]);
