import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({});
});
afterAll(() => platform.close());

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const send = async (path: string, method: (typeof METHODS)[number], host = 'localhost') => {
  const { statusCode, headers, body } = await request(`${platform.address}${path}`, {
    method,
    headers: { host },
  });
  await body.dump();
  return { status: statusCode, allow: headers.allow };
};

test.each([
  ['/.well-known/ucp', 'GET, HEAD'],
  ['/.well-known/acp.json', 'GET, HEAD'],
  ['/.well-known/security.txt', 'GET, HEAD'],
  ['/.well-known/change-password', 'GET, HEAD'],
  ['/.well-known/oauth-protected-resource/api/dev', 'GET, HEAD'],
  ['/', 'GET, HEAD'],
  ['/stays/1?adults=2', 'GET, HEAD'],
  ['/consent', 'POST'],
  ['/robots.txt', 'GET, HEAD'],
  ['/healthz', 'GET, HEAD'],
  ['/panel/session', 'GET, HEAD'],
  ['/api/mcp', 'POST'],
  ['/oauth/token', 'POST'],
  ['/api/dev/teams', 'GET, HEAD'],
  ['/developer/api/unstable/graphql', 'GET, POST'],
])('%s refuses every other method with Allow: %s', async (path, allow) => {
  for (const method of METHODS) {
    if (allow.split(', ').includes(method)) continue;
    expect([method, await send(path, method)]).toEqual([method, { status: 405, allow }]);
  }
});

test('an unknown path returns 404 for every method', async () => {
  for (const method of METHODS) expect((await send('/nothing/here', method)).status, method).toBe(404);
});

test("a page from the platform's own site is unknown under a storefront's domain", async () => {
  expect(await send('/login', 'DELETE', 'lakeside.localhost')).toEqual({ status: 404 });
});
