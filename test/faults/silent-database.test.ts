import { setTimeout as sleep } from 'node:timers/promises';
import { describe, type ExpectStatic, expect, test } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { LEAK } from '../support/leak.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver } from '../support/receiver.ts';
import { daysAhead } from '../support/stays.ts';
import { createTask, designate, openTaskWorld } from '../support/task-world.ts';
import { openWire, type Wire } from '../support/wire.ts';

/** Callers receive a response within this time during any database fault. */
const ANSWERED_WITHIN_MS = 6_000;
/**
 * Everything works again within this time after the database is back or another route is found; allows for a
 * busy machine.
 */
const BACK_WITHIN_MS = 20_000;
/** Cached data is served at most this long. */
const OLDEST_SERVED_MS = 10_000;

/** The product, and the connection to its database. */
interface World {
  /** Polling needs the running test's own `expect`. */
  readonly poll: ExpectStatic['poll'];
  readonly platform: TestPlatform;
  readonly wire: Wire;
}

/** Runs a test in its own world: tests mostly wait, so they run concurrently. */
async function inWorld({ poll }: ExpectStatic, run: (world: World) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  const wire = await openWire(Number(new URL(database.url).port));
  const url = Object.assign(new URL(database.url), { port: String(wire.port) }).href;
  const platform = await startPlatform({ LOG_LEVEL: 'silent' }, { ...database, url });
  try {
    await run({ poll, platform, wire });
  } finally {
    await platform.close();
    wire.close();
    await database.drop();
  }
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const dates = { check_in: daysAhead(20), check_out: daysAhead(22) };
const tool = (name: string, args: object) => ({
  method: 'POST',
  headers: json,
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
});
const graphql = (query: string, headers: Readonly<Record<string, string>> = {}) => ({
  method: 'POST',
  headers: { ...json, ...headers },
  body: JSON.stringify({ query }),
});

/** One request to every type of surface. */
const REQUESTS: Readonly<
  Record<string, (platform: TestPlatform) => readonly [path: string, request: RequestInit]>
> = {
  'MCP search': () => ['/api/mcp', tool('search_catalog', { catalog: dates })],
  'MCP checkout': () => {
    const id = `stay:1:${dates.check_in}:${dates.check_out}:2:0`;
    return ['/api/mcp', tool('create_checkout', { checkout: { line_items: [{ item: { id } }] } })];
  },
  'ACP checkout': (platform) => {
    const key = platform.demo?.storefronts.find((each) => each.key === 'instant')?.acp_api_key ?? '';
    const body = JSON.stringify({
      items: [{ id: `stay:1:${dates.check_in}:${dates.check_out}:2:0`, quantity: 1 }],
    });
    const headers = { ...json, authorization: `Bearer ${key}`, 'api-version': '2026-04-17' };
    return ['/api/acp/checkout_sessions', { method: 'POST', headers, body }];
  },
  'a guest page': () => ['/', {}],
  'a permalink': () => ['/bookings/0190a0a0-0000-7000-8000-000000000000', {}],
  'the profile': () => ['/.well-known/ucp', {}],
  'the management API': (platform) => {
    const pat = platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '';
    return ['/api/dev/apps', { headers: { authorization: `Bearer ${pat}` } }];
  },
  'the developer API': () => ['/developer/api/2026-01/graphql', graphql('{ tasks { nodes { id } } }')],
  'the developer API with a token': () => [
    '/developer/api/2026-01/graphql',
    graphql('{ currentApp { name } }', { authorization: `Bearer platform_app_${'a'.repeat(43)}` }),
  ],
  'the token endpoint': () => [
    '/oauth/token',
    {
      method: 'POST',
      headers: form,
      body: 'grant_type=authorization_code&client_id=x&client_secret=y&code=z',
    },
  ],
  'the panel': () => ['/panel/session', { headers: { cookie: `sid=${'a'.repeat(43)}` } }],
};

function ask({ platform }: World, path: string, request: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
  return fetch(`${platform.address}${path}`, { redirect: 'manual', ...request, signal });
}

const readiness = async (world: World) => (await ask(world, '/readyz', {})).status;

/** Sends a request to every surface concurrently. */
async function askAll(world: World): Promise<ReadonlyMap<string, Response>> {
  const answers = Object.entries(REQUESTS).map(
    async ([surface, request]) => [surface, await ask(world, ...request(world.platform))] as const,
  );
  return new Map(await Promise.all(answers));
}

async function expectAllBack(world: World): Promise<void> {
  const within = { timeout: BACK_WITHIN_MS, interval: 250 };
  await world.poll(() => readiness(world), within).toBe(200);
  const broken = async () =>
    [...(await askAll(world))].filter(([, { status }]) => status >= 500).map(([surface]) => surface);
  await world.poll(broken, within).toEqual([]);
}

/** Expects no internal error: a request that can't succeed now is refused temporarily. */
async function expectHonest(answers: ReadonlyMap<string, Response>): Promise<void> {
  for (const [surface, answer] of answers) {
    const text = await answer.text();
    expect(text, surface).not.toMatch(LEAK);
    if (answer.status < 500) continue;
    expect(answer.status, `${surface}: ${text}`).toBe(503);
    expect(Number(answer.headers.get('retry-after')), surface).toBeGreaterThan(0);
  }
}

describe.concurrent('connections that are cut without a word', () => {
  test(
    'cut connections are replaced while searches, bookings, webhooks and jobs continue',
    { timeout: 90_000 },
    ({ expect: own }) =>
      inWorld(own, async (world) => {
        const { platform, wire } = world;
        const receiver = await startReceiver();
        const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
        await designate(platform, developer, app.slug);
        await expectAllBack(world);

        wire.swallow();
        await expectHonest(await askAll(world));
        await expectAllBack(world);
        await createTask(platform, { developer, propertyId });
        await receiver.until((all) => all.length > 0);
      }),
  );
});

describe.concurrent.each([
  ['frozen', (wire: Wire) => wire.stall(), (wire: Wire) => wire.resume()],
  ['absent', (wire: Wire) => wire.cut(), (wire: Wire) => wire.mend()],
])('a database that is %s', (_how, begin, end) => {
  test(
    'every surface responds within 6 s while the database is unavailable',
    { timeout: 90_000 },
    ({ expect: own }) =>
      inWorld(own, async (world) => {
        await expectAllBack(world);
        await begin(world.wire);
        const goneAt = performance.now();

        const answers = await askAll(world);
        expect(answers.get('MCP search')?.status, 'a search is served from memory').toBe(200);
        expect(answers.get('MCP checkout')?.status, 'a checkout is not').toBe(503);
        await expectHonest(answers);
        await world.poll(() => readiness(world), { timeout: BACK_WITHIN_MS }).toBe(503);
        await expectHonest(await askAll(world));

        await sleep(goneAt + OLDEST_SERVED_MS + 2_000 - performance.now());
        const search = await ask(world, '/api/mcp', tool('search_catalog', { catalog: dates }));
        expect(search.status, 'memory is too old').toBe(503);
        await end(world.wire);
        await expectAllBack(world);
      }),
  );
});
