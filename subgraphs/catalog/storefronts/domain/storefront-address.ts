/** Address labels that guests would mistake for the platform itself. */
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
 * The reason a text can't be a storefront's address label; null if it can. Two dashes in the third and fourth
 * place would mean another alphabet (docs/interface/storefronts.md#addresses).
 */
export function slugMistake(slug: string): string | null {
  if (!SLUG.test(slug) || slug.slice(2, 4) === '--')
    return 'An address must have 3 to 50 lower-case letters, digits and dashes, with no dash at either end.';
  return RESERVED.includes(slug) ? 'This address is reserved for the platform. Choose another one.' : null;
}

/** A storefront's host name, without port, under the platform's own domain; `suffix` may include a port. */
export const domainOf = (slug: string, suffix: string): string =>
  `${slug}.${suffix.replace(/:\d+$/, '')}`.toLowerCase();
