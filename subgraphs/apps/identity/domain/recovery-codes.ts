import { randomInt } from 'node:crypto';

/** Omits I, L, O and U to avoid mistakes when read aloud and typed. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** Recovery codes per account. */
export const RECOVERY_CODES = 10;

const half = () => Array.from({ length: HALF }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');

/** Returns a new recovery code: 50 random bits, e.g. `7KQ2M-0XV9T`. */
export const newRecoveryCode = (): string => `${half()}-${half()}`;

/** Normalizes a typed recovery code; null if it isn't one. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters)) return null;
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
