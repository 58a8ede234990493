import { randomBytes, randomInt, randomUUID } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a random UUID v4: opaque ids for sessions and pages (122 random bits). */
export const newUuid = (): string => randomUUID();

/** True if the text is a UUID in canonical lower-case form. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Returns a booking reference a guest can read out: `BK-` and eight letters and digits without I, L, O and U. */
export const newBookingReference = (): string => `BK-${readableCode()}`;

/** Returns a reference for a request to book: `RQ-` and eight letters and digits. */
export const newRequestReference = (): string => `RQ-${readableCode()}`;

/** Returns six digits that, together with the reference, prove ownership of a booking. */
export const newPincode = (): string => `${randomInt(1_000_000)}`.padStart(6, '0');

const readableCode = (): string =>
  Array.from({ length: 8 }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');

/** Returns `bytes` random bytes in base64url: the secret part of tokens and codes. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** Largest PostgreSQL `integer`; rows with such a key have no larger id. */
const LARGEST_INTEGER = 2_147_483_647;

/**
 * Parses an id (ids are strings of digits in GraphQL) to a positive integer; null if it isn't one, or is
 * larger than any row's id. For rows with limited numbers; see `parseWideId`.
 */
export const parseId = (text: string): number | null => parseUpTo(text, LARGEST_INTEGER);

/**
 * Does the same for rows that callers create without limit, whose keys are `bigint` (db/wide-ids.ts):
 * bookings, guests, tasks.
 */
export const parseWideId = (text: string): number | null => parseUpTo(text, Number.MAX_SAFE_INTEGER);

function parseUpTo(text: string, largest: number): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const id = Number(text);
  return id <= largest ? id : null;
}
