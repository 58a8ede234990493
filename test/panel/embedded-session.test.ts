import { verifySessionToken } from '@platform/app-sdk';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { ask } from '../support/developer.ts';
import { type EmbeddedApp, installEmbeddedApp, movePage } from '../support/embedded-app.ts';
import { type PlainBrowser, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/embedded-pages.md#page.

const PAGE = 'https://crew.example.com/board?view=week';

let platform: TestPlatform;
let browser: PlainBrowser;
let csrf: string;
let app: EmbeddedApp;

beforeAll(async () => {
  platform = await startPlatform();
  browser = plainBrowser(platform.address);
  await signIn(platform, browser, 'host');
  app = await installEmbeddedApp(platform, await demoHost(platform, 'lakeside'), PAGE);
  csrf = (await readJson(await send('GET', '/panel/session'))).csrf_token;
});
afterAll(() => platform.close());

const send = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${platform.address}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
    },
  });

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
const readJson = async (response: Response): Promise<any> => response.json();

const mint = (slug: string, headers: Readonly<Record<string, string>> = {}) =>
  send('POST', `/panel/apps/${slug}/session`, { 'x-csrf-token': csrf, ...headers });

const policyOf = async (path: string) =>
  (await send('GET', path)).headers.get('content-security-policy') ?? '';

const asHost = async <R>(text: string, variables: Readonly<Record<string, unknown>>) =>
  ask<R>(platform, (await demoHost(platform, 'lakeside')).host, text, variables);

describe('a session token', () => {
  test('an app verifies a session token with its client secret', async () => {
    const response = await mint(app.slug, { 'x-platform-team': 'lakeside' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const { token, ...rest } = await readJson(response);
    expect(rest).toEqual({});
    const claims = await verifySessionToken(token, app);
    const { accountId, teamId } = (await demoHost(platform, 'lakeside')).host;
    expect(claims).toEqual({
      iss: 'platform',
      aud: app.clientId,
      team_id: teamId,
      user_id: accountId,
      install_id: app.viewer.installId,
      iat: expect.any(Number),
      exp: claims.iat + 300,
    });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
  });

  test('a session token requested without a team is for the team that installed the app', async () => {
    const { token } = await readJson(await mint(app.slug));
    expect(decodeJwt(token)).toMatchObject({ install_id: app.viewer.installId });
  });

  test.each([
    ['no one who is signed in', 401, { cookie: '' }],
    ['a call without a CSRF token', 403, { 'x-csrf-token': '' }],
    ['a call with a wrong CSRF token', 403, { 'x-csrf-token': 'wrong' }],
    ['a foreign origin', 403, { origin: 'https://crew.example.com' }],
    ['a team of others', 403, { 'x-platform-team': 'alpine' }],
    ['an own team without the app', 404, { 'x-platform-team': 'harbour' }],
  ])('a token request from %s returns %i without a token', async (_who, status, headers) => {
    const response = await mint(app.slug, headers);
    expect(response.status).toBe(status);
    expect(await readJson(response)).not.toHaveProperty('token');
  });

  test("another team's app, an unknown app and an app without a page get no session token", async () => {
    const others = await installEmbeddedApp(platform, await demoHost(platform, 'alpine'), PAGE);
    const lakeside = await demoHost(platform, 'lakeside');
    const plain = await installEmbeddedApp(platform, lakeside, PAGE, { app_page: {} });
    for (const slug of [others.slug, 'no-such-app', 'NO%2Fslug', plain.slug]) {
      expect([slug, (await mint(slug)).status]).toEqual([slug, 404]);
      expect(await policyOf(`/panel/apps/${slug}`)).toContain("frame-src 'none'");
    }
  });

  test('a session token is signed with the new client secret immediately after a rotation', async () => {
    const rotated = await asHost<{ appClientSecretRotate: { clientSecret: string } }>(
      'mutation ($slug: String!) { appClientSecretRotate(slug: $slug) { clientSecret } }',
      { slug: app.slug },
    );
    const { token } = await readJson(await mint(app.slug));
    await expect(verifySessionToken(token, app)).rejects.toMatchObject({ code: 'bad_signature' });
    const { clientSecret } = rotated.appClientSecretRotate;
    await expect(verifySessionToken(token, { ...app, clientSecret })).resolves.toBeDefined();
  });

  test('an uninstalled app gets no session token', async () => {
    const gone = await installEmbeddedApp(platform, await demoHost(platform, 'lakeside'), PAGE);
    expect((await mint(gone.slug)).status).toBe(200);
    await asHost('mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { message } } }', {
      slug: gone.slug,
    });
    expect((await mint(gone.slug)).status).toBe(404);
    expect(await policyOf(`/panel/apps/${gone.slug}`)).toContain("frame-src 'none'");
  });
});

describe('session tokens', () => {
  test('a person can request at most 20 session tokens per app in a burst', async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const [eager, calm] = [
      await installEmbeddedApp(platform, lakeside, PAGE),
      await installEmbeddedApp(platform, lakeside, PAGE),
    ];
    const responses: Response[] = [];
    while (responses.length < 60 && responses.at(-1)?.status !== 429) responses.push(await mint(eager.slug));
    expect(responses.slice(0, 20).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const refusal = responses.at(-1);
    expect(refusal?.status).toBe(429);
    expect(['1', '2']).toContain(refusal?.headers.get('retry-after'));
    expect(await refusal?.json()).toEqual({
      errors: [{ message: expect.stringContaining('Try again in'), extensions: { code: 'THROTTLED' } }],
    });
    expect((await mint(calm.slug)).status).toBe(200);
  });
});

describe('the document of an embedded page', () => {
  test("an embedded page's document can frame only the origin of app_page.url", async () => {
    const { headers } = await send('GET', `/panel/apps/${app.slug}`);
    expect(headers.get('content-security-policy')).toMatch(
      /(^|; )frame-src https:\/\/crew\.example\.com(;|$)/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('no other panel page can frame any document', async () => {
    for (const path of ['/panel', '/panel/apps', `/panel/apps/${app.slug}/details`]) {
      expect(await policyOf(path)).toMatch(/(^|; )frame-src 'none'(;|$)/);
    }
  });
});

describe("a page on one of the platform's own addresses", () => {
  test("pushing a page at one of the platform's own addresses fails", async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    await expect(installEmbeddedApp(platform, lakeside, 'https://lakeside.localhost/board')).rejects.toThrow(
      'belongs to the platform',
    );
  });

  test("a page isn't shown if its address later becomes one of the platform's own", async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const own = await installEmbeddedApp(platform, lakeside, 'https://board.example/');
    await movePage(platform, own.slug, `http://localhost:${platform.port}/`);
    expect((await mint(own.slug)).status).toBe(409);
    expect(await policyOf(`/panel/apps/${own.slug}`)).toContain("frame-src 'none'");
  });
});
