import { isIP } from 'node:net';
import { parse } from 'tldts';

/** A domain as DNS has it: ASCII, lower case, without the dot at its end. */
export type ReadDomain =
  | { readonly name: string; readonly mistake?: never }
  | { readonly name?: never; readonly mistake: string };

const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/;
/** With `_platform-challenge.` before it, it must still be a name. */
const LONGEST = 253 - '_platform-challenge.'.length;
/** What `new URL` would read as something else than a host name. */
const NOT_A_NAME = /[\s/\\:@?#%[\]]/;

/** Names that every machine or network gives a meaning of its own. */
const LOCAL = ['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa'];

const A_DOMAIN = 'Enter a domain like stays.example.com, without https:// and without a path.';

/**
 * Reads the domain that a host typed: in any case, in any script, with or without the dot at its end. `own` are the names of the
 * platform itself; they and everything below them are refused, as are public suffixes and IP addresses.
 */
export function readDomainName(text: string, own: readonly string[]): ReadDomain {
  const typed = text.trim();
  if (typed.length > 1_000 || NOT_A_NAME.test(typed)) return { mistake: A_DOMAIN };
  const name = URL.parse(`http://${typed}/`)?.hostname.replace(/\.$/, '') ?? '';
  const labels = name.split('.');
  if (isIP(name)) return { mistake: 'An IP address cannot be a storefront’s domain.' };
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { mistake: A_DOMAIN };
  if (name.length > LONGEST) return { mistake: `A domain has at most ${LONGEST} characters.` };
  if (LOCAL.includes(labels.at(-1) ?? ''))
    return { mistake: 'This domain cannot be reached from the internet.' };
  if (own.some((host) => name === host || name.endsWith(`.${host}`)))
    return { mistake: 'This domain belongs to the platform.' };
  const { publicSuffix, domain } = parse(name, { allowPrivateDomains: true });
  if (domain === null || publicSuffix === name)
    return { mistake: 'This is a public suffix, not a domain that someone owns.' };
  return { name };
}
