import * as oauth from 'oauth4webapi';
import { newUuid } from '#kit/ids.ts';
import { developer } from './management.ts';
import type { TestPlatform } from './platform.ts';

/** A page as a browser without JavaScript sees it. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly html: string;
}

/** A browser without JavaScript: a cookie jar that follows redirects on its own origin and stops at those to another. */
export interface PlainBrowser {
  readonly open: (url: string) => Promise<Page>;
  /** Submits the page's form with its hidden fields and the values in `filled`. */
  readonly submit: (page: Page, filled?: Readonly<Record<string, string>>) => Promise<Page>;
  readonly post: (path: string, body: string) => Promise<Page>;
  readonly cookies: ReadonlyMap<string, string>;
}

/** A new browser at the platform; every request includes `headers`. */
export function plainBrowser(address: string, headers: Readonly<Record<string, string>> = {}): PlainBrowser {
  const cookies = new Map<string, string>();

  async function go(url: string, body: string | null): Promise<Page> {
    const response = await fetch(url, {
      method: body === null ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        ...headers,
        accept: 'text/html',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('location');
    if (location === null) return { status: response.status, url, headers: response.headers, html };
    const next = new URL(location, url);
    if (next.origin === new URL(address).origin) return go(next.href, null);
    return { status: response.status, url: next.href, headers: response.headers, html };
  }

  return {
    cookies,
    open: (url) => go(new URL(url, address).href, null),
    post: (path, body) => go(new URL(path, address).href, body),
    submit(page, filled = {}) {
      const { action, fields } = formOf(page.html);
      return go(new URL(action, page.url).href, `${new URLSearchParams({ ...fields, ...filled })}`);
    },
  };
}

/** A page's only form: its target, and its hidden fields and chosen radio inputs. */
export function formOf(html: string): { action: string; fields: Record<string, string> } {
  const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
  if (forms.length !== 1) throw new Error(`The page has ${forms.length} forms, not one:\n${html}`);
  const [form = ''] = forms;
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1] ?? '');
    const type = attribute('type');
    if (type === 'hidden' || (type === 'radio' && / checked/.test(input))) {
      fields[attribute('name')] = attribute('value');
    }
  }
  return { action: unescaped(/action="([^"]*)"/.exec(form)?.[1] ?? ''), fields };
}

const unescaped = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** An app with OAuth, from its developer's view. */
export interface OauthApp {
  readonly slug: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Pushes and releases another version. */
  readonly push: (manifest: Readonly<Record<string, unknown>>) => Promise<void>;
}

export const REDIRECT_URI = 'https://crew.example.com/oauth/callback';

export const MANIFEST = {
  scopes: ['read_tasks', 'read_bookings'],
  oauth: { redirect_uris: [REDIRECT_URI] },
} as const;

/** The demo account with that key. */
export function demoAccount(platform: TestPlatform, key: string) {
  const account = platform.demo?.accounts.find((other) => other.key === key);
  if (!account) throw new Error(`The demo world has no account ${key}.`);
  return account;
}

/** Pushes and releases the demo developer's app; a release of a public app only submits it for review. */
export async function newOauthApp(
  platform: TestPlatform,
  manifest: Readonly<Record<string, unknown>> = {},
  distribution: 'private' | 'public' = 'private',
): Promise<OauthApp> {
  const slug = `oauth-${newUuid().slice(0, 8)}`;
  const { call } = developer(platform.address, demoAccount(platform, 'developer').pat ?? '');
  const push = async (more: Readonly<Record<string, unknown>>) => {
    const merged = { ...MANIFEST, ...more };
    const body = { name: 'Turnover Crew', slug, distribution, manifest: merged, release: true };
    const { status, json } = await call('POST', 'apps', { body });
    if (status !== 201) throw new Error(JSON.stringify(json));
    return json;
  };
  const { client_id, client_secret } = await push(manifest);
  return {
    slug,
    clientId: client_id,
    clientSecret: client_secret,
    async push(more) {
      await push(more);
    },
  };
}

/** Authorization request address; `null` omits a parameter. */
export function authorizeUrl(
  app: Pick<OauthApp, 'clientId'> & Partial<OauthApp>,
  parameters: Readonly<Record<string, string | null>> = {},
): string {
  const all = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: REDIRECT_URI,
    state: 'a state',
    ...parameters,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/oauth/authorize?${new URLSearchParams(given)}`;
}

/** Headers that the panel's page sends, for a signed-in browser. */
export async function panelHeaders(browser: PlainBrowser): Promise<Readonly<Record<string, string>>> {
  const { csrf_token } = JSON.parse((await browser.open('/panel/session')).html);
  return {
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': 'application/json',
    'x-csrf-token': csrf_token,
  };
}

/** Signs a demo account in. */
export async function signIn(
  platform: TestPlatform,
  browser: PlainBrowser,
  key = 'developer',
): Promise<Page> {
  const { email, password } = demoAccount(platform, key);
  return browser.submit(await browser.open('/login'), { email, password });
}

/** Completes team picker and consent as the signed-in browser; stops at the app's callback. */
export async function consent(
  browser: PlainBrowser,
  url: string,
  { decision = 'approve' }: { readonly decision?: 'approve' | 'deny' } = {},
): Promise<URL> {
  const asked = await browser.submit(await browser.open(url), { team: 'devteam' });
  return new URL((await browser.submit(asked, { decision })).url);
}

/** Exchanges a code like an app's server, without `oauth4webapi`'s checks: any value is sent. */
export async function exchange(
  platform: TestPlatform,
  app: OauthApp,
  parameters: Readonly<Record<string, string | null>>,
  headers: Readonly<Record<string, string>> = {},
) {
  const all = {
    grant_type: 'authorization_code',
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: REDIRECT_URI,
    ...parameters,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  return tokenRequest(platform, `${new URLSearchParams(given)}`, headers);
}

/** Sends a body to the token endpoint. */
export async function tokenRequest(
  platform: TestPlatform,
  body: string,
  headers: Readonly<Record<string, string>> = {},
) {
  const response = await fetch(`${platform.address}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
  const json: any = await response.json();
  return { status: response.status, headers: response.headers, json };
}

/** The server as `oauth4webapi` discovers it, and options for plain http. */
export async function discover(platform: TestPlatform) {
  const issuer = new URL(platform.address);
  const insecure = { [oauth.allowInsecureRequests]: true } as const;
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  return { server: await oauth.processDiscoveryResponse(issuer, response), insecure };
}

/** True if a runtime token works, by the API's own look-up. */
export async function isAlive(platform: TestPlatform, token: string): Promise<boolean> {
  const rows = await platform.database.query(
    `SELECT 1 FROM apps.runtime_tokens r JOIN apps.installs i ON i.id = r.install_id
     WHERE r.token_hash = encode(sha256($1::bytea), 'hex') AND r.revoked_at IS NULL AND i.is_active`,
    [token],
  );
  return rows.length === 1;
}
