import { sql } from 'kysely';
import { microsecondsOf } from '#db/changes.ts';
import { columnsOf } from '#db/columns.ts';
import { BookingEntity, BookingRequestEntity, ContactEntity } from './entities.ts';

/** The place of a row in the order of changes. */
const UPDATED_US = sql`${microsecondsOf('updated_at')} AS "updatedUs"`;

/** Every property of a booking that the SDL shows. */
export const COLUMNS = sql`${columnsOf(BookingEntity, [
  ...(['id', 'teamId', 'storefrontId', 'propertyId', 'reference', 'permalinkId', 'status', 'test'] as const),
  ...(['version', 'checkIn', 'checkOut', 'timeZone', 'currency', 'total', 'lines', 'totals'] as const),
  ...([
    'dueAtProperty',
    'refundDue',
    'adults',
    'children',
    'assignedUnits',
    'sourceKind',
    'sourceName',
  ] as const),
  ...(['sourceExternalId', 'enteredRevision', 'guestFirstName', 'guestLastName', 'guestEmail'] as const),
  ...(['guestPhone', 'contactId', 'agentProfile', 'holdExpiresAt', 'customFields'] as const),
  ...(['createdAt', 'updatedAt'] as const),
])}, ${UPDATED_US}`;

/** Every property of a contact that the SDL shows. */
export const CONTACT_COLUMNS = sql`${columnsOf(ContactEntity, [
  ...(['id', 'teamId', 'firstName', 'lastName', 'emails', 'phones', 'locale', 'country', 'notes'] as const),
  ...(['tags', 'consentGiven', 'consentAt', 'consentSource', 'version', 'mergedInto', 'mergedAt'] as const),
  ...(['redactedAt', 'createdAt', 'updatedAt'] as const),
])}, ${UPDATED_US}`;

/** Every property of a request to book that the SDL shows. */
export const REQUEST_COLUMNS = sql`${columnsOf(BookingRequestEntity, [
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
])}, ${UPDATED_US}`;
