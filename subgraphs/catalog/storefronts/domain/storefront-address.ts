/** First parts of addresses that guests would take for the platform itself. */
const RESERVED: readonly string[] = [
  'about',
  'account',
  'accounts',
  'admin',
  'api',
  'app',
  'apps',
  'assets',
  'auth',
  'billing',
  'blog',
  'cdn',
  'community',
  'console',
  'dashboard',
  'dev',
  'developer',
  'developers',
  'docs',
  'explorer',
  'forum',
  'ftp',
  'help',
  'host',
  'hosts',
  'internal',
  'login',
  'mail',
  'mcp',
  'media',
  'metrics',
  'oauth',
  'panel',
  'pay',
  'payment',
  'payments',
  'platform',
  'postmaster',
  'root',
  'security',
  'shop',
  'signin',
  'signup',
  'smtp',
  'staging',
  'static',
  'status',
  'store',
  'support',
  'system',
  'team',
  'test',
  'webhooks',
  'webmaster',
  'www',
];

const SLUG = /^[a-z\d][a-z\d-]{1,48}[a-z\d]$/;

/**
 * Why a text cannot be the first part of a storefront's address; null where it can. Two dashes in the third and fourth place
 * would be read as another alphabet (docs/interface/storefronts.md#addresses).
 */
export function slugMistake(slug: string): string | null {
  if (!SLUG.test(slug) || slug.slice(2, 4) === '--')
    return 'An address has 3 to 50 lower-case letters, digits and dashes, with no dash at either end.';
  return RESERVED.includes(slug) ? 'This address is kept for the platform: choose another one.' : null;
}

/** The host name of a storefront, without port, below the platform's own domain, which may name one. */
export const domainOf = (slug: string, suffix: string): string =>
  `${slug}.${suffix.replace(/:\d+$/, '')}`.toLowerCase();
