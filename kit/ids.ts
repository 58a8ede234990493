import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A random UUID v4: opaque ids of sessions and pages (122 random bits). */
export const newUuid = (): string => randomUUID();

/** Whether the text is a UUID in its canonical lower-case form. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A booking reference a guest can read out: `BK-` and eight letters and digits without I, L, O and U. */
export const newBookingReference = (): string => `BK-${readableCode()}`;

/** The reference of a request to book, likewise: `RQ-` and eight letters and digits. */
export const newRequestReference = (): string => `RQ-${readableCode()}`;

/** Six digits that prove a booking beside its reference. */
export const newPincode = (): string => `${randomInt(1_000_000)}`.padStart(6, '0');

const readableCode = (): string =>
  Array.from({ length: 8 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');

/** `bytes` random bytes in base64url: the secret part of tokens and codes. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** PostgreSQL's `integer` ends here; no row with such a key has a larger id. */
const LARGEST_INTEGER = 2_147_483_647;

/**
 * The positive integer an id text stands for (ids are the same digits as strings in GraphQL); null if it is none, or larger
 * than any row's. For rows of which there are few; see `parseWideId`.
 */
export const parseId = (text: string): number | null => parseUpTo(text, LARGEST_INTEGER);

/** The same for rows that callers make without end, whose keys are `bigint` (db/wide-ids.ts): bookings, guests, tasks. */
export const parseWideId = (text: string): number | null => parseUpTo(text, Number.MAX_SAFE_INTEGER);

function parseUpTo(text: string, largest: number): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return id <= largest ? id : null;
}
