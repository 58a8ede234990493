import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { isTimeOfDay } from '#kit/dates.ts';
import {
  LONGEST_STAY,
  MAX_CANCEL_REASON,
  MAX_EXTERNAL_ID,
  MAX_NAME,
  MAX_PARTY,
  MAX_PHONE,
  MAX_UNITS,
} from '#schema/limits.ts';
import { buyerFaults } from '../../domain/readiness.ts';
import type { BookingGuestInput, Maybe } from '../../generated.ts';

const LARGEST_REVISION = 2_147_483_647;

/** Inputs checked before any lookup; absent fields aren't checked. */
export interface Checked {
  readonly externalId?: Maybe<string>;
  readonly revision?: Maybe<number>;
  readonly checkIn?: Maybe<Temporal.PlainDate>;
  readonly checkOut?: Maybe<Temporal.PlainDate>;
  readonly adults?: Maybe<number>;
  readonly children?: Maybe<number>;
  readonly quantity?: Maybe<number>;
  readonly guest?: Maybe<BookingGuestInput>;
  readonly reason?: Maybe<string>;
  readonly arrivalTime?: Maybe<string>;
}

/** Reason an input is refused. */
export interface EntryError {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string;
}

/** Creates an error for an input field. */
export const entryError = (code: string, path: string, message: string): EntryError => ({
  field: ['input', ...path.split('.')],
  message,
  code,
});

const invalid = (path: string, message: string) => entryError('INVALID', path, message);

/** Returns every error in an input, at most one per field, without reading stored data. */
export function faultsOf(input: Checked): EntryError[] {
  const { externalId, checkIn, checkOut, guest } = input;
  const faults = NUMBERS.flatMap(([field, least, most]) => {
    const value = input[field];
    if (value == null || (value >= least && value <= most)) return [];
    return [invalid(field, `\`${field}\` is ${least} to ${most}.`)];
  });
  if (externalId != null && !isExternalId(externalId)) {
    faults.push(
      invalid('externalId', `An external id must have 1 to ${MAX_EXTERNAL_ID} visible characters.`),
    );
  }
  if (checkIn && checkOut && !isStay(checkIn, checkOut)) {
    faults.push(
      invalid('checkOut', `A stay must have 1 to ${LONGEST_STAY} nights, with check-out after check-in.`),
    );
  }
  if (input.arrivalTime != null && !isTimeOfDay(input.arrivalTime)) {
    faults.push(invalid('arrivalTime', 'Enter the time as HH:MM.'));
  }
  return [...faults, ...(guest ? guestFaults(guest) : []), ...reasonFaults(input.reason ?? '')];
}

const NUMBERS = [
  ['revision', 0, LARGEST_REVISION],
  ['adults', 1, MAX_PARTY],
  ['children', 0, MAX_PARTY],
  ['quantity', 1, MAX_UNITS],
] as const;

/** Returns what's wrong with a cancellation's reason. */
export function reasonFaults(reason: string): EntryError[] {
  if (hasCardNumber(reason)) return [cardFault('reason')];
  const isShort = reason.length <= MAX_CANCEL_REASON;
  return isShort ? [] : [invalid('reason', `A reason can have at most ${MAX_CANCEL_REASON} characters.`)];
}

const isExternalId = (id: string) =>
  id.length <= MAX_EXTERNAL_ID && id.isWellFormed() && id.trim() !== '' && !/\p{Cc}/u.test(id);

/** True if the stay's length can be sold. */
export function isStay(checkIn: Temporal.PlainDate, checkOut: Temporal.PlainDate): boolean {
  const nights = checkIn.until(checkOut, { largestUnit: 'days' }).days;
  return nights >= 1 && nights <= LONGEST_STAY;
}

const GUEST_FIELDS = {
  firstName: ['guest.firstName', `A first name must have 1 to ${MAX_NAME} characters.`],
  lastName: ['guest.lastName', `A last name must have 1 to ${MAX_NAME} characters.`],
  email: ['guest.email', "The email address is invalid. Omit it if you don't know it."],
  phoneNumber: ['guest.phone', `A phone number can have at most ${MAX_PHONE} characters.`],
} as const;

/** Applies the same rules as for agents' buyers, except that the email address may be missing. */
function guestFaults({ firstName, lastName, email, phone }: BookingGuestInput): EntryError[] {
  const faults = buyerFaults({ firstName, lastName, email: email || null, phoneNumber: phone ?? null });
  return faults.flatMap((fault) => {
    if (fault.kind === 'absent') return [guestFault('firstName'), guestFault('lastName')];
    if (fault.field === 'email' && fault.kind === 'missing') return [];
    const given = { firstName, lastName, email, phoneNumber: phone }[fault.field];
    return hasCardNumber(given ?? '') ? [cardFault(GUEST_FIELDS[fault.field][0])] : [guestFault(fault.field)];
  });
}

/** Refuses text that contains a card number. */
export const cardFault = (path: string): EntryError => entryError('CARD_DATA', path, CARD_REFUSAL);

const guestFault = (field: keyof typeof GUEST_FIELDS) =>
  invalid(GUEST_FIELDS[field][0], GUEST_FIELDS[field][1]);
