import type { Booking, Contact } from './store/entities.ts';

/** Result of changing a contact: the current contact, or the reason it wasn't changed. */
export interface ContactResult {
  readonly contact: Contact | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

/** Creates a refusal: `contact` is null. */
export const refuseContact = (field: readonly string[], code: string, message: string): ContactResult => ({
  contact: null,
  userErrors: [{ field, message, code }],
});

/** Another team's contact is treated as missing. */
export const noContact = (field: readonly string[]): ContactResult =>
  refuseContact(field, 'NOT_FOUND', 'This team has no such contact.');

/** A redacted contact can't change. */
export const isRedacted = (field: readonly string[]): ContactResult =>
  refuseContact(field, 'CONTACT_REDACTED', "The contact was redacted and can't be changed.");

/** Result of confirming or cancelling a booking: the current booking, or the reason for the refusal. */
export interface BookingResult {
  readonly booking: Booking | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

/** Creates a refusal: `booking` is null. */
export const refuseBooking = (code: string, message: string): BookingResult => ({
  booking: null,
  userErrors: [{ field: ['id'], message, code }],
});
