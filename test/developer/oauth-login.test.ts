import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEVICE_SIGN_INS_PER_TEN_MINUTES } from '#adapters/oauth/device-grant.ts';
import { hashToken } from '#kit/secrets.ts';
import { MOST_FAILURES } from '#subgraphs/apps/identity/domain/sessions.ts';
import { demoAccount, discover, formOf, type PlainBrowser, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';

// docs/interface/host.md#host-api: sign-in and its limits.

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

/** Attempts a sign-in from an address behind a proxy; returns its status. */
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
  test('every sign-in replaces the session', async () => {
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

  test("the session's cookie is hidden from scripts and other sites", async () => {
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

  test('the session cookie has the __Host- prefix and Secure if the panel uses https', async () => {
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

  test('an expired session no longer works', async () => {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    expect((await browser.open('/login?return_to=/healthz')).html).toContain('ok');
    await platform.database.query(`UPDATE apps.host_sessions SET expires_at = now() - interval '1 second'`);
    expect((await browser.open('/login?return_to=/healthz')).html).toContain('<form');
  });
});

describe('the sign-in', () => {
  test('sign-in continues only to a path on this origin', async () => {
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

  test('sign-in refuses a form without its CSRF token', async () => {
    const { email, password } = demoAccount(platform, 'developer');
    const browser = plainBrowser(platform.address);
    const page = await browser.open('/login');
    expect((await browser.submit(page, { email, password, csrf_token: '' })).status).toBe(403);
    const stranger = plainBrowser(platform.address);
    expect((await stranger.submit(page, { email, password })).status).toBe(403);
  });

  test('sign-in responds identically to an unknown email and a wrong password', async () => {
    const known = await attempt(demoAccount(platform, 'operator').email, 'wrong');
    const unknown = await attempt('nobody@demo.test', 'wrong');
    expect([known.status, unknown.status]).toEqual([401, 401]);
    const words = (html: string) => /role="alert">([^<]+)/.exec(html)?.[1];
    expect(words(known.html)).toBe(words(unknown.html));
  });

  test('sign-in blocks an account and address after 5 failures in 15 minutes', async () => {
    const { email, password } = demoAccount(platform, 'outsider');
    for (let failure = 0; failure < 5; failure++) expect((await attempt(email, 'wrong')).status).toBe(401);
    const held = await attempt(email.toUpperCase(), password);
    expect(held.status).toBe(429);
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect((await attempt(demoAccount(platform, 'developer').email, 'wrong')).status).toBe(401);
    await platform.database.query(`UPDATE apps.sign_in_failures SET ends_at = now() - interval '1 second'`);
    expect((await attempt(email, password)).status).not.toBe(429);
  });

  test("one address's failures are counted across all accounts", async () => {
    const from = (last: number) => `2001:db8:7:7::${last.toString(16)}`;
    const guess = (n: number, address: string) => signInFrom(`nobody${n}@demo.test`, 'wrong', address);
    for (let n = 0; n < MOST_FAILURES.address; n += 1) expect(await guess(n, from(n + 1))).toBe(401);
    expect(await guess(999, from(999))).toBe(429);
    expect(await guess(999, '2001:db8:7:8::1')).toBe(401);
  });

  test("one account's failures are counted across all addresses", async () => {
    const { email, password } = demoAccount(platform, 'operator');
    for (let n = 0; n < MOST_FAILURES.account; n += 1) {
      expect(await signInFrom(email, 'wrong', `203.0.113.${n}`)).toBe(401);
    }
    expect(await signInFrom(email, password, '203.0.113.200')).toBe(429);
    expect(await signInFrom('nobody@demo.test', 'wrong', '203.0.113.200')).toBe(401);
  });

  test("concurrent guesses can't exceed the limit", async () => {
    const { email, password } = demoAccount(platform, 'host');
    const guesses = Array.from({ length: 30 }, () => 'wrong');
    const answers = await Promise.all([...guesses, password].map((guess) => attempt(email, guess)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect((await attempt(email, password)).status).toBe(429);
  });
});

describe('the sign-in of a device', () => {
  const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
  const post = async (path: string, form: Readonly<Record<string, string>>, address = '203.0.113.9') => {
    const response = await fetch(`${platform.address}${path}`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams(form),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
    const json: any = await response.json();
    return { status: response.status, json, cache: response.headers.get('cache-control') };
  };
  const begin = async (form: Readonly<Record<string, string>> = {}) =>
    (
      await post('/oauth/device_authorization', {
        client_id: 'platform-cli',
        device_name: 'lenas-laptop',
        ...form,
      })
    ).json;
  const poll = (device_code: string, client_id = 'platform-cli') =>
    post('/oauth/token', { grant_type: GRANT, client_id, device_code });
  const signedIn = async () => {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser);
    return browser;
  };
  const decide = async (user_code: string, decision: 'approve' | 'deny', browser?: PlainBrowser) => {
    const developer = browser ?? (await signedIn());
    return developer.submit(await developer.open(`/device?user_code=${user_code}`), { decision });
  };
  const works = async (token: string) =>
    (await fetch(`${platform.address}/api/dev/teams`, { headers: { authorization: `Bearer ${token}` } }))
      .status;

  test('a standard client signs in a device and gets a token for the management API', async () => {
    const { server, insecure } = await discover(platform);
    const client = { client_id: 'platform-cli' };
    const asked = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), {}, insecure);
    const codes = await oauth.processDeviceAuthorizationResponse(server, client, asked);
    expect(codes.verification_uri).toBe(`${platform.address}/device`);
    const ask = async () => {
      const answer = await oauth.deviceCodeGrantRequest(
        server,
        client,
        oauth.None(),
        codes.device_code,
        insecure,
      );
      return oauth.processDeviceCodeResponse(server, client, answer);
    };
    await expect(ask()).rejects.toMatchObject({ error: 'authorization_pending', status: 400 });
    const page = await decide(codes.user_code, 'approve');
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('Signed in')]);
    const token = await ask();
    expect(token).toMatchObject({ token_type: 'bearer', scope: 'develop-apps' });
    expect(token.access_token).toMatch(/^platform_pat_/);
    expect(await works(token.access_token)).toBe(200);
    await expect(ask()).rejects.toMatchObject({ error: 'invalid_grant' });
    await oauth.revocationRequest(server, client, oauth.None(), token.access_token, insecure);
    expect(await works(token.access_token)).toBe(401);
  });

  test("the page shows the device's name and address before approval", async () => {
    const { user_code } = await begin();
    const { html } = await (await signedIn()).open(
      `/device?user_code=${user_code.toLowerCase().replace('-', '')}`,
    );
    for (const shown of [user_code, 'lenas-laptop', '203.0.113.9', 'different network'])
      expect(html).toContain(shown);
  });

  test('a device that polls too soon gets slow_down', async () => {
    const { device_code } = await begin();
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
    expect((await poll(device_code)).json.error).toBe('slow_down');
    const paused = (seconds: number) =>
      platform.database.query(
        `UPDATE apps.device_codes SET polled_at = polled_at - $1 * interval '1 second' WHERE device_code_hash = $2`,
        [seconds, hashToken(device_code)],
      );
    await paused(3);
    expect((await poll(device_code)).json.error).toBe('slow_down');
    await paused(13);
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
  });

  test('a denied device sign-in ends with access_denied', async () => {
    const { device_code, user_code } = await begin();
    expect((await decide(user_code, 'deny')).html).toContain('Denied');
    expect(await poll(device_code)).toMatchObject({ status: 400, json: { error: 'access_denied' } });
  });

  test('a device sign-in ends with expired_token after ten minutes even if it was approved', async () => {
    const { device_code, user_code, expires_in } = await begin();
    expect(expires_in).toBe(600);
    await decide(user_code, 'approve');
    await platform.database.query(
      `UPDATE apps.device_codes SET expires_at = now() WHERE device_code_hash = $1`,
      [hashToken(device_code)],
    );
    expect(await poll(device_code)).toMatchObject({ status: 400, json: { error: 'expired_token' } });
    expect((await (await signedIn()).open(`/device?user_code=${user_code}`)).status).toBe(422);
  });

  test('concurrent polls get only one token', async () => {
    const { device_code, user_code } = await begin();
    await decide(user_code, 'approve');
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.error))).toEqual(new Set([undefined, 'invalid_grant']));
  });

  test('the database stores neither device code in readable form', async () => {
    const { device_code, user_code } = await begin();
    const rows = JSON.stringify(await platform.database.query('SELECT * FROM apps.device_codes'));
    for (const code of [device_code, user_code, user_code.replace('-', '')]) expect(rows).not.toContain(code);
  });

  test.each([
    ['another client id', { client_id: 'platform_client_x' }, 401, 'invalid_client'],
    ['no client id', { client_id: '' }, 401, 'invalid_client'],
    ['a scope of apps', { scope: 'read_bookings' }, 400, 'invalid_scope'],
    ['a name that hides characters', { device_name: 'lena\u202e' }, 400, 'invalid_request'],
    ['a name of 41 characters', { device_name: 'l'.repeat(41) }, 400, 'invalid_request'],
  ])('a device sign-in is refused for %s', async (_what, form, status, error) => {
    const answer = await post('/oauth/device_authorization', { client_id: 'platform-cli', ...form });
    expect(answer).toMatchObject({ status, json: { error, error_description: /./ }, cache: 'no-store' });
  });

  test('a poll for another client or without a code is refused', async () => {
    const { device_code } = await begin();
    expect(await poll(device_code, 'platform_client_x')).toMatchObject({ status: 401 });
    expect(await poll('')).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });

  test("a decision without the page's CSRF token is refused", async () => {
    const { user_code, device_code } = await begin();
    const browser = await signedIn();
    const form = new URLSearchParams({ user_code, decision: 'approve' });
    expect((await browser.post('/device', `${form}`)).status).toBe(403);
    expect((await poll(device_code)).json.error).toBe('authorization_pending');
  });

  test('a user with an old session must repeat the password before approving a device', async () => {
    const { user_code, device_code } = await begin();
    const browser = await signedIn();
    await platform.database.query(
      `UPDATE apps.host_sessions SET elevated_until = now() - interval '1 second'`,
    );
    const login = await decide(user_code, 'approve', browser);
    expect(new URL(login.url).pathname).toBe('/login');
    const { email, password } = demoAccount(platform, 'developer');
    const again = await browser.submit(login, { email, password });
    expect(new URL(again.url).search).toBe(`?user_code=${user_code}`);
    await browser.submit(again, { decision: 'approve' });
    expect((await poll(device_code)).status).toBe(200);
  });

  test('revoking a device token leaves tokens made in the panel intact', async () => {
    const pat = demoAccount(platform, 'developer').pat ?? '';
    expect((await post('/oauth/revoke', { client_id: 'platform-cli', token: pat })).status).toBe(200);
    expect(await works(pat)).toBe(200);
  });

  test('a suspended account gets no device token', async () => {
    const { user_code, device_code } = await begin();
    await decide(user_code, 'approve');
    const viewer = await operator(platform);
    const { email } = demoAccount(platform, 'developer');
    const [{ id } = { id: 0 }] = await platform.database.query<{ id: number }>(
      'SELECT id FROM apps.accounts WHERE email = $1',
      [email],
    );
    const set = (field: string) =>
      platform.execute<object, object>(
        { text: `mutation { ${field}(id: ${id}, reason: "Asked by the owner") { userErrors { code } } }` },
        {},
        { viewer, requestId: 'test' },
      );
    expect(await set('accountLock')).toEqual({ accountLock: { userErrors: [] } });
    expect((await poll(device_code)).json.error).toBe('invalid_grant');
    await set('accountUnlock');
    expect((await poll(device_code)).json.error).toBe('invalid_grant');
  });

  test('after ten incorrect codes, further codes are ignored', async () => {
    const { user_code } = await begin();
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser, 'outsider');
    const typed = Array.from({ length: 10 }, (_, n) => `BBBB-BBB${'BCDFGHJKLM'[n]}`);
    for (const code of typed) expect((await browser.open(`/device?user_code=${code}`)).status).toBe(422);
    expect((await browser.open(`/device?user_code=${user_code}`)).status).toBe(429);
    // Another account may still confirm the code.
    expect((await (await signedIn()).open(`/device?user_code=${user_code}`)).status).toBe(200);
  });

  test('one address can start at most 30 device sign-ins in ten minutes', async () => {
    const statuses: number[] = [];
    for (let n = 0; n <= DEVICE_SIGN_INS_PER_TEN_MINUTES; n += 1) {
      const form = { client_id: 'platform-cli' };
      statuses.push((await post('/oauth/device_authorization', form, '203.0.113.77')).status);
    }
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
  });
});
