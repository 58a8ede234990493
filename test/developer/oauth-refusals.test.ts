import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authorizeUrl,
  formOf,
  newOauthApp,
  type OauthApp,
  type PlainBrowser,
  plainBrowser,
  REDIRECT_URI,
  signIn,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/oauth.md#flow: every failure before consent is a plain 400 page.

let platform: TestPlatform;
let app: OauthApp;
let browser: PlainBrowser;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newOauthApp(platform);
  browser = plainBrowser(platform.address);
  await signIn(platform, browser);
});
afterAll(() => platform.close());

/** Opens a path without following redirects, so a test would notice one. */
const open = (path: string) =>
  fetch(`${platform.address}${path}`, {
    redirect: 'manual',
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });

const NEAR_MISSES = [
  'https://crew.example.com/oauth/callback/',
  'https://crew.example.com/oauth/callback?',
  'https://crew.example.com/oauth/callback?a=1',
  'https://crew.example.com/oauth/callback#',
  'https://crew.example.com/oauth/callback#a',
  'https://crew.example.com/oauth/callback/more',
  'https://crew.example.com/oauth/callbac',
  'https://crew.example.com/oauth/Callback',
  'https://crew.example.com/oauth//callback',
  'https://crew.example.com/oauth/./callback',
  'https://crew.example.com/x/../oauth/callback',
  'https://crew.example.com/oauth/%63allback',
  'https://crew.example.com/oauth%2Fcallback',
  'https://crew.example.com\\oauth\\callback',
  'https://crew.example.com:443/oauth/callback',
  'https://crew.example.com:8443/oauth/callback',
  'https://crew.example.com./oauth/callback',
  'https://CREW.example.com/oauth/callback',
  'https://www.crew.example.com/oauth/callback',
  'https://crew.example.com.evil.test/oauth/callback',
  'https://crew.example.com@evil.test/oauth/callback',
  'https://user@crew.example.com/oauth/callback',
  'http://crew.example.com/oauth/callback',
  'HTTPS://crew.example.com/oauth/callback',
  '//crew.example.com/oauth/callback',
  ' https://crew.example.com/oauth/callback',
  'https://crew.example.com/oauth/callback\n',
];

describe('a redirect URI', () => {
  test('the test covers 27 near misses of the redirect URI', () =>
    expect(new Set(NEAR_MISSES).size).toBe(27));

  test.each(NEAR_MISSES)(
    'the redirect URI %j differs from the declared one and gets 400 without a redirect',
    async (redirect_uri) => {
      const response = await open(authorizeUrl(app, { redirect_uri }));
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
      expect(await response.text()).not.toContain('href="http');
    },
  );
});

describe('an authorization request is refused with a page of status 400', () => {
  test.each([
    ['an unknown client', { client_id: 'platform_client_nobody' }, 'client_id'],
    ['no client', { client_id: null }, 'client_id'],
    ['no redirect URI', { redirect_uri: null }, 'redirect_uri'],
    ['another response type', { response_type: 'token' }, 'response_type'],
    ['no response type', { response_type: null }, 'response_type'],
    ['no state', { state: null }, 'state'],
    ['an empty state', { state: '' }, 'state'],
    ['a scope that is not declared', { scope: 'read_tasks write_tasks' }, 'write_tasks'],
    ['a plain code challenge', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'S256'],
    ['a code challenge without method', { code_challenge: 'a'.repeat(43) }, 'S256'],
    [
      'a code challenge that is none',
      { code_challenge: 'a', code_challenge_method: 'S256' },
      'code_challenge',
    ],
  ] as const)('%s', async (_what, parameters, named) => {
    const response = await open(authorizeUrl(app, parameters));
    expect(response.status).toBe(400);
    expect(response.headers.get('location')).toBeNull();
    expect(await response.text()).toContain(named);
  });

  test.each(['client_id', 'redirect_uri', 'response_type', 'state', 'scope'])(
    '%s given twice gets a 400 page',
    async (name) => {
      const url = authorizeUrl(app, { scope: 'read_tasks' });
      const value = new URLSearchParams(url.split('?')[1]).get(name) ?? '';
      const response = await open(`${url}&${new URLSearchParams({ [name]: value })}`);
      expect(response.status).toBe(400);
      expect(response.headers.get('location')).toBeNull();
    },
  );

  test('the checks run in order: client, redirect_uri, response_type, state, scope', async () => {
    const broken = { client_id: 'nobody', redirect_uri: 'x', response_type: 'x', state: null, scope: 'x' };
    const said: string[] = [];
    for (const name of Object.keys(broken)) {
      said.push(await (await open(authorizeUrl(app, broken))).text());
      Reflect.deleteProperty(broken, name);
    }
    const named = ['client_id', 'redirect_uri', 'response_type', 'state', 'the scope x'];
    expect(said.map((html, index) => html.includes(named[index] ?? ''))).toEqual(named.map(() => true));
  });

  test('markup in a parameter is shown as text', async () => {
    const response = await open(authorizeUrl(app, { scope: '<script>' }));
    expect(await response.text()).toContain('&lt;script&gt;');
  });
});

