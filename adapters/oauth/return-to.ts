/** Where a person goes after signing in without a return path. */
const HOME = '/panel';

/** A path of this very origin to go on to after the sign-in; the panel where the text is none. */
export function returnTo(given: string | null): string {
  const origin = 'http://here.invalid';
  if (!given?.startsWith('/') || !URL.canParse(given, origin)) return HOME;
  const url = new URL(given, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}` : HOME;
}

/** Address of the sign-in that goes on to `path` afterwards. */
export const loginUrl = (path: string, { another = false }: { readonly another?: boolean } = {}): string =>
  `/login?${new URLSearchParams({ return_to: path, ...(another ? { another: '1' } : {}) })}`;
