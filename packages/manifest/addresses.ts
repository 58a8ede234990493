import { MANIFEST_LIMITS } from './vocabulary.ts';

/** Rules for addresses in a manifest. */
export interface AddressPolicy {
  /** Allows plain http to a host on the local network (`WEBHOOK_ALLOW_PRIVATE`, local work). */
  readonly allowPrivate: boolean;
  /** The platform's own origins, if known; app pages can't be there. */
  readonly ownOrigins?: readonly string[];
}

const LOCAL_HOSTS = [
  /^localhost$/,
  /\.(localhost|local|internal|test)$/,
  /^[^.:[\]]+$/,
  /^127\.|^10\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\./,
  /^\[(::1|f[cd].*)\]$/,
];

/**
 * Letters, digits, dots and hyphens, or an IPv6 address. The URL standard also allows `*`, `;` and `,` in a
 * host name, but they would widen or end a Content-Security-Policy.
 */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

const parse = (text: string): URL | null =>
  text.length <= MANIFEST_LIMITS.urlLength && /^[^\s\p{C}\\]+$/u.test(text) && URL.canParse(text)
    ? new URL(text)
    : null;

/**
 * True if the platform can call or embed the address: https with a host and without credentials or, if the
 * policy allows it, plain http within the local network.
 */
export function isAppAddress(text: string, { allowPrivate }: AddressPolicy): boolean {
  const url = parse(text);
  if (!url || url.username || url.password || !PLAIN_HOST.test(url.hostname)) return false;
  if (url.protocol === 'https:') return /^https:\/\//i.test(text);
  return (
    allowPrivate &&
    /^http:\/\//i.test(text) &&
    LOCAL_HOSTS.some((local) => local.test(url.hostname.toLowerCase()))
  );
}

/**
 * URIs contain only these characters (RFC 3986), and text that is compared character by character must have a
 * unique spelling.
 */
const ASCII = /^[!-~]+$/;

/**
 * True if the text can be declared as a redirect URI: https in ASCII, no fragment, no credentials
 * (docs/interface/oauth.md#redirect-uri). Plain http is always refused, even for local work.
 */
export function isRedirectUri(text: string): boolean {
  return ASCII.test(text) && !text.includes('#') && isAppAddress(text, { allowPrivate: false });
}

/** True if a request's redirect URI is declared: the same text, character by character (rule 1). */
export function isDeclaredRedirect(declared: readonly string[], given: string): boolean {
  return declared.includes(given);
}

/**
 * True if a page is on our own origins, where its scripts could act as any signed-in person. Cookies ignore
 * ports, so another port on our hosts counts too; for this machine's own names, where apps are developed,
 * only the same port counts.
 */
export function isOwnAddress(text: string, ownOrigins: readonly string[]): boolean {
  const page = placeOf(text);
  return ownOrigins.map(placeOf).some((own) => {
    if (!page || !own) return false;
    if (page.isLocal && own.isLocal) return page.port === own.port;
    return page.host === own.host;
  });
}

const LOOPBACK = /^(?:(?:.+\.)?localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

function placeOf(text: string) {
  if (!URL.canParse(text)) return null;
  const { hostname, port, protocol } = new URL(text);
  const host = hostname.replace(/\.$/, '');
  return { host, isLocal: LOOPBACK.test(host), port: port || (protocol === 'https:' ? '443' : '80') };
}