describe('a private app', () => {
  test("a private app can be connected only to its developer's team", async () => {
    const host = plainBrowser(platform.address);
    await signIn(platform, host, 'host');
    const page = await host.open(authorizeUrl(app));
    expect(page.status).toBe(400);
    expect(page.html).toContain('only on teams of its developer');
    expect(page.html).not.toContain('<form');
  });

  test("a forged form that selects another host's team is refused", async () => {
    const picker = await browser.open(authorizeUrl(app));
    const page = await browser.submit(picker, { team: 'lakeside' });
    expect(page.status).toBe(400);
    const asked = await browser.submit(picker, { team: 'devteam' });
    const decided = await browser.submit(asked, { team: 'lakeside', decision: 'approve' });
    expect(decided.status).toBe(400);
    expect(new URL(decided.url).origin).toBe(platform.address);
  });
});

test.each([
  ['/oauth/authorize', 'GET, HEAD'],
  ['/oauth/authorize/team', 'POST'],
  ['/oauth/authorize/decision', 'POST'],
  ['/oauth/token', 'POST'],
  ['/oauth/revoke', 'POST'],
  ['/oauth/device_authorization', 'POST'],
  ['/.well-known/oauth-authorization-server', 'GET, HEAD'],
  ['/login', 'GET, HEAD, POST'],
])('%s refuses every other method with Allow: %s', async (path, allowed) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    if (allowed.split(', ').includes(method)) continue;
    const { status, headers } = await fetch(`${platform.address}${path}`, { method });
    expect([method, status, headers.get('allow')]).toEqual([method, 405, allowed]);
  }
});

describe('forms', () => {
  test.each(['', 'wrong', 'a'.repeat(43)])(
    'a consent form with the CSRF token %j is refused',
    async (csrf_token) => {
      const picker = await browser.open(authorizeUrl(app));
      const asked = await browser.submit(picker, { team: 'devteam' });
      const page = await browser.submit(asked, { decision: 'approve', csrf_token });
      expect(page.status).toBe(403);
      expect(new URL(page.url).origin).toBe(platform.address);
      expect((await browser.submit(picker, { team: 'devteam', csrf_token })).status).toBe(403);
    },
  );

  test("another browser's CSRF token is refused", async () => {
    const other = plainBrowser(platform.address);
    await signIn(platform, other);
    const { csrf_token = '' } = formOf((await other.open(authorizeUrl(app))).html).fields;
    const asked = await browser.submit(await browser.open(authorizeUrl(app)), { team: 'devteam' });
    expect((await browser.submit(asked, { decision: 'approve', csrf_token })).status).toBe(403);
  });

  test('a forged decision without a session redirects to the sign-in instead of the app', async () => {
    const asked = await browser.submit(await browser.open(authorizeUrl(app)), { team: 'devteam' });
    const nobody = plainBrowser(platform.address);
    const page = await nobody.post(
      '/oauth/authorize/decision',
      `${new URLSearchParams({ ...formOf(asked.html).fields, decision: 'approve' })}`,
    );
    expect(new URL(page.url).pathname).toBe('/login');
  });

  test('a changed hidden field is validated again', async () => {
    const asked = await browser.submit(await browser.open(authorizeUrl(app)), { team: 'devteam' });
    const widened = await browser.submit(asked, { decision: 'approve', scope: 'write_rates' });
    expect(widened.status).toBe(400);
    const moved = await browser.submit(asked, { decision: 'deny', redirect_uri: 'https://evil.test/' });
    expect(moved.status).toBe(400);
    expect(moved.url.startsWith(REDIRECT_URI)).toBe(false);
  });

  test("pages run no scripts and can't be framed or stored", async () => {
    for (const path of ['/login?another=1', authorizeUrl(app), '/oauth/authorize']) {
      const { headers, html } = await browser.open(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(html).not.toContain('<script');
    }
  });

  test("a storefront's domain has neither sign-in nor OAuth", async () => {
    const storefront = platform.demo?.storefronts[0]?.host.split(':')[0] ?? '';
    for (const path of ['/login', '/oauth/authorize', '/.well-known/oauth-authorization-server']) {
      const { statusCode, body } = await request(`${platform.address}${path}`, {
        headers: { host: storefront },
      });
      await body.dump();
      expect(statusCode).toBe(404);
    }
  });
});
