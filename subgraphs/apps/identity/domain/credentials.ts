/** An e-mail address in the form it is stored and looked up in. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Why a password is refused; null if it is good: 10 to 200 characters, whatever they are. */
export function refusePassword(password: string): string | null {
  const length = [...password].length;
  if (length < 10) return 'The password must have at least 10 characters.';
  if (length > 200) return 'The password must have at most 200 characters.';
  return null;
}
