const KEY = 'explorer.token';

/** The runtime token of this tab, or '' for no one. It lives as long as the tab and never is in an address. */
export const readToken = (): string => sessionStorage.getItem(KEY) ?? '';

export function keepToken(token: string): void {
  if (token === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
