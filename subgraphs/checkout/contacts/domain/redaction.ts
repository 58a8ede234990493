import type { BookedGuest, ReservationChange, StayChange } from '../../store/entities.ts';

/** What a person is known by. */
export interface Person {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** First and last name with a space between. */
  readonly names: readonly string[];
}

/** In place of a guest who was redacted. */
export const REDACTED: BookedGuest = {
  firstName: 'Redacted',
  lastName: 'guest',
  email: null,
  phone: null,
};

/**
 * Whether a guest to be is the person: by e-mail address or phone number, and by the whole name where the booking is `theirs`,
 * because a name alone may be another's.
 */
export function isPerson(
  { firstName, lastName, email, phone }: BookedGuest,
  { emails, phones, names }: Person,
  theirs: boolean,
): boolean {
  const known = (texts: readonly string[], text: string | null) =>
    text !== null && texts.some((one) => one.toLowerCase() === text.trim().toLowerCase());
  return known(emails, email) || known(phones, phone) || (theirs && known(names, `${firstName} ${lastName}`));
}

/** A change that is under way without its guest, and without what a channel wrote about them. */
export const withoutGuest = (change: StayChange | ReservationChange): StayChange | ReservationChange =>
  'reservation' in change
    ? { ...change, guest: REDACTED, reservation: { ...change.reservation, notes: null, guest: null } }
    : { ...change, guest: REDACTED };

/**
 * Custom fields without those whose value names the person: an e-mail address, a phone number or the whole name, in either case.
 * The others stay: a door code is not personal (docs/interface/bookings.md#redaction).
 */
export function withoutPerson<Field extends { readonly value: string }>(
  fields: readonly Field[],
  { emails, phones, names }: Person,
): readonly Field[] {
  const texts = [...emails, ...phones, ...names].map((text) => text.toLowerCase());
  return fields.filter(({ value }) => !texts.some((text) => value.toLowerCase().includes(text)));
}
