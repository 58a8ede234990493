import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, type PlainBrowser, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// docs/interface/host.md#host-api: host API, /panel.

let platform: TestPlatform;
let browser: PlainBrowser;
let csrf: string;

beforeAll(async () => {
  platform = await startPlatform();
  browser = plainBrowser(platform.address);
  await signIn(platform, browser, 'host');
  csrf = (await (await call('GET', '/panel/session')).json()).csrf_token;
});
afterAll(() => platform.close());

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
type Answer = Omit<Response, 'json'> & { readonly json: () => Promise<any> };

const call = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: unknown,
): Promise<Answer> =>
  fetch(`${platform.address}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const graphql = (query: string, headers: Readonly<Record<string, string>> = {}) =>
  call('POST', '/panel/graphql', { 'x-csrf-token': csrf, ...headers }, { query });

describe('the session', () => {
  test('the session returns the account, its teams and the CSRF token', async () => {
    const response = await call('GET', '/panel/session');
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      csrf_token: expect.any(String),
      account: { email: 'host@demo.test', operator: false },
      teams: [{ slug: 'lakeside' }, { slug: 'harbour' }],
    });
    expect(await (await call('GET', '/panel')).text()).toContain(
      `<meta name="csrf-token" content="${csrf}">`,
    );
  });

  test('the panel without a session redirects to sign-in and back', async () => {
    const nobody = { cookie: '' };
    expect((await call('GET', '/panel/session', nobody)).status).toBe(401);
    expect((await graphql('{ teams { slug } }', nobody)).status).toBe(401);
    for (const path of ['/panel', '/panel/apps/turnover-crew']) {
      const response = await call('GET', path, nobody);
      expect(response.status).toBe(303);
      expect(response.headers.get('location')).toBe(`/login?${new URLSearchParams({ return_to: path })}`);
    }
  });

  test('signing out ends the session and needs the CSRF token', async () => {
    const other = plainBrowser(platform.address);
    const page = await signIn(platform, other, 'host');
    expect(new URL(page.url).pathname).toBe('/panel');
    const { sid } = Object.fromEntries(other.cookies);
    expect((await other.submit(page, { csrf_token: 'x' })).status).toBe(403);
    expect(formOf(page.html).action).toBe('/panel/logout');
    await other.submit(page);
    expect((await call('GET', '/panel/session', { cookie: `sid=${sid}` })).status).toBe(401);
  });
});

describe('GraphQL of the host panel', () => {
  test('panel GraphQL runs as the host on the team in X-Platform-Team', async () => {
    const response = await graphql('{ installs { id } team(slug: "lakeside") { name } }', {
      'x-platform-team': 'lakeside',
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      data: { installs: [], team: { name: expect.any(String) } },
    });
  });

  test('panel GraphQL creates an access token for the management API', async () => {
    const made = await graphql(
      'mutation { accessTokenCreate(input: { name: "Laptop", abilities: ["develop-apps"] }) { token userErrors { code } } }',
    );
    const { token } = (await made.json()).data.accessTokenCreate;
    const teams = await fetch(`${platform.address}/api/dev/teams`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(teams.status).toBe(200);
  });

  test.each([
    ['without a CSRF token', { 'x-csrf-token': '' }],
    ['with a wrong CSRF token', { 'x-csrf-token': 'wrong' }],
    ['from a foreign origin', { origin: 'https://evil.test' }],
    ['from an opaque origin', { origin: 'null' }],
    ['for a team of others', { 'x-platform-team': 'alpine' }],
  ])('a panel request %s is refused', async (_how, headers) => {
    const response = await graphql('{ teams { slug } }', headers);
    expect(response.status).toBe(403);
    expect((await response.json()).errors[0].extensions.code).toBe('ACCESS_DENIED');
  });

  test('a panel request from its own origin succeeds', async () => {
    expect((await graphql('{ teams { slug } }', { origin: platform.address })).status).toBe(200);
  });

  test('panel GraphQL hides internal fields', async () => {
    const refused = await graphql('mutation { hostSignOut }');
    expect((await refused.json()).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const { data } = await (await graphql('{ __schema { mutationType { fields { name } } } }')).json();
    expect(data.__schema.mutationType.fields.map(({ name }: { name: string }) => name)).toContain(
      'storefrontUpdate',
    );
  });
});
