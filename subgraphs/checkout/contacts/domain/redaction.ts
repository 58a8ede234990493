import type { BookedGuest, ReservationChange, StayChange } from '../../store/entities.ts';

/** A person's identifiers. */
export interface Person {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** First and last name separated by a space. */
  readonly names: readonly string[];
}

/** Placeholder for a redacted guest. */
export const REDACTED: BookedGuest = {
  firstName: 'Redacted',
  lastName: 'guest',
  email: null,
  phone: null,
};

/** Placeholder for a redacted guest's name in a text. */
export const REDACTED_NAME = `${REDACTED.firstName} ${REDACTED.lastName}`;

/** Returns a PostgreSQL pattern for a person's addresses, numbers and full names; null if none are known. */
export function mentionsOf({ emails, phones, names }: Person): string | null {
  const texts = [...emails, ...phones, ...names].filter((text) => text.trim() !== '');
  // A longer text goes first, because it may contain a shorter one.
  const longestFirst = texts.toSorted((a, b) => b.length - a.length);
  const quoted = longestFirst.map((text) => text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'));
  return quoted.length === 0 ? null : `(?:${quoted.join('|')})`;
}

/**
 * True if a guest is the person: matches by email address or phone number, and by full name only if the
 * booking is `theirs`, because someone else may have the same name.
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

/** Returns a pending change without its guest and without the channel's text about the guest. */
export const withoutGuest = (change: StayChange | ReservationChange): StayChange | ReservationChange =>
  'reservation' in change
    ? { ...change, guest: REDACTED, reservation: { ...change.reservation, notes: null, guest: null } }
    : { ...change, guest: REDACTED };

/**
 * Returns the custom fields whose values don't contain the person's email address, phone number or full name,
 * ignoring case. Other fields are kept: a door code isn't personal (docs/interface/bookings.md#redaction).
 */
export function withoutPerson<Field extends { readonly value: string }>(
  fields: readonly Field[],
  { emails, phones, names }: Person,
): readonly Field[] {
  const texts = [...emails, ...phones, ...names].map((text) => text.toLowerCase());
  return fields.filter(({ value }) => !texts.some((text) => value.toLowerCase().includes(text)));
}
