import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ AGENT_RATE_LIMIT: '60', TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

test('60 of 70 requests in a minute succeed and the others get Retry-After', async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const answers = await Promise.all(Array.from({ length: 70 }, () => http.rpc('ping')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const { headers, json } of refused) {
    expect(json).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32000, data: { code: 'rate_limited' } },
    });
    expect(json.error.data.retry_after).toBeGreaterThanOrEqual(1);
    expect(json.error.data.retry_after).toBeLessThanOrEqual(60);
    expect(headers['retry-after']).toBe(String(json.error.data.retry_after));
  }
  await http.close();
});

test('each storefront has its own budget', async () => {
  const harbour = storefrontHttp(platform.address, 'harbour.localhost');
  const answers = await Promise.all(Array.from({ length: 61 }, () => harbour.rpc('ping')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  expect((await harbour.get('/.well-known/ucp')).status).toBe(200);
  await harbour.close();
});

test('a guest who submits the payment choice too often has to wait', async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const permalink = `/bookings/${randomUUID()}`;
  const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
  const choose = () => http.send('POST', permalink, headers, 'method=app%3Apay');
  const answers = await Promise.all(Array.from({ length: 65 }, choose));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  for (const { headers, text } of refused) {
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(headers['content-type']).toContain('text/html');
    expect(text).toContain('<h1>Too many requests</h1>');
    expect(text).toContain('try again in a minute');
  }
  expect((await http.get(permalink, headers)).status, 'reading costs nothing').toBe(404);
  await http.close();
});

test('a frame that requests sessions too often gets Retry-After', async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const refresh = () => http.get('/injections/1/session?page=stay');
  const answers = await Promise.all(Array.from({ length: 65 }, refresh));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(60);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(5);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
  await http.close();
});

test('all addresses in an IPv6 /64 share one budget', async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const from = (address: string) => http.rpc('ping', {}, { 'x-forwarded-for': address });
  const answers = await Promise.all(
    Array.from({ length: 70 }, (_, n) => from(`2001:db8::${n.toString(16)}`)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect((await from('2001:db8:0:1::1')).status, 'the next /64 has its own').toBe(200);
  await http.close();
});
