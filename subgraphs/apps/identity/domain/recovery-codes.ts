import { randomInt } from 'node:crypto';

/** Without I, L, O and U: read aloud and typed without mistakes. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = 5;

/** How many recovery codes an account has. */
export const RECOVERY_CODES = 10;

const half = () => Array.from({ length: HALF }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('');

/** A new recovery code: 50 random bits, for example `7KQ2M-0XV9T`. */
export const newRecoveryCode = (): string => `${half()}-${half()}`;

/** A recovery code as it was made, however it was typed; null if it is none. */
export function readRecoveryCode(typed: string): string | null {
  const letters = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (!/^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters)) return null;
  return `${letters.slice(0, HALF)}-${letters.slice(HALF)}`;
}
