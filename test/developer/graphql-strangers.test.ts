import { afterAll, beforeAll, expect, test } from 'vitest';
import { installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Callers without a token: their budget per minute.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ PUBLIC_RATE_LIMIT: '20', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

const from = (address: string, request = {}) =>
  graphql(platform.address, '{ apiVersion }', { ...request, headers: { 'x-forwarded-for': address } });

test('requests without a token are THROTTLED once their address exceeds its budget', async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => from('203.0.113.1')));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(4); // a point may be refilled in between
  for (const { headers, errors } of refused) {
    expect(errors).toMatchObject([{ extensions: { code: 'THROTTLED' } }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(headers.get('x-platform-api-version')).toBe('2026-01');
  }
});

test('requests with an unknown token count toward the budget of their address', async () => {
  const tokens = Array.from({ length: 25 }, (_, n) => `platform_app_unknown${n}`);
  const answers = await Promise.all(tokens.map((token) => from('203.0.113.2', { token })));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
});

test('all addresses in an IPv6 /64 share one budget', async () => {
  const addresses = Array.from({ length: 25 }, (_, n) => `2001:db8::${(n + 1).toString(16)}`);
  const answers = await Promise.all(addresses.map((address) => from(address)));
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(4);
});

test("an install at the same address isn't throttled", async () => {
  const { token } = await installNewApp(platform, await newDeveloper(platform), {});
  await Promise.all(Array.from({ length: 25 }, () => from('203.0.113.3')));
  expect((await from('203.0.113.3', { token })).status).toBe(200);
});
