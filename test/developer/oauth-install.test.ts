import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { SCOPES } from '#manifest/vocabulary.ts';
import { OPENED } from '#schema/generated/permissions.ts';
import { permissionWords } from '#subgraphs/apps/installs/domain/permission-words.ts';
import {
  authorizeUrl,
  consent,
  demoAccount,
  discover,
  exchange,
  formOf,
  isAlive,
  MANIFEST,
  newOauthApp,
  type OauthApp,
  type PlainBrowser,
  panelHeaders,
  plainBrowser,
  REDIRECT_URI,
  signIn,
  tokenRequest,
} from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/oauth.md#flow.

let platform: TestPlatform;
let browser: PlainBrowser;

beforeAll(async () => {
  platform = await startPlatform();
  browser = plainBrowser(platform.address);
  await signIn(platform, browser);
});
afterAll(() => platform.close());

const codeFor = async (app: OauthApp, parameters: Record<string, string> = {}) =>
  (await consent(browser, authorizeUrl(app, parameters))).searchParams.get('code') ?? '';

/** Sets the billing like the developer does in the panel. */
async function setBilling(app: OauthApp, billing: 'platform' | 'external'): Promise<void> {
  const response = await fetch(`${platform.address}/panel/graphql`, {
    method: 'POST',
    headers: await panelHeaders(browser),
    body: JSON.stringify({
      query: `mutation ($slug: String!, $billing: AppBilling!) {
        appBillingSet(slug: $slug, billing: $billing) { app { billing } userErrors { code } }
      }`,
      variables: { slug: app.slug, billing },
    }),
  });
  expect(await response.json()).toMatchObject({
    data: { appBillingSet: { app: { billing }, userErrors: [] } },
  });
}

const installOf = async (app: OauthApp) => {
  const [install] = await platform.database.query<{
    scopes: string[];
    capabilities: string[];
    tokens: number;
  }>(
    `SELECT i.scopes, i.capabilities,
       (SELECT count(*)::int FROM apps.runtime_tokens r WHERE r.install_id = i.id AND r.revoked_at IS NULL) AS tokens
     FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1 AND i.is_active`,
    [app.slug],
  );
  return install;
};

