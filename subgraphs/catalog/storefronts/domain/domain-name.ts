import { isIP } from 'node:net';
import { parse } from 'tldts';

/** A domain in DNS form: ASCII, lower case, without the trailing dot. */
export type ReadDomain =
  | { readonly name: string; readonly mistake?: never }
  | { readonly name?: never; readonly mistake: string };

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** With `_platform-challenge.` in front, it must still be a valid name. */
const LONGEST = 253 - '_platform-challenge.'.length;
/** Characters that make `new URL` parse more than a host name. */
const NOT_A_NAME = /[\s/\\:@?#%[\]]/;

/** Names with a special meaning on each machine or network. */
const LOCAL = ['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa'];

const A_DOMAIN = 'Enter a domain like stays.example.com, without https:// and without a path.';

/**
 * Reads a host's domain: case-insensitively, in any script, with or without the trailing dot. `own` are the
 * platform's own names. Refuses those names and everything below them, public suffixes, and IP addresses.
 */
export function readDomainName(text: string, own: readonly string[]): ReadDomain {
  const typed = text.trim();
  if (typed.length > 1_000 || NOT_A_NAME.test(typed)) return { mistake: A_DOMAIN };
  const name = URL.parse(`http://${typed}/`)?.hostname.replace(/\.$/, '') ?? '';
  const labels = name.split('.');
  if (isIP(name)) return { mistake: 'An IP address cannot be a storefront’s domain.' };
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { mistake: A_DOMAIN };
  if (name.length > LONGEST) return { mistake: `A domain can have at most ${LONGEST} characters.` };
  if (LOCAL.includes(labels.at(-1) ?? ''))
    return { mistake: 'This domain cannot be reached from the internet.' };
  if (own.some((host) => name === host || name.endsWith(`.${host}`)))
    return { mistake: 'This domain belongs to the platform.' };
  const { publicSuffix, domain } = parse(name, { allowPrivateDomains: true });
  if (domain === null || publicSuffix === name)
    return { mistake: 'This is a public suffix, not a domain that anyone can own.' };
  return { name };
}
