import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { graphql } from 'graphql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEngine, type Engine, type EngineCaller } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { overHttp } from '#gateway/remote/over-http.ts';
import { createSharing } from '#gateway/remote/sharing.ts';
import type { Context } from '#kit/context.ts';
import type { Viewer } from '#kit/viewer.ts';
import { openShop, shopSupergraph } from './shop.ts';

const planner = createPlanner(shopSupergraph());
const viewerKey = randomBytes(32);
const PUBLIC: Viewer = { kind: 'public' };

interface Received {
  readonly subgraph: string;
  readonly query: string;
}

let received: Received[];
/** Requests wait for it before they get their responses. */
let gate: Promise<void>;
let isBroken: boolean;
let shared: Engine;
let unshared: Engine;
const closers: (() => unknown)[] = [];

/** Each shop subgraph as its own server; people and products share requests, reviews doesn't. */
beforeEach(async () => {
  received = [];
  gate = Promise.resolve();
  isBroken = false;
  const sharing = createSharing();
  const urls = new Map<string, string>();
  for (const { name, schema } of openShop().subgraphs) {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { query, variables, operationName } = JSON.parse(body);
      received.push({ subgraph: name, query });
      await gate;
      if (isBroken) return response.socket?.destroy();
      const result = await graphql({ schema, source: query, variableValues: variables, operationName });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    urls.set(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);
    closers.push(() => server.close());
  }
  const engineWith = (options: { readonly shares: readonly string[] }) => {
    const engine = createEngine({
      planner,
      dataSources: [...urls].map(([name, url]) =>
        overHttp({ name, url, viewerKey, sharing: options.shares.includes(name) ? sharing : undefined }),
      ),
      // The HTTP path reads only the caller and the time from a context.
      contextFor: (given) => ({ address: null, ...given, clock: { now: () => new Date() } }) as Context,
    });
    closers.push(() => engine.close());
    return engine;
  };
  shared = engineWith({ shares: ['people', 'products'] });
  unshared = engineWith({ shares: [] });
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

let requests = 0;
const run = (engine: Engine, text: string, viewer: Viewer = PUBLIC, given: object = {}) => {
  requests += 1;
  const caller: EngineCaller = { viewer, requestId: `r${requests}`, apiVersion: null, ...given };
  return engine.prepare(text).run({}, caller);
};
const receivedBy = (subgraph: string) => received.filter((one) => one.subgraph === subgraph).length;

/** Holds all responses until the work's requests have been received. */
async function whileHeld(work: () => Promise<unknown>[]): Promise<unknown[]> {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const running = work();
  await expect.poll(() => received.length).toBeGreaterThan(0);
  // Requests that aren't shared have arrived when another one, sent after them, has.
  const last = run(unshared, '{ best { score } }');
  await expect.poll(() => receivedBy('reviews')).toBeGreaterThan(0);
  resolve();
  await last;
  return Promise.all(running);
}

const PEOPLE = '{ people { name } }';

test("a caller's equal requests in flight are sent once, and each gets its own response", async () => {
  const answers = await whileHeld(() => [run(shared, PEOPLE), run(shared, PEOPLE), run(shared, PEOPLE)]);
  expect(receivedBy('people')).toBe(1);
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toEqual({ data: { people: [{ name: 'Person 1' }, { name: 'Person 2' }] } });
  const [first, second] = answers as { data: { people: unknown[] } }[];
  expect(first?.data.people[0]).not.toBe(second?.data.people[0]);
});

test('a request after the response is sent again', async () => {
  await run(shared, PEOPLE);
  await run(shared, PEOPLE);
  expect(receivedBy('people')).toBe(2);
});

test("requests aren't shared unless the subgraph's option is on", async () => {
  await whileHeld(() => [run(unshared, PEOPLE), run(unshared, PEOPLE)]);
  expect(receivedBy('people')).toBe(2);
  await Promise.all([run(shared, '{ reviews { score } }'), run(shared, '{ reviews { score } }')]);
  expect(received.filter(({ query }) => query.includes('reviews{'))).toHaveLength(2);
});

const account = (accountId: number): Viewer => ({
  kind: 'account',
  accountId,
  accessTokenId: 1,
  abilities: [],
});

test.each<[string, [Viewer, object], [Viewer, object]]>([
  ['viewers', [account(1), {}], [account(2), {}]],
  ['addresses', [PUBLIC, { address: '192.0.2.1' }], [PUBLIC, { address: '192.0.2.2' }]],
  ['versions', [PUBLIC, { apiVersion: '2026-01' }], [PUBLIC, { apiVersion: '2027-01' }]],
])("callers with different %s don't share requests", async (_what, one, other) => {
  await whileHeld(() => [run(shared, PEOPLE, ...one), run(shared, PEOPLE, ...other)]);
  expect(receivedBy('people')).toBe(2);
});

test("requests with different variables aren't shared", async () => {
  await whileHeld(() => [
    run(shared, '{ person(id: 1) { name } }'),
    run(shared, '{ person(id: 2) { name } }'),
  ]);
  expect(receivedBy('people')).toBe(2);
});

test("mutations and their fetches aren't shared", async () => {
  const text = 'mutation { rename(input: { id: 1, name: "a" }) { name maker { name } } }';
  await Promise.all([run(shared, text), run(shared, text)]);
  expect(receivedBy('products')).toBe(2);
  expect(receivedBy('people')).toBe(2);
});

test('a read after a mutation never gets the response to an earlier read', async () => {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const before = run(shared, PEOPLE);
  await expect.poll(() => receivedBy('people')).toBe(1);
  gate = Promise.resolve();
  await run(shared, 'mutation { greet }');
  const after = run(shared, PEOPLE);
  await expect.poll(() => receivedBy('people')).toBe(3);
  held.resolve();
  expect(await after).toEqual(await before);
});

test('a failed request fails every request that shares it, and the next is sent again', async () => {
  const broken = Promise.withResolvers<void>();
  gate = broken.promise;
  isBroken = true;
  const text = '{ person(id: 1) { name } }';
  const both = [run(shared, text), run(shared, text)];
  await expect.poll(() => receivedBy('people')).toBe(1);
  broken.resolve();
  for (const { errors } of await Promise.all(both)) expect(errors).toHaveLength(1);
  isBroken = false;
  expect(await run(shared, text)).toEqual({ data: { person: { name: 'Person 1' } } });
  expect(receivedBy('people')).toBe(2);
});
