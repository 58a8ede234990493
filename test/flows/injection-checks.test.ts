import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { checkInjections } from '#subgraphs/catalog/injections/commands/check-injections.ts';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { contextOf, type Developer, installNewApp, ask as run } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator } from '../support/public-app.ts';

// docs/interface/injections.md#frames-that-do-not-load: anyone can report a broken frame; the platform acts
// only on its own checks.
let platform: TestPlatform;
let owner: Developer;
let http: StorefrontHttp;
let server: Server;
let slug: string;
let storefrontId: string;
/** Status from the app's server, and the number of requests. */
let status = 200;
let asked = 0;
/** Offset of the job's clock into the future. */
let ahead = 0;

beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', SWEEP_INTERVAL: 'PT1H' });
  server = createServer((_request, response) => {
    asked++;
    response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Reviews</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/reviews`;
  owner = await demoHost(platform, 'lakeside');
  http = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  const entry = { handle: 'reviews', target: 'home.bottom', url, height: { min: 100, max: 300 } };
  ({ slug } = await installNewApp(platform, owner, { type: 'injection', injections: [entry] }));
  storefrontId = (await ask('{ storefronts { id } }')).storefronts[0].id;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await http.close();
  await platform.close();
});
afterEach(async () => {
  status = 200;
  for (const { id } of await placed()) await move('injectionRemove', id);
  await look(1);
  expect(await checks()).toEqual([]);
});

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
const ask = (document: string, variables: object = {}, viewer: Viewer = owner.host): Promise<any> =>
  run(platform, viewer, document, { ...variables });
const move = async (field: string, id: string) =>
  (await ask(`mutation ($id: ID!) { it: ${field}(id: $id) { userErrors { code message } } }`, { id })).it;
const placed = async () =>
  (
    await ask(
      'query ($id: ID!) { it: injectionPlacements(storefrontId: $id) { id status suspensionReason } }',
      {
        id: storefrontId,
      },
    )
  ).it.filter(({ status }: { status: string }) => status !== 'available');
const publish = async (): Promise<string> => {
  const input = { storefrontId, appSlug: slug, handle: 'reviews', target: 'home.bottom' };
  const { it } = await ask(
    'mutation ($input: InjectionPlaceInput!) { it: injectionPlace(input: $input) { placement { id } } }',
    { input },
  );
  expect((await move('injectionPublish', it.placement.id)).userErrors).toEqual([]);
  return it.placement.id;
};
const report = (id: string, headers: Readonly<Record<string, string>> = {}) =>
  http.send('POST', `/injections/${id}/failures`, headers);
/** Runs the due checks this many times, an hour apart. */
async function look(times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    ahead += 3_600_000;
    const now = () => new Date(Date.now() + ahead);
    await checkInjections({ ...contextOf(platform), clock: { now } });
  }
}
const checks = () =>
  platform.database.query<{ status: string; loads: number; failed: number }>(
    'SELECT status, loads, failed FROM catalog.injection_check',
  );
const happened = async () =>
  (
    await platform.database.query<{ kind: string }>(
      "SELECT kind FROM public.team_events WHERE kind LIKE 'injection.%' ORDER BY id",
    )
  ).map(({ kind }) => kind);
const isShown = async () => (await http.get('/', { accept: 'text/html' })).text.includes('<iframe');

describe('a frame that does not load', () => {
  test('a broken frame is removed from the pages after five failed checks', async () => {
    const id = await publish();
    status = 503;
    expect((await report(id)).status).toBe(204);
    await look(4);
    expect([await isShown(), await checks()]).toEqual([true, [{ status: 'looking', loads: 4, failed: 4 }]]);
    await look(1);
    expect(await isShown()).toBe(false);
    expect(await placed()).toEqual([
      { id, status: 'suspended', suspensionReason: expect.stringContaining('doesn’t load') },
    ]);
  });

  test('a broken frame reappears after the first successful check', async () => {
    const id = await publish();
    status = 503;
    await report(id);
    await look(6);
    expect(await isShown()).toBe(false);
    status = 200;
    await look(1);
    expect([await isShown(), await placed()]).toEqual([
      true,
      [{ id, status: 'published', suspensionReason: null }],
    ]);
  });

  test("the host can't republish a broken frame", async () => {
    const id = await publish();
    status = 503;
    await report(id);
    await look(5);
    expect((await move('injectionPublish', id)).userErrors).toMatchObject([
      { code: 'SUSPENDED', message: expect.stringContaining('doesn’t load') },
    ]);
  });

  test('a repaired frame stays off the pages as long as its app is suspended by operators', async () => {
    const id = await publish();
    const by = await operator(platform);
    status = 503;
    await report(id);
    await look(5);
    await ask(
      'mutation ($slug: String!) { injectionsSuspend(appSlug: $slug, reason: "It skims.") { changed } }',
      { slug },
      by,
    );
    status = 200;
    await look(1);
    expect([await isShown(), await placed()]).toMatchObject([false, [{ suspensionReason: 'It skims.' }]]);
    await ask('mutation ($slug: String!) { injectionsResume(appSlug: $slug) { changed } }', { slug }, by);
    expect(await isShown()).toBe(true);
  });

  test("a broken frame's removal and return appear in the team's activity", async () => {
    const since = await happened();
    const id = await publish();
    status = 503;
    await report(id);
    await look(5);
    status = 200;
    await look(1);
    expect((await happened()).slice(since.length)).toEqual([
      'injection.placed',
      'injection.published',
      'injection.suspended',
      'injection.resumed',
    ]);
  });
});

describe('a frame that loads', () => {
  test('a working frame stays on its page regardless of how many reports arrive', async () => {
    const id = await publish();
    const before = asked;
    await Promise.all(Array.from({ length: 20 }, () => report(id)));
    await look(6);
    await Promise.all(Array.from({ length: 20 }, () => report(id)));
    expect(await checks()).toEqual([{ status: 'fine', loads: 6, failed: 0 }]);
    expect([await isShown(), asked - before]).toEqual([true, 6]);
  });

  test('a frame stays on its page if fewer than five checks in ten fail', async () => {
    const id = await publish();
    await report(id);
    for (const found of [503, 200, 503, 200, 503, 200, 503, 200, 200, 200]) {
      status = found;
      await look(1);
    }
    expect([await isShown(), await checks()]).toEqual([true, [{ status: 'fine', loads: 10, failed: 4 }]]);
  });
});

describe('a report', () => {
  test('a report from another site is refused', async () => {
    const id = await publish();
    const { status: refused } = await report(id, {
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    });
    expect([refused, await checks()]).toEqual([403, []]);
  });

  test('a report about an unpublished frame schedules no check', async () => {
    const id = await publish();
    await move('injectionRemove', id);
    for (const unknown of [id, '999999', 'x']) expect((await report(unknown)).status).toBe(204);
    expect(await checks()).toEqual([]);
  });

  test('a report sets no cookie', async () => {
    const { headers } = await report(await publish());
    expect([headers['set-cookie'], headers['cache-control']]).toEqual([undefined, 'no-store']);
  });
});
