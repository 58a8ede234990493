/** An e-mail address in the form it is stored and looked up in. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

export const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 200;
/** A password of one or two characters repeated is as good as none. */
const FEWEST_DIFFERENT = 4;

/** Why a password is refused; null if it is good: 10 to 200 characters, at least 4 of them different. */
export function refusePassword(password: string): string | null {
  const characters = [...password];
  if (characters.length < SHORTEST_PASSWORD)
    return `The password must have at least ${SHORTEST_PASSWORD} characters.`;
  if (characters.length > LONGEST_PASSWORD)
    return `The password must have at most ${LONGEST_PASSWORD} characters.`;
  if (new Set(characters).size < FEWEST_DIFFERENT) return TOO_EASY;
  return null;
}

/** Why a well-known password is refused. */
export const TOO_EASY = 'This password is too easy to guess. Choose another one.';
