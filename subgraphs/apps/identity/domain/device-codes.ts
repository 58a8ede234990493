import { randomInt } from 'node:crypto';
import type { Ability } from './tokens.ts';

/** Abilities of a device's token. */
export const DEVICE_ABILITIES: readonly Ability[] = ['develop-apps'];

/** Validity of both codes. */
export const DEVICE_CODE_TTL_MS = 10 * 60_000;

/** Retention for expired codes, so that late polls are still refused as expired. */
export const EXPIRED_KEPT_MS = 60 * 60_000;

/** Longest device name, in characters. */
export const LONGEST_DEVICE_NAME = 40;

/** Initial pause between polls, and its increase after each early poll (RFC 8628 section 3.5). */
export const POLL_SECONDS = 2;
const SLOWER_BY_SECONDS = 5;

/** Tolerance for early polls, since network delays vary. */
const EARLY_MS = 500;

/** Consonants, without look-alikes of digits and without vowels that would spell words (RFC 8628 section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE = new RegExp(`^[${LETTERS}]{8}$`);

/** Returns a code for a person to type, chosen from 20^8 (about 26 billion). */
export const newUserCode = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/**
 * Extracts the code from typed text, ignoring case, with or without hyphen and spaces; null if it contains
 * none.
 */
export function readUserCode(typed: string): string | null {
  const letters = typed.slice(0, 40).toUpperCase().replaceAll(/[\s-]/g, '');
  return USER_CODE.test(letters) ? letters : null;
}

/** Formats a code for display: `WDJB-MJHT`. */
export const printUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Returns the name of a device's access token, as shown to its owner in the panel. */
export const tokenNameOf = (deviceName: string | null): string =>
  deviceName === null ? 'platform' : `platform on ${deviceName}`;

/** A polling device. */
export interface PollingDevice {
  readonly status: 'waiting' | 'approved' | 'denied';
  readonly intervalSeconds: number;
  readonly polledAt: Date | null;
  readonly expiresAt: Date;
}

/** Response to a poll; `intervalSeconds` is the device's pause from then on. */
export type Poll =
  | { readonly kind: 'redeem' | 'expired_token' | 'access_denied' }
  | { readonly kind: 'authorization_pending' | 'slow_down'; readonly intervalSeconds: number };

/** Judges a poll by the rules in RFC 8628 section 3.5. */
export function judgePoll({ status, intervalSeconds, polledAt, expiresAt }: PollingDevice, now: Date): Poll {
  if (expiresAt <= now) return { kind: 'expired_token' };
  if (status === 'denied') return { kind: 'access_denied' };
  if (status === 'approved') return { kind: 'redeem' };
  const pauseMs = polledAt === null ? Number.POSITIVE_INFINITY : now.getTime() - polledAt.getTime();
  return pauseMs < intervalSeconds * 1_000 - EARLY_MS
    ? { kind: 'slow_down', intervalSeconds: intervalSeconds + SLOWER_BY_SECONDS }
    : { kind: 'authorization_pending', intervalSeconds };
}
