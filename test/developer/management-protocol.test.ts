import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Developer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let dev: Developer;
let pat: string;

beforeAll(async () => {
  platform = await startPlatform();
  pat = platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '';
  dev = developer(platform.address, pat);
});
afterAll(() => platform.close());

/** Sends any body unchanged. */
const send = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${platform.address}/api/dev/${path}`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${pat}`, 'content-type': 'application/json', ...headers },
  });

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

describe('errors are problem details', () => {
  test('a problem contains only documented fields', async () => {
    const { status, headers, json } = await dev.call('GET', 'apps/never-made');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(json).toEqual({
      type: 'urn:platform:problem:not_found',
      title: 'Not found.',
      status: 404,
      detail: 'Your account has no "never-made".',
      code: 'not_found',
      message: 'Your account has no "never-made".',
      request_id: headers.get('x-request-id'),
      errors: {},
    });
  });

  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer platform_pat_wrong' }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['two tokens', { authorization: 'Bearer a b' }],
  ])('%s returns 401 unauthenticated', async (_title, headers: Record<string, string>) => {
    const response = await fetch(`${platform.address}/api/dev/teams`, { headers });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining(
        `resource_metadata="${platform.address}/.well-known/oauth-protected-resource/api/dev"`,
      ),
    ]);
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  test('a token without the ability develop-apps gets 403 missing_ability', async () => {
    const token = 'platform_pat_without-ability';
    await platform.database.query(
      `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
       SELECT id, 'none', '{}', encode(sha256($1::bytea), 'hex'), 'x', now() FROM apps.accounts LIMIT 1`,
      [token],
    );
    const powerless = developer(platform.address, token);
    for (const path of ['teams', 'apps', 'apps/x']) {
      const { status, json } = await powerless.call('GET', path);
      expect([status, json.code]).toEqual([403, 'missing_ability']);
    }
    await platform.database.query(`UPDATE apps.access_tokens SET revoked_at = now() WHERE name = 'none'`);
    expect((await powerless.call('GET', 'teams')).status).toBe(401);
  });

  test.each([
    ['POST', 'apps/x/installs'],
    ['DELETE', 'apps/x/installs'],
    ['POST', 'apps/x/installs/token'],
    ['GET', 'apps/x/forward'],
    ['GET', 'apps/x/deliveries'],
    ['GET', 'apps/x/deliveries/b5cf1b43-9a0e-4a8a-9d6f-6f6b6a4c3f10'],
  ])('%s %s without X-Platform-Team returns 400 team_header_required', async (method, path) => {
    const { status, json } = await dev.call(method, path);
    expect([status, json.code]).toEqual([400, 'team_header_required']);
  });

  test.each([
    ['GET', 'apps/x/deliveries'],
    ['GET', 'apps/x/deliveries/b5cf1b43-9a0e-4a8a-9d6f-6f6b6a4c3f10'],
    ['GET', 'apps/x/forward'],
    ['POST', 'apps/x/installs/token'],
  ])("%s %s for another account's team returns 403 team_forbidden", async (method, path) => {
    const { status, json } = await dev.call(method, path, { team: 'lakeside' });
    expect([status, json.code]).toEqual([403, 'team_forbidden']);
  });

  test.each([
    ['no JSON', '{', 400, 'bad_request'],
    ['a missing manifest', '{"name":"x"}', 400, 'bad_request'],
    ['a release that is a string', '{"name":"x","manifest":{},"release":"yes"}', 400, 'bad_request'],
    ['an array', '[]', 400, 'bad_request'],
  ])('%s in POST apps is refused', async (_title, body, status, code) => {
    const response = await send('apps', body);
    expect([response.status, await codeOf(response)]).toEqual([status, code]);
  });

  test('a body over 1 MB returns 413, and a slightly smaller body is read', async () => {
    const response = await send('apps/validate', JSON.stringify({ x: 'a'.repeat(1024 * 1024) }));
    expect([response.status, await codeOf(response)]).toEqual([413, 'payload_too_large']);
    const below = await send('apps/validate', JSON.stringify({ x: 'a'.repeat(1024 * 1024 - 100) }));
    expect(below.status).toBe(200);
  });

  test('a body with a non-JSON content type returns 415', async () => {
    const response = await send('apps', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' });
    expect([response.status, await codeOf(response)]).toEqual([415, 'unsupported_media_type']);
  });

  test.each(['%20', '..%2f..', 'a%27--', 'x'.repeat(4_000), '%F0%9F%8F%A0'])(
    "the slug %s isn't found",
    async (slug) => {
      for (const path of ['', '/versions', '/installs']) {
        const { status, json } = await dev.call('GET', `apps/${slug}${path}`);
        expect([status, json.code]).toEqual([404, 'not_found']);
      }
      expect((await dev.call('POST', `apps/${slug}/release`)).status).toBe(404);
      expect((await dev.call('DELETE', `apps/${slug}/installs`, { team: 'devteam' })).status).toBe(404);
      expect((await dev.call('GET', `apps/x/deliveries/${slug}`, { team: 'devteam' })).status).toBe(404);
    },
  );

  test.each([
    ['PUT', 'apps', 'GET, HEAD, POST'],
    ['PATCH', 'apps/x', 'GET, HEAD'],
    ['GET', 'apps/validate/', null],
    ['DELETE', 'apps/x/installs/token', 'POST'],
    ['POST', 'openapi.json', 'GET, HEAD'],
  ])("%s %s returns a problem that lists the path's methods in Allow: %s", async (method, path, allow) => {
    const { status, headers, json } = await dev.call(method, path);
    expect([status, json.code]).toEqual(allow ? [405, 'method_not_allowed'] : [404, 'not_found']);
    expect(headers.get('allow')).toBe(allow);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  test('an unknown path returns a 404 problem', async () => {
    const { status, json } = await dev.call('GET', 'nothing');
    expect([status, json.code]).toEqual([404, 'not_found']);
  });

  test('a malformed URL returns a 400 problem', async () => {
    const { status, headers, json } = await dev.call('GET', 'apps/%zz');
    expect([status, json.code]).toEqual([400, 'bad_request']);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });
});

test.each(['lakeside.localhost', 'unknown.example'])(
  "the management API doesn't exist under the domain %s",
  async (host) => {
    const status = await new Promise((done) => {
      const headers = { authorization: `Bearer ${pat}`, host };
      get(`${platform.address}/api/dev/teams`, { headers }, (response) => done(response.resume().statusCode));
    });
    expect(status).toBe(404);
  },
);

describe('limits', () => {
  test('a token gets 120 requests a minute, with a separate limit for forward', async () => {
    const { token } = await freshToken();
    const other = developer(platform.address, token);
    const first = await other.call('GET', 'teams');
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=120;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"requests";r=119;t=\d+$/);
    await Promise.all(Array.from({ length: 119 }, () => other.call('GET', 'teams')));
    const over = await other.call('GET', 'teams');
    expect([over.status, over.json.code]).toEqual([429, 'rate_limited']);
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
    const polled = await other.call('GET', 'apps/x/forward', { team: 'devteam' });
    expect([polled.status, polled.headers.get('ratelimit-policy')]).toEqual([404, '"polls";q=120;w=60']);
    expect((await dev.call('GET', 'teams')).status).toBe(200);
  });

  test('requests with unknown tokens count toward the budget of their address', async () => {
    const guess = (n: number) => developer(platform.address, `platform_pat_guess-${n}`).call('GET', 'teams');
    const before = await limitRows();
    const answers = await Promise.all(Array.from({ length: 140 }, (_, n) => guess(n)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"strangers";q=120;w=60');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await dev.call('GET', 'teams')).status).toBe(200);
    expect((await limitRows()) - before).toBeLessThanOrEqual(2);
  });

  test("a token's use is recorded at most once a minute", async () => {
    const { token, id } = await freshToken();
    const other = developer(platform.address, token);
    const used = async () =>
      (
        await platform.database.query<{ last: string }>(
          `SELECT last_used_at::text AS last FROM apps.access_tokens WHERE id = $1`,
          [id],
        )
      )[0]?.last;
    expect(await used()).toBeNull();
    await other.call('GET', 'teams');
    const first = await used();
    expect(first).not.toBeNull();
    await other.call('GET', 'teams');
    expect(await used()).toBe(first);
    await platform.database.query(
      `UPDATE apps.access_tokens SET last_used_at = now() - interval '61 seconds' WHERE id = $1`,
      [id],
    );
    await other.call('GET', 'teams');
    expect(await used()).not.toBe(first);
  });
});

async function limitRows(): Promise<number> {
  const [row] = await platform.database.query<{ n: number }>('SELECT count(*)::int AS n FROM rate_limits');
  return row?.n ?? 0;
}

let made = 0;
async function freshToken(): Promise<{ token: string; id: number }> {
  made += 1;
  const token = `platform_pat_fresh-${made}`;
  const [row] = await platform.database.query<{ id: number }>(
    `INSERT INTO apps.access_tokens (account_id, name, abilities, token_hash, hint, created_at)
     SELECT id, 'fresh', '{develop-apps}', encode(sha256($1::bytea), 'hex'), 'x', now()
     FROM apps.accounts WHERE email = 'developer@demo.test' RETURNING id`,
    [token],
  );
  return { token, id: row?.id ?? 0 };
}

describe('secrets in answers', () => {
  test("responses with secrets can't be cached", async () => {
    const { headers } = await dev.call('POST', 'apps', { body: { name: 'Cache', manifest: MANIFEST } });
    expect(headers.get('cache-control')).toBe('no-store');
  });
});
