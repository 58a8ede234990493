import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startPlatform } from '../support/platform.ts';
import { freePort } from '../support/process.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

const TOKEN = 'metrics-token-of-this-test';
const LINK_TOKEN = 'a-link-of-a-mail-0123456789abcdefghijklmnop';
const PERMALINK = '0190a0a0-1111-7222-8333-444444444444';

let database: TestDatabase;
let dataDir: string;
let server: ServerProcess;
let pat: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'platform-log-'));
  await copyFile(inject('postgres').demoFile, join(dataDir, 'demo.json'));
  const world = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  pat = world.accounts.find(({ key }: { key: string }) => key === 'developer').pat;
  server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: 'info',
    METRICS_TOKEN: TOKEN,
  });
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.address}${path}`, { headers, redirect: 'manual' });

/** Sends one HTTP request byte for byte, with any headers. */
async function raw(request: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  return text(socket);
}

async function lineOf(response: Response): Promise<object> {
  const id = response.headers.get('x-request-id') ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const found = () => server.output.filter((line) => line.includes(`"request_id":"${id}"`));
  await expect.poll(() => found().length).toBe(1);
  return JSON.parse(found()[0] ?? '');
}

describe('the access log', () => {
  test.each([
    ['/', 'agent at storefront:1', 200, '/'],
    [`/bookings/${PERMALINK}?payment=returned`, 'public', 404, '/bookings/:permalinkId'],
    ['/api/dev/apps', /^account:\d+$/, 200, '/api/dev/apps'],
    ['/.well-known/ucp', 'public', 200, '/.well-known/ucp'],
    ['/panel/session', 'public', 401, '/panel/session'],
    ['/healthz', 'public', 200, '/healthz'],
    ['/nowhere', 'public', 404, 'unknown'],
  ])('the access log has one line for a request to %s', async (path, caller, status, route) => {
    const line = await lineOf(await get(path, { authorization: `Bearer ${pat}` }));
    const who = typeof caller === 'string' ? caller : expect.stringMatching(caller);
    expect(line).toMatchObject({
      route,
      method: 'GET',
      status,
      duration_ms: expect.any(Number),
      caller: who,
    });
  });

  test('the access log never shows a permalink or a token', async () => {
    const paths = ['verify', 'reset', 'recover', 'setup', 'join', 'account/address', 'account/undo'];
    for (const path of paths) await lineOf(await get(`/${path}/${LINK_TOKEN}`));
    const written = server.output.join('\n');
    expect(written).not.toContain(PERMALINK);
    expect(written).not.toContain(LINK_TOKEN);
    expect(server.output.filter((line) => line.startsWith('{')).join('\n')).not.toContain(pat);
  });
});

describe('what a start prints outside a terminal', () => {
  test('outside a terminal, startup prints JSON except for the setup and ready lines, links and credentials', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'platform-lines-'));
    await copyFile(inject('postgres').demoFile, join(dir, 'demo.json'));
    const settings = {
      DATA_DIR: dir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'info',
    };
    const started = [
      await startServerProcess(settings),
      await startServerProcess({ ...settings, ROLE: 'gateway' }),
    ];
    for (const one of started) {
      await fetch(`${one.address}/healthz`);
      await expect.poll(() => one.printed.some((line) => line.includes('"route":"/healthz"'))).toBe(true);
      await one.stop();
      const others = one.printed.filter(
        (line) => !/^(?:setup|ready) http:|^ {2}[a-z]+(?: [a-z]+)? {2,}\S|^ {2}PLATFORM_TOKEN /.test(line),
      );
      expect(others.length).toBeGreaterThan(2);
      expect(others.map((line) => typeof JSON.parse(line))).toEqual(others.map(() => 'object'));
      // Standard error would contain Node's and pg's warnings.
      expect(one.output.filter((line) => !one.printed.includes(line))).toEqual([]);
    }
    await rm(dir, { recursive: true, force: true });
  });

  test('startup logs no lines for warm-up requests', async () => {
    await expect.poll(() => server.printed.some((line) => line.includes('The process is warm'))).toBe(true);
    expect(server.printed.filter((line) => line.includes('/developer/api/'))).toEqual([]);
  });
});

test('a request with two Host headers is refused', async () => {
  const answer = await raw(
    'GET / HTTP/1.1\r\nHost: localhost\r\nHost: lakeside.localhost\r\nConnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
});

describe('/metrics', () => {
  const metrics = (host: string, headers = '') =>
    raw(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);

  test.each([
    ['this machine without the token', 'localhost', '', 401],
    ['this machine with another token', 'localhost', `Authorization: Bearer x${TOKEN}\r\n`, 401],
    ['the token', 'localhost', `X-Forwarded-For: 203.0.113.1\r\nAuthorization: Bearer ${TOKEN}\r\n`, 200],
    ['a storefront', 'lakeside.localhost', `Authorization: Bearer ${TOKEN}\r\n`, 404],
    ['an unknown host', 'elsewhere.example', `Authorization: Bearer ${TOKEN}\r\n`, 404],
  ])('access to /metrics depends on host and token: %s', async (_who, host, headers, status) => {
    expect(await metrics(host, headers)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test("/metrics doesn't exist without a token", async () => {
    const closed = await startPlatform({}, database);
    try {
      const headers = { authorization: `Bearer ${TOKEN}` };
      expect((await fetch(`${closed.address}/metrics`, { headers })).status).toBe(404);
    } finally {
      await closed.close();
    }
  });

  test('/metrics is served only on its own port', async () => {
    const port = await freePort();
    const apart = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      METRICS_PORT: String(port),
    });
    try {
      const there = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect([there.status, await there.text()]).toEqual([200, expect.stringContaining('# TYPE ')]);
      expect((await fetch(`${apart.address}/metrics`)).status).toBe(404);
    } finally {
      await apart.stop();
    }
  });
});