describe('the way through', () => {
  test.each([
    ['in the body', oauth.ClientSecretPost],
    ['by Basic', oauth.ClientSecretBasic],
  ])('a standard client installs the app with PKCE and its secret %s', async (_how, authentication) => {
    const app = await newOauthApp(platform);
    const { server, insecure } = await discover(platform);
    const client = { client_id: app.clientId };
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const url = new URL(server.authorization_endpoint ?? '');
    url.search = `${new URLSearchParams({
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: REDIRECT_URI,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })}`;

    const somebody = plainBrowser(platform.address);
    const { email, password } = demoAccount(platform, 'developer');
    const login = await somebody.open(url.href);
    expect(new URL(login.url).pathname).toBe('/login');
    const picker = await somebody.submit(login, { email, password });
    expect(new URL(picker.url).pathname).toBe('/oauth/authorize');
    const asked = await somebody.submit(picker, { team: 'devteam' });
    expect(asked.html).toContain('See your tasks');
    expect(asked.html).toContain('See your bookings');
    const back = await somebody.submit(asked, { decision: 'approve' });
    expect(back.status).toBe(303);

    const answer = oauth.validateAuthResponse(server, client, new URL(back.url), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      authentication(app.clientSecret),
      answer,
      REDIRECT_URI,
      verifier,
      insecure,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    const granted = await oauth.processAuthorizationCodeResponse(server, client, response);
    expect(granted).toEqual({
      access_token: expect.stringMatching(/^platform_app_[\w-]{43}$/),
      token_type: 'bearer',
      scope: 'read_tasks read_bookings',
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    expect(await isAlive(platform, granted.access_token)).toBe(true);

    const revoked = await oauth.revocationRequest(
      server,
      client,
      authentication(app.clientSecret),
      granted.access_token,
      insecure,
    );
    await oauth.processRevocationResponse(revoked);
    expect(await isAlive(platform, granted.access_token)).toBe(false);
  });

  test("the guide's exchange before the review installs an unreleased version with a local redirect URI", async () => {
    const guide = await readFile('docs/guides/install-through-oauth.md', 'utf8');
    const [, practice = ''] = guide.split('\n## Try it on your own machine\n');
    const [, url = ''] = /```\n(http:\S+)\n```/.exec(practice) ?? [];
    const command = /```sh\n(\. \.\/\.env\n.*?)```/s.exec(practice)?.[1] ?? '';
    const local = 'https://localhost:3000/oauth/callback';
    const app = await newOauthApp(platform, { oauth: { redirect_uris: [REDIRECT_URI, local] } }, 'public');
    const back = await consent(
      browser,
      url.replace('platform_client_…', app.clientId).replace(/^.*:4000/, ''),
    );
    expect(back.href).toContain(`${local}?code=`);

    const folder = await mkdtemp(join(tmpdir(), 'oauth-practice-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const variables = {
      PLATFORM_API_URL: platform.address,
      PLATFORM_CLIENT_ID: app.clientId,
      PLATFORM_CLIENT_SECRET: app.clientSecret,
    };
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(join(folder, '.env'), lines.join(''));
    const env = { PATH: process.env.PATH, CODE: back.searchParams.get('code') ?? '' };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder, env });
    expect(JSON.parse(stdout)).toMatchObject({
      access_token: expect.stringMatching(/^platform_app_/),
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
  });

  test('the app is installed only when it exchanges its code', async () => {
    const app = await newOauthApp(platform);
    const code = await codeFor(app);
    expect(await installOf(app)).toBeUndefined();
    expect((await exchange(platform, app, { code })).status).toBe(200);
    expect(await installOf(app)).toMatchObject({ tokens: 1 });
  });

  test('the state is returned unchanged', async () => {
    const redirect_uri = `${REDIRECT_URI}?tenant=a%20b&x=%2F`;
    const app = await newOauthApp(platform, { oauth: { redirect_uris: [redirect_uri] } });
    const state = 'a+b &c=%2F"<é>';
    const back = await consent(browser, authorizeUrl(app, { redirect_uri, state }));
    expect(back.href.startsWith(`${redirect_uri}&`)).toBe(true);
    expect(back.searchParams.get('state')).toBe(state);
    expect(back.searchParams.get('iss')).toBe(platform.address);
  });

  test('only denying consent returns an error to the app', async () => {
    const app = await newOauthApp(platform);
    const back = await consent(browser, authorizeUrl(app), { decision: 'deny' });
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT_URI);
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a state',
      iss: platform.address,
    });
    expect(await installOf(app)).toBeUndefined();
  });
});

describe('reconnecting a team', () => {
  test('reconnecting merges scopes and keeps the earlier token', async () => {
    const app = await newOauthApp(platform);
    const first = (await exchange(platform, app, { code: await codeFor(app, { scope: 'read_tasks' }) })).json;
    expect(first.scope).toBe('read_tasks');
    const second = (await exchange(platform, app, { code: await codeFor(app, { scope: 'read_bookings' }) }))
      .json;
    expect(second.scope).toBe('read_tasks read_bookings');
    expect(second.webhook_secret).toBe(first.webhook_secret);
    expect(second.access_token).not.toBe(first.access_token);
    expect(await isAlive(platform, first.access_token)).toBe(true);
    expect(await isAlive(platform, second.access_token)).toBe(true);
  });

  test('the consent page marks new scopes and shows existing ones', async () => {
    const app = await newOauthApp(platform);
    await exchange(platform, app, { code: await codeFor(app, { scope: 'read_tasks' }) });
    const picker = await browser.open(authorizeUrl(app));
    expect(picker.html).toContain('Already connected');
    const asked = await browser.submit(picker, { team: 'devteam' });
    expect(asked.html).toMatch(/See your bookings<\/strong> <span class="new">New/);
    expect(asked.html).not.toMatch(/See your tasks<\/strong> <span class="new">New/);
    const less = await browser.submit(await browser.open(authorizeUrl(app, { scope: 'read_bookings' })));
    expect(less.html).toMatch(/It keeps[\s\S]*See your tasks/);
  });

  test('two concurrent code exchanges create one install with both grants', async () => {
    const app = await newOauthApp(platform);
    const codes = [
      await codeFor(app, { scope: 'read_tasks' }),
      await codeFor(app, { scope: 'read_bookings' }),
    ];
    const answers = await Promise.all(codes.map((code) => exchange(platform, app, { code })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const install = await installOf(app);
    expect(install?.scopes.toSorted()).toEqual(['read_bookings', 'read_tasks']);
    expect(install?.tokens).toBe(2);
    expect(new Set(answers.map(({ json }) => json.webhook_secret)).size).toBe(1);
  });

  test("the consent page describes each scope's access", async () => {
    const scopes = ['read_tasks', 'write_bookings', 'read_conversations'];
    const app = await newOauthApp(platform, { scopes });
    const { html: escaped } = await browser.submit(await browser.open(authorizeUrl(app)), {
      team: 'devteam',
    });
    const html = escaped.replaceAll('&#39;', "'");
    for (const scope of scopes) {
      const { title, text } = permissionWords(scope, OPENED);
      expect(html).toContain(`<strong>${title}</strong><small>${text}</small>`);
    }
    expect(html).toContain(
      '<strong>Read your messages</strong><small>Messages between you and your guests.</small>',
    );
  });

  test('a version released during consent is shown before approval', async () => {
    const app = await newOauthApp(platform);
    const asked = await browser.submit(await browser.open(authorizeUrl(app)), { team: 'devteam' });
    await app.push({ ...MANIFEST, capabilities: ['act_as_assignment_provider'] });
    const again = await browser.submit(asked, { decision: 'approve' });
    expect(again.html).toContain('Assign people to your tasks');
    const back = new URL((await browser.submit(again, { decision: 'approve' })).url);
    await exchange(platform, app, { code: back.searchParams.get('code') });
    expect(await installOf(app)).toMatchObject({ capabilities: ['act_as_assignment_provider'] });
  });
});

describe('a code', () => {
  test('metadata names every scope available to apps', async () => {
    const { server } = await discover(platform);
    expect(server.scopes_supported).toEqual(SCOPES);
  });

  test('a code reused within 2 s is only refused', async () => {
    const app = await newOauthApp(platform);
    const code = await codeFor(app);
    const { json } = await exchange(platform, app, { code });
    const again = await exchange(platform, app, { code });
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
    expect(await isAlive(platform, json.access_token)).toBe(true);
  });

  test('a code reused after 2 s is refused and revokes its first token', async () => {
    const app = await newOauthApp(platform);
    const code = await codeFor(app);
    const { json } = await exchange(platform, app, { code });
    expect(await isAlive(platform, json.access_token)).toBe(true);
    await platform.database.query(
      `UPDATE apps.authorization_codes SET consumed_at = consumed_at - interval '2.1 seconds'`,
    );
    const again = await exchange(platform, app, { code });
    expect(again.status).toBe(400);
    expect(again.json.error).toBe('invalid_grant');
    expect(await isAlive(platform, json.access_token)).toBe(false);
  });

  test('a code exchanged 50 times concurrently succeeds once', async () => {
    const app = await newOauthApp(platform);
    const code = await codeFor(app);
    const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(platform, app, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status === 400);
    expect(losers).toHaveLength(49);
    expect(new Set(losers.map(({ json }) => json.error))).toEqual(new Set(['invalid_grant']));
    const [{ count } = { count: 0 }] = await platform.database.query<{ count: number }>(
      `SELECT count(*)::int FROM apps.runtime_tokens r JOIN apps.installs i ON i.id = r.install_id
       JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
      [app.slug],
    );
    expect(count).toBe(1);
  });

  test('a code works only for its own client and redirect URI', async () => {
    const other = `${REDIRECT_URI}/other`;
    const app = await newOauthApp(platform, { oauth: { redirect_uris: [REDIRECT_URI, other] } });
    const stranger = await newOauthApp(platform);
    const code = await codeFor(app);
    for (const attempt of [
      exchange(platform, stranger, { code }),
      exchange(platform, app, { code, redirect_uri: other }),
      exchange(platform, app, { code, redirect_uri: null }),
      exchange(platform, app, { code: `${code}x` }),
      exchange(platform, app, { code: null }),
      exchange(platform, app, { code, code_verifier: 'a'.repeat(43) }),
    ]) {
      const { status, json } = await attempt;
      expect([status, json.error]).toEqual([400, 'invalid_grant']);
    }
    expect((await exchange(platform, app, { code })).status).toBe(200);
  });

  test('a code with a challenge needs the matching verifier', async () => {
    const app = await newOauthApp(platform);
    const verifier = oauth.generateRandomCodeVerifier();
    const code = await codeFor(app, {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    expect((await exchange(platform, app, { code })).json.error).toBe('invalid_grant');
    const wrong = oauth.generateRandomCodeVerifier();
    expect((await exchange(platform, app, { code, code_verifier: wrong })).json.error).toBe('invalid_grant');
    expect((await exchange(platform, app, { code, code_verifier: verifier })).status).toBe(200);
  });
});

describe('the token endpoint', () => {
  test('the token endpoint checks in order: grant type, client, paid app, code', async () => {
    const app = await newOauthApp(platform);
    const errorOf = async (parameters: Record<string, string | null>) => {
      const { status, json } = await exchange(platform, app, { code: 'x', ...parameters });
      return [status, json.error];
    };
    const wrong = { client_secret: 'wrong' };
    expect(await errorOf({ grant_type: 'client_credentials', ...wrong })).toEqual([
      400,
      'unsupported_grant_type',
    ]);
    expect(await errorOf({ grant_type: null })).toEqual([400, 'unsupported_grant_type']);
    expect(await errorOf(wrong)).toEqual([401, 'invalid_client']);
    expect(await errorOf({ client_secret: null })).toEqual([401, 'invalid_client']);
    expect(await errorOf({ client_id: 'platform_client_nobody' })).toEqual([401, 'invalid_client']);
    await setBilling(app, 'platform');
    expect(await errorOf(wrong)).toEqual([401, 'invalid_client']);
    expect(await errorOf({})).toEqual([400, 'unauthorized_client']);
    expect((await browser.open(authorizeUrl(app))).status).toBe(400);
    await setBilling(app, 'external');
    expect(await errorOf({})).toEqual([400, 'invalid_grant']);
  });

  test('the token endpoint refuses repeated parameters and double authentication', async () => {
    const app = await newOauthApp(platform);
    const body = `grant_type=authorization_code&client_id=${app.clientId}&client_secret=${app.clientSecret}&code=a`;
    const twice = await tokenRequest(platform, `${body}&code=b`);
    expect([twice.status, twice.json.error]).toEqual([400, 'invalid_request']);
    const basic = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`;
    const both = await tokenRequest(platform, body, { authorization: basic });
    expect([both.status, both.json.error]).toEqual([400, 'invalid_request']);
    const json = await tokenRequest(platform, '{}', { 'content-type': 'application/json' });
    expect([json.status, json.json.error]).toEqual([400, 'invalid_request']);
    expect(json.headers.get('cache-control')).toBe('no-store');
  });

  test('a rotated client secret applies from the next exchange on', async () => {
    const app = await newOauthApp(platform);
    const { json } = await exchange(platform, app, { code: await codeFor(app) });
    const code = await codeFor(app);
    const response = await fetch(`${platform.address}/api/dev/apps/${app.slug}/client-secret`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demoAccount(platform, 'developer').pat}` },
    });
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
    const { client_secret }: any = await response.json();
    expect((await exchange(platform, app, { code })).json.error).toBe('invalid_client');
    expect((await exchange(platform, app, { code, client_secret })).status).toBe(200);
    expect(await isAlive(platform, json.access_token)).toBe(true);
  });

  test('the token endpoint accepts 120 requests a minute per client', async () => {
    const app = await newOauthApp(platform);
    const other = await newOauthApp(platform);
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => exchange(platform, app, { code: 'x' })),
    );
    const held = answers.filter(({ status }) => status === 429);
    expect(held).toHaveLength(5);
    expect(Number(held[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await exchange(platform, other, { code: 'x' })).status).toBe(400);
  });

  test('revoking an unknown token changes nothing', async () => {
    const app = await newOauthApp(platform);
    const stranger = await newOauthApp(platform);
    const { json } = await exchange(platform, app, { code: await codeFor(app) });
    const revoke = (client_secret: string, token: string) =>
      fetch(`${platform.address}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: stranger.clientId, client_secret, token }),
      });
    expect((await revoke(stranger.clientSecret, json.access_token)).status).toBe(200);
    expect((await revoke(stranger.clientSecret, 'platform_app_unknown')).status).toBe(200);
    expect((await revoke('wrong', json.access_token)).status).toBe(401);
    expect(await isAlive(platform, json.access_token)).toBe(true);
  });
});

