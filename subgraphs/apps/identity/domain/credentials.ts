/** Normalizes an email address for storage and lookup. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 200;
/** Rejects one or two repeated characters, which are trivial to guess. */
const FEWEST_DIFFERENT = 4;

/**
 * Returns why a password is refused; null if it's acceptable: 10 to 200 characters, at least 4 of them
 * different.
 */
export function refusePassword(password: string): string | null {
  const characters = [...password];
  if (characters.length < SHORTEST_PASSWORD)
    return `The password must have at least ${SHORTEST_PASSWORD} characters.`;
  if (characters.length > LONGEST_PASSWORD)
    return `The password must have at most ${LONGEST_PASSWORD} characters.`;
  if (new Set(characters).size < FEWEST_DIFFERENT) return TOO_EASY;
  return null;
}

/** Refusal for a well-known password. */
export const TOO_EASY = 'This password is too easy to guess. Choose another one.';
