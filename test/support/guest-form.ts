import type { StorefrontHttp } from './agent.ts';

const HTML = { accept: 'text/html' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...HTML };
const HIDDEN = /<input type="hidden" name="(attempt|price)" value="([^"]+)"/g;

const hiddenIn = (text: string) =>
  Object.fromEntries([...text.matchAll(HIDDEN)].map(([, name = '', value = '']) => [name, value]));

/** Opens the booking form like a browser, and returns a function that sends it with another page's values. */
export async function openGuestForm(
  http: StorefrontHttp,
  path: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const page = await http.get(path, { ...HTML, ...headers });
  const send = (guest: object, from = page.text, more = {}) =>
    http.send(
      'POST',
      path,
      { ...FORM, ...headers, ...more },
      `${new URLSearchParams({ ...hiddenIn(from), terms: 'yes', ...guest })}`,
    );
  return { page, send };
}
