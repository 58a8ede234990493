import fastify from 'fastify';
import { type DocumentNode, parse, print } from 'graphql';
import { expect, onTestFinished, test } from 'vitest';
import { localBudgets } from '#db/limits/local.ts';
import { BUDGET } from '#gateway/cost/limits.ts';
import { createEngine } from '#gateway/engine/engine.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { type DeveloperApi, developerApi } from '#gateway/http/plugin.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import { systemClock } from '#kit/clock.ts';
import type { Context } from '#kit/context.ts';
import { makeSubgraph } from '#kit/subgraph.ts';
import { composeView } from '#schema/compose-view.ts';
import { composableSdl, subgraphSdl } from '#schema/sdl.ts';
import { API_VERSIONS, type ApiVersion, SUBGRAPH_NAMES, viewsOf } from '#schema/views.ts';
import { graphql } from '../support/graphql.ts';

const NEXT: ApiVersion = { version: '2099-01', final: false, deprecated: null, sunset: null };
const OLD: ApiVersion = { version: '2025-10', final: true, deprecated: '2026-02-01', sunset: '2026-11-01' };

/** The apps subgraph with one field that the next version adds and one that it removes. */
const changed = (sdl: DocumentNode): DocumentNode =>
  parse(
    `${print(sdl)} extend type Query { added: String @tag(name: "since-2099-01") removed: String @tag(name: "until-2099-01") }`,
  );

/** Serves the API with these versions on a free port, with resolvers that need no database. */
async function serve(versions: readonly ApiVersion[], now: Date): Promise<string> {
  const sdlOf = (name: (typeof SUBGRAPH_NAMES)[number], read: typeof subgraphSdl) =>
    name === 'apps' ? changed(read(name)) : read(name);
  const services = SUBGRAPH_NAMES.map((name) => ({ name, typeDefs: sdlOf(name, composableSdl) }));
  const resolvers = {
    Query: {
      apiVersion: (_root: unknown, _args: unknown, { apiVersion }: Context) => apiVersion,
      added: () => 'new',
      removed: () => 'old',
    },
  };
  const dataSources = SUBGRAPH_NAMES.map((name) =>
    inProcess(makeSubgraph(name, sdlOf(name, subgraphSdl), name === 'apps' ? resolvers : {})),
  );
  const execute = () => Promise.reject(new Error('No one has a token here.'));
  const app = fastify();
  onTestFinished(() => app.close());
  const api: DeveloperApi = {
    execute,
    versions,
    now: () => now,
    budgets: localBudgets(BUDGET),
    documentBudgets: localBudgets(BUDGET),
    publicBudgets: localBudgets(BUDGET),
    engine: (name) => {
      const view = viewsOf(versions).find((one) => one.name === name);
      if (!view) throw new Error(`There is no view ${name}.`);
      return createEngine({
        planner: createPlanner(composeView(services, view).supergraph),
        dataSources,
        contextFor: (caller) => ({ ...caller, clock: systemClock, log: app.log, execute }),
      });
    },
  };
  await app.register(
    (scope, _options, done) => {
      developerApi(scope, api).then(() => done(), done);
    },
    { prefix: '/developer/api' },
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
}

test('adding a version takes one line', async () => {
  const address = await serve([...API_VERSIONS, NEXT], new Date());
  const has = async (field: string, version: string) => {
    const { status, data } = await graphql(address, `{ apiVersion ${field} }`, { version });
    return status === 200 ? data : status;
  };
  expect(await has('added', '2099-01')).toEqual({ apiVersion: '2099-01', added: 'new' });
  expect(await has('removed', '2099-01')).toBe(400);
  expect(await has('added', '2026-01')).toBe(400);
  expect(await has('removed', '2026-01')).toEqual({ apiVersion: '2026-01', removed: 'old' });
  expect(await has('added', 'unstable')).toEqual({ apiVersion: 'unstable', added: 'new' });
  expect(await has('removed', 'unstable')).toBe(400);
});

test('both versions share the other fields', () => {
  const services = SUBGRAPH_NAMES.map((name) => ({ name, typeDefs: composableSdl(name) }));
  const [now, next] = viewsOf([...API_VERSIONS, NEXT])
    .filter(({ name }) => /^20/.test(name))
    .slice(-2)
    .map((view) => composeView(services, view).api);
  expect(next).toBe(now);
});

test("responses include a deprecated version's end date through its last day", async () => {
  const address = await serve([OLD, ...API_VERSIONS], new Date('2026-11-01T23:59:59Z'));
  const { status, headers } = await graphql(address, '{ apiVersion }', { version: '2025-10' });
  expect(status).toBe(200);
  expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 1, 1) / 1000}`);
  expect(headers.get('sunset')).toBe('Mon, 02 Nov 2026 00:00:00 GMT');
  const current = await graphql(address, '{ apiVersion }');
  expect(current.headers.get('deprecation')).toBeNull();
});

test("responses don't reveal that a version is scheduled for deprecation", async () => {
  const address = await serve([OLD, ...API_VERSIONS], new Date('2026-01-31T00:00:00Z'));
  const { headers } = await graphql(address, '{ apiVersion }', { version: '2025-10' });
  expect(headers.get('deprecation')).toBeNull();
});

test('a retired version returns 410 with the supported versions', async () => {
  const address = await serve([OLD, ...API_VERSIONS], new Date('2026-11-02T00:00:00Z'));
  const { status, headers, data, errors } = await graphql(address, '{ apiVersion }', { version: '2025-10' });
  expect(status).toBe(410);
  expect(data).toBeUndefined();
  expect(headers.get('x-platform-api-version')).toBe('2025-10');
  expect(headers.get('sunset')).toBe('Mon, 02 Nov 2026 00:00:00 GMT');
  expect(errors[0]?.extensions).toMatchObject({
    supportedVersions: [...API_VERSIONS.map(({ version }) => version), 'unstable'],
  });
});
