import { domainToASCII } from 'node:url';

/** Longest deliverable email address (RFC 5321, "Path", without its brackets). */
export const MAX_EMAIL = 254;

/** The part before the @: dot-separated words with RFC 5322's characters and any non-ASCII letter (RFC 6531). */
const LOCAL_PART =
  /^[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+(\.[\w!#$%&'*+/=?^`{|}~\-\u0080-\u{10ffff}]+)*$/u;
const NOT_PRINTED = /[\p{C}\p{Z}]/u;
/** A domain with at least two labels, in DNS form. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i;

/**
 * True if the text is an address that email can be sent to: one @, a local part up to 64 bytes, a domain with
 * at least two labels, both in any script, at most 254 characters. Every surface uses this rule.
 */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL || NOT_PRINTED.test(text)) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  return at > 0 && Buffer.byteLength(local) <= 64 && LOCAL_PART.test(local) && isDomain(text.slice(at + 1));
}

/** Converts only non-ASCII letters: everything else must already be in DNS form. */
function isDomain(text: string): boolean {
  if (/[^\w.\-\u0080-\u{10ffff}]|_/u.test(text)) return false;
  const ascii = domainToASCII(text);
  return ascii.length <= 253 && DOMAIN.test(ascii);
}
