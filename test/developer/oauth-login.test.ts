import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_FAILURES } from '#subgraphs/apps/identity/domain/sessions.ts';
import { demoAccount, formOf, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/host.md#host-api: sign-in and its limits.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

/** The status of an attempt that comes by a proxy from an address. */
async function signInFrom(email: string, password: string, address: string): Promise<number> {
  const open = await fetch(`${platform.address}/login`);
  const cookie = open.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { fields } = formOf(await open.text());
  const response = await fetch(`${platform.address}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'x-forwarded-for': address },
    body: new URLSearchParams({ ...fields, email, password }),
  });
  await response.arrayBuffer();
  return response.status;
}

const attempt = async (email: string, password: string) => {
  const browser = plainBrowser(platform.address);
  return browser.submit(await browser.open('/login'), { email, password });
};

describe('the session', () => {
  test('is replaced at every sign-in', async () => {
    const browser = plainBrowser(platform.address);
    await browser.open('/login');
    const anonymous = browser.cookies.get('sid');
    await signIn(platform, browser);
    const first = browser.cookies.get('sid');
    const { email, password } = demoAccount(platform, 'developer');
    await browser.submit(await browser.open('/login?another=1'), { email, password });
    const second = browser.cookies.get('sid');
    expect(new Set([anonymous, first, second]).size).toBe(3);
    const rows = await platform.database.query<{ token_hash: string }>(
      `SELECT token_hash FROM apps.host_sessions WHERE token_hash IN
         (encode(sha256($1::bytea), 'hex'), encode(sha256($2::bytea), 'hex'))`,
      [first, second],
    );
    expect(rows).toHaveLength(1);
  });

  test('lies in a cookie that scripts and other sites cannot use', async () => {
    const { email, password } = demoAccount(platform, 'developer');
    const open = await fetch(`${platform.address}/login`);
    const cookie = open.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(await open.text())?.[1] ?? '';
    const response = await fetch(`${platform.address}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ email, password, csrf_token }),
    });
    expect(response.status).toBe(303);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^sid=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  test('has the __Host- prefix and Secure where the panel is on https', async () => {
    const secure = await startPlatform(
      { PUBLIC_ORIGIN_AUTH: 'https://panel.example.com' },
      platform.database,
    );
    try {
      const response = await fetch(`${secure.address}/login`);
      expect(response.headers.getSetCookie()[0]).toMatch(
        /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; .*Secure/,
      );
    } finally {
      await secure.close();
    }
  });

  test('is over when it has expired', async () => {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    expect((await browser.open('/login?return_to=/healthz')).html).toContain('ok');
    await platform.database.query(`UPDATE apps.host_sessions SET expires_at = now() - interval '1 second'`);
    expect((await browser.open('/login?return_to=/healthz')).html).toContain('<form');
  });
});

describe('the sign-in', () => {
  test('goes on to a path of this origin alone', async () => {
    const { email, password } = demoAccount(platform, 'developer');
    const land = async (return_to: string) => {
      const browser = plainBrowser(platform.address);
      const page = await browser.open(`/login?${new URLSearchParams({ return_to })}`);
      return (await browser.submit(page, { email, password })).url;
    };
    expect(await land('/healthz?a=1')).toBe(`${platform.address}/healthz?a=1`);
    for (const foreign of [
      'https://evil.test/',
      '//evil.test',
      '/\\evil.test',
      '/\t/evil.test',
      'javascript:x',
    ]) {
      expect(await land(foreign)).toBe(`${platform.address}/panel`);
    }
  });

  test('refuses a form without its CSRF token', async () => {
    const { email, password } = demoAccount(platform, 'developer');
    const browser = plainBrowser(platform.address);
    const page = await browser.open('/login');
    expect((await browser.submit(page, { email, password, csrf_token: '' })).status).toBe(403);
    const stranger = plainBrowser(platform.address);
    expect((await stranger.submit(page, { email, password })).status).toBe(403);
  });

  test('is the same to an unknown e-mail and to a wrong password', async () => {
    const known = await attempt(demoAccount(platform, 'operator').email, 'wrong');
    const unknown = await attempt('nobody@demo.test', 'wrong');
    expect([known.status, unknown.status]).toEqual([401, 401]);
    const words = (html: string) => /role="alert">([^<]+)/.exec(html)?.[1];
    expect(words(known.html)).toBe(words(unknown.html));
  });

  test('refuses an account and address after 5 failures in 15 minutes', async () => {
    const { email, password } = demoAccount(platform, 'outsider');
    for (let failure = 0; failure < 5; failure++) expect((await attempt(email, 'wrong')).status).toBe(401);
    const held = await attempt(email.toUpperCase(), password);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect((await attempt(demoAccount(platform, 'developer').email, 'wrong')).status).toBe(401);
    await platform.database.query(`UPDATE apps.sign_in_failures SET ends_at = now() - interval '1 second'`);
    expect((await attempt(email, password)).status).not.toBe(429);
  });

  test('failures of one address are counted across all accounts', async () => {
    const from = (last: number) => `2001:db8:7:7::${last.toString(16)}`;
    const guess = (n: number, address: string) => signInFrom(`nobody${n}@demo.test`, 'wrong', address);
    for (let n = 0; n < MOST_FAILURES.address; n += 1) expect(await guess(n, from(n + 1))).toBe(401);
    expect(await guess(999, from(999))).toBe(429);
    expect(await guess(999, '2001:db8:7:8::1')).toBe(401);
  });

  test('failures of one account are counted over all addresses', async () => {
    const { email, password } = demoAccount(platform, 'operator');
    for (let n = 0; n < MOST_FAILURES.account; n += 1) {
      expect(await signInFrom(email, 'wrong', `203.0.113.${n}`)).toBe(401);
    }
    expect(await signInFrom(email, password, '203.0.113.200')).toBe(429);
    expect(await signInFrom('nobody@demo.test', 'wrong', '203.0.113.200')).toBe(401);
  });

  test('a flood of guesses at once does not get past the limit', async () => {
    const { email, password } = demoAccount(platform, 'host');
    const guesses = Array.from({ length: 30 }, () => 'wrong');
    const answers = await Promise.all([...guesses, password].map((guess) => attempt(email, guess)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await attempt(email, password)).status).toBe(429);
  });
});
