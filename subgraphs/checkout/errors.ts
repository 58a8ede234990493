import type { Booking, Contact } from './store/entities.ts';

/** What came of changing a contact: the contact as it is now, or why nothing was changed. */
export interface ContactResult {
  readonly contact: Contact | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

/** The answer that refuses: `contact` is null. */
export const refuseContact = (field: readonly string[], code: string, message: string): ContactResult => ({
  contact: null,
  userErrors: [{ field, message, code }],
});

/** Another team's contact is none. */
export const noContact = (field: readonly string[]): ContactResult =>
  refuseContact(field, 'NOT_FOUND', 'There is no such contact in this team.');

/** What was redacted stays as it is. */
export const isRedacted = (field: readonly string[]): ContactResult =>
  refuseContact(field, 'CONTACT_REDACTED', 'The contact was redacted and cannot be changed.');

/** What came of confirming a booking or calling it off: the booking as it is now, or why it cannot be. */
export interface BookingResult {
  readonly booking: Booking | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

/** The answer that refuses: `booking` is null. */
export const refuseBooking = (code: string, message: string): BookingResult => ({
  booking: null,
  userErrors: [{ field: ['id'], message, code }],
});
