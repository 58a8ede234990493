import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formOf } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// The attack: 200 concurrent wrong passwords, each from its own address, once occupied every thread used by
// DNS and files for 40 seconds.

const GUESSES = 200;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

test('a flood of wrong passwords delays neither DNS nor files', async () => {
  const page = await fetch(`${platform.address}/login`);
  const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { fields } = formOf(await page.text());
  let unanswered = GUESSES;
  const flood = Array.from({ length: GUESSES }, async (_, n) => {
    const response = await fetch(`${platform.address}/login`, {
      method: 'POST',
      headers: { cookie, 'x-forwarded-for': `198.18.0.${n}` },
      body: new URLSearchParams({ ...fields, email: `nobody${n}@demo.test`, password: 'wrong' }),
    });
    const text = await response.text();
    unanswered -= 1;
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  });
  await Promise.race(flood); // password checks are running
  await Promise.all([...Array.from({ length: 8 }, () => lookup('localhost')), readFile('package.json')]);
  expect(unanswered).toBeGreaterThan(0);

  const answers = await Promise.all(flood);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]));
  const refused = answers.find(({ status }) => status === 503);
  expect(Number(refused?.retryAfter)).toBeGreaterThan(0);
  expect(refused?.text).toContain('Too many people are signing in right now.');
});
