import { MANIFEST_LIMITS } from './vocabulary.ts';

/** What an address in a manifest may be. */
export interface AddressPolicy {
  /** Plain http to a host of the local network is allowed (`WEBHOOK_ALLOW_PRIVATE`, local work). */
  readonly allowPrivate: boolean;
  /** Origins of the platform itself, where known: no page of an app is there. */
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
 * Letters, digits, dots and hyphens, or an IPv6 address. The URL standard lets `*`, `;` and `,` appear in a host name, where they
 * would widen or end a Content-Security-Policy.
 */
const PLAIN_HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

const parse = (text: string): URL | null =>
  text.length <= MANIFEST_LIMITS.urlLength && /^[^\s\p{C}\\]+$/u.test(text) && URL.canParse(text)
    ? new URL(text)
    : null;

/**
 * Whether the text is an address that the platform may call or embed: https with a host and without credentials, or, where
 * the policy reports it, plain http within the local network.
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

/** A URI has no other characters (RFC 3986): what is compared character by character must have one spelling. */
const ASCII = /^[!-~]+$/;

/**
 * Whether the text may be declared as a redirect URI: https in ASCII, no fragment, no credentials (docs/interface/oauth.md#redirect-uri).
 * Plain http is refused everywhere, for local work too.
 */
export function isRedirectUri(text: string): boolean {
  return ASCII.test(text) && !text.includes('#') && isAppAddress(text, { allowPrivate: false });
}

/** Whether a redirect URI of a request is one of the declared ones: the same text, character by character (rule 1). */
export function isDeclaredRedirect(declared: readonly string[], given: string): boolean {
  return declared.includes(given);
}

/**
 * Whether a page is on one of our own origins: there its scripts would act as anyone who is signed in. Cookies know no ports, so
 * another port of one of our hosts counts too; on this machine's own names, where apps are developed, the same port does.
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
