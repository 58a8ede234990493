import { randomInt } from 'node:crypto';
import type { Ability } from './tokens.ts';

/** What its token may do. */
export const DEVICE_ABILITIES: readonly Ability[] = ['develop-apps'];

/** How long both codes work. */
export const DEVICE_CODE_TTL_MS = 10 * 60_000;

/** A device that polls after its code expired hears so for this long. */
export const EXPIRED_KEPT_MS = 60 * 60_000;

/** Characters of the name a device gives itself. */
export const LONGEST_DEVICE_NAME = 40;

/** The pause between two polls at first, and what is added each time one comes too early (RFC 8628 section 3.5). */
export const POLL_SECONDS = 2;
const SLOWER_BY_SECONDS = 5;

/** A poll may be this much early: its way through the network is not always equally long. */
const EARLY_MS = 500;

/** Consonants without those that look like a digit, and no vowels that would spell words (RFC 8628 section 6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE = new RegExp(`^[${LETTERS}]{8}$`);

/** A code for a person to type: 20^8, some 26 thousand million. */
export const newUserCode = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The code in what someone typed: in any case, with or without hyphen and spaces. Null if there is none in it. */
export function readUserCode(typed: string): string | null {
  const letters = typed.slice(0, 40).toUpperCase().replaceAll(/[\s-]/g, '');
  return USER_CODE.test(letters) ? letters : null;
}

/** The code as it is shown: `WDJB-MJHT`. */
export const printUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Name of the access token that a device gets, as its owner finds it in the panel. */
export const tokenNameOf = (deviceName: string | null): string =>
  deviceName === null ? 'platform' : `platform on ${deviceName}`;

/** A device that polls. */
export interface PollingDevice {
  readonly status: 'waiting' | 'approved' | 'denied';
  readonly intervalSeconds: number;
  readonly polledAt: Date | null;
  readonly expiresAt: Date;
}

/** What a poll is answered; `intervalSeconds` is the pause that the device keeps from then on. */
export type Poll =
  | { readonly kind: 'redeem' | 'expired_token' | 'access_denied' }
  | { readonly kind: 'authorization_pending' | 'slow_down'; readonly intervalSeconds: number };

/** Judges a poll by the rules of RFC 8628 section 3.5. */
export function judgePoll({ status, intervalSeconds, polledAt, expiresAt }: PollingDevice, now: Date): Poll {
  if (expiresAt <= now) return { kind: 'expired_token' };
  if (status === 'denied') return { kind: 'access_denied' };
  if (status === 'approved') return { kind: 'redeem' };
  const pauseMs = polledAt === null ? Number.POSITIVE_INFINITY : now.getTime() - polledAt.getTime();
  return pauseMs < intervalSeconds * 1_000 - EARLY_MS
    ? { kind: 'slow_down', intervalSeconds: intervalSeconds + SLOWER_BY_SECONDS }
    : { kind: 'authorization_pending', intervalSeconds };
}
