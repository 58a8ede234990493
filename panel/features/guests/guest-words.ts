import { t } from '@lingui/core/macro';
import type { GuestRowFragment } from './generated.ts';

/** Returns a guest's display name: the name, else the email address or phone number. */
export function guestName({
  firstName,
  lastName,
  emails,
  phones = [],
  redactedAt = null,
}: Pick<GuestRowFragment, 'firstName' | 'lastName' | 'emails'> &
  Partial<Pick<GuestRowFragment, 'phones' | 'redactedAt'>>): string {
  if (redactedAt !== null) return t`Redacted guest`;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return name || emails[0] || phones[0] || t`Unnamed guest`;
}
