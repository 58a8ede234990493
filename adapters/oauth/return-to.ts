/** Destination after signing in without a return path. */
const HOME = '/panel';

/**
 * Reads a return path from a request: a path and query on this origin, as browsers resolve them; `home` for
 * anything else. Use it for every redirect to a path from a request. A normalized path can begin with `//`
 * (`/.//evil.test`), which names another host.
 */
export function returnTo(given: string | null, home = HOME): string {
  const origin = 'http://here.invalid';
  if (!given?.startsWith('/')) return home;
  const url = URL.parse(given, origin);
  if (!url || url.origin !== origin || url.pathname.startsWith('//')) return home;
  return `${url.pathname}${url.search}`;
}

/** Returns the address of a sign-in page that then redirects to `path`. */
export const loginUrl = (path: string, { another = false }: { readonly another?: boolean } = {}): string =>
  `/login?${new URLSearchParams({ return_to: path, ...(another ? { another: '1' } : {}) })}`;
