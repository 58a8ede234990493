import { domainToASCII } from 'node:url';

/** Longest address that mail can be sent to (RFC 5321, "Path", without its brackets). */
export const MAX_EMAIL = 254;

/** The part before the @: dot-separated words of RFC 5322's characters and of any letter outside ASCII (RFC 6531). */
const LOCAL_PART =
  /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+(\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+)*$/u;
const NOT_PRINTED = /[\p{C}\p{Z}]/u;
/** A domain of at least two labels, as the DNS writes it. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i;

/**
 * Whether mail can be addressed to the text: one @, a local part of at most 64 bytes, a domain of at least two labels,
 * both in any script, at most 254 characters. The one rule of every surface.
 */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL || NOT_PRINTED.test(text)) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return at > 0 && Buffer.byteLength(local) <= 64 && LOCAL_PART.test(local) && isDomain(text.slice(at + 1));
}

/** Only letters outside ASCII are converted: everything else must already be written as the DNS writes it. */
function isDomain(text: string): boolean {
  if (/[^\w.\-\u0080-\u{10ffff}]|_/u.test(text)) return false;
  const ascii = domainToASCII(text);
  return ascii.length <= 253 && DOMAIN.test(ascii);
}
