import type { GuestRowFragment } from './generated.ts';

/** What a guest is called: by name, else by address or number. */
export function guestName({
  firstName,
  lastName,
  emails,
  phones = [],
  redactedAt = null,
}: Pick<GuestRowFragment, 'firstName' | 'lastName' | 'emails'> &
  Partial<Pick<GuestRowFragment, 'phones' | 'redactedAt'>>): string {
  if (redactedAt !== null) return 'Redacted guest';
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || emails[0] || phones[0] || 'A guest without a name';
}
