const KEY = 'explorer.token';

/**
 * Returns this tab's runtime token, or '' for anonymous calls. The token lives as long as the tab and never
 * appears in a URL.
 */
export const readToken = (): string => sessionStorage.getItem(KEY) ?? '';

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