describe('an app in review', () => {
  test("a public app's developer can install it over OAuth before its review, for development", async () => {
    const app = await newOauthApp(platform, {}, 'public');
    const { json } = await exchange(platform, app, { code: await codeFor(app) });
    expect(json).toMatchObject({ scope: 'read_tasks read_bookings', webhook_secret: expect.any(String) });
    expect(await isAlive(platform, json.access_token)).toBe(true);
    const installs = await platform.database.query(
      `SELECT i.is_dev_install AS dev FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
      [app.slug],
    );
    expect(installs).toEqual([{ dev: true }]);
  });

  test('other accounts get no team to choose for an app in review, and no code', async () => {
    const app = await newOauthApp(platform, {}, 'public');
    const host = plainBrowser(platform.address);
    await signIn(platform, host, 'host');
    const page = await host.open(authorizeUrl(app));
    expect([page.status, page.html]).toEqual([
      400,
      expect.stringMatching(/The app isn(’|&#39;|')t available yet/),
    ]);
    expect(page.html).not.toContain('Release one');
    const { fields } = formOf((await browser.open(authorizeUrl(app))).html);
    const csrf_token = JSON.parse((await host.open('/panel/session')).html).csrf_token;
    const decided = await host.post(
      '/oauth/authorize/decision',
      `${new URLSearchParams({ ...fields, csrf_token, team: 'lakeside', version: '1', decision: 'approve' })}`,
    );
    expect([decided.status, new URL(decided.url).origin]).toEqual([400, platform.address]);
  });
});

test('a code expires after OAUTH_CODE_TTL', async () => {
  const short = await startPlatform({ OAUTH_CODE_TTL: 'PT0.001S' });
  try {
    const app = await newOauthApp(short);
    const somebody = plainBrowser(short.address);
    await signIn(short, somebody);
    const code = (await consent(somebody, authorizeUrl(app))).searchParams.get('code');
    const { status, json } = await exchange(short, app, { code });
    expect([status, json.error]).toEqual([400, 'invalid_grant']);
    expect(json.error_description).toContain('expired');
  } finally {
    await short.close();
  }
});

test('the forms contain their whole request in hidden fields', async () => {
  const app = await newOauthApp(platform);
  const picker = await browser.open(authorizeUrl(app, { scope: 'read_tasks' }));
  expect(formOf(picker.html)).toEqual({
    action: '/oauth/authorize/team',
    fields: {
      response_type: 'code',
      client_id: app.clientId,
      redirect_uri: REDIRECT_URI,
      state: 'a state',
      scope: 'read_tasks',
      csrf_token: expect.any(String),
      team: 'devteam',
    },
  });
});
