import type { MailTemplate } from './mail-templates.ts';

/** Emails per hour that strangers can trigger to one address, across all storefronts and templates. */
export const MOST_BY_STRANGERS = 5;

/** Emails per template and hour that an account's owner can trigger to their own address. */
export const MOST_BY_OWNER = 5;

/**
 * Emails that anyone can trigger to someone else's address, by signing up, requesting a password or booking.
 * A booking's emails count toward the budget until it's paid or its guest verifies the address.
 */
export const STRANGERS_MAILS: ReadonlySet<MailTemplate> = new Set<MailTemplate>([
  'verify',
  'sign-up-known',
  'reset',
  'address-change',
  'invitation',
  'guest-held',
  'guest-held-at-property',
  'guest-confirmed',
  'guest-released',
  'request-verify',
]);

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns an address's mailbox, so that different spellings share one budget: in lower case, without a
 * `+tag`, and without dots for Gmail.
 */
export function mailboxOf(address: string): string {
  const normal = address.trim().toLowerCase();
  const at = normal.lastIndexOf('@');
  const domain = normal.slice(at + 1);
  const [untagged = ''] = normal.slice(0, at).split('+');
  const local = untagged || normal.slice(0, at);
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
