import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

test.each([
  '/',
  '/login',
  '/panel',
  '/panel/session',
  '/api/dev/apps',
  '/developer/api/unstable/graphql',
  '/.well-known/ucp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource/api/dev',
  '/device',
  '/healthz',
  '/there-is-nothing-here',
])('%s responds with nosniff, a permissions policy and, over https, HSTS', async (path) => {
  const plain = await fetch(platform.address + path, { redirect: 'manual' });
  expect(plain.headers.get('x-content-type-options')).toBe('nosniff');
  expect(plain.headers.get('permissions-policy')).toContain('camera=()');
  expect(plain.headers.get('strict-transport-security')).toBeNull();
  const secure = await fetch(platform.address + path, {
    redirect: 'manual',
    headers: { 'x-forwarded-proto': 'https' },
  });
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test("a malformed URL's response has the security headers too", async () => {
  const { headers } = await fetch(`${platform.address}/%zz`);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('permissions-policy')).toContain('camera=()');
});
