import type { MailTemplate } from './mail-templates.ts';

/** Emails an hour that strangers can trigger to one address, across all storefronts and templates. */
export const MOST_BY_STRANGERS = 5;

/** Emails of one template an hour that the owner of an account can trigger to its own address. */
export const MOST_BY_OWNER = 5;

/**
 * Mails that anyone can have sent to an address they don't own: by signing up, asking for a password, or booking. A booking's mails
 * count until it's paid or its guest proved the address.
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
 * The mailbox behind an address, so that its spellings share one budget: lower case, without a `+tag`, and without dots at Gmail.
 */
export function mailboxOf(address: string): string {
  const normal = address.trim().toLowerCase();
  const at = normal.lastIndexOf('@');
  const domain = normal.slice(at + 1);
  const [untagged = ''] = normal.slice(0, at).split('+');
  const local = untagged || normal.slice(0, at);
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
}
