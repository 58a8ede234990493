import { ApolloGateway, LocalGraphQLDataSource } from '@apollo/gateway';
import fc from 'fast-check';
import {
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLSchema,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import type { EngineCaller } from '#gateway/engine/engine.ts';
import { systemClock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import { makeSubgraph } from '#kit/subgraph.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { subgraphSdl, supergraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { openSupergraph, type Supergraph } from '#server/supergraph.ts';
import { bookStay } from '../support/bookings.ts';
import { ask, hostOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { expectSameAnswer } from './answers.ts';
import { generateOperation } from './operations.ts';

// Repeats engine.test.ts with the product's own supergraph, resolvers and data instead of a synthetic schema.
// Under TEST_SUBGRAPHS=remote the compiled plans reach the subgraphs over HTTP.

const VIEW = 'unstable';
/** Separate subgraphs would name their own port in photo URLs. */
const PUBLIC = { PUBLIC_ORIGIN_API: 'https://api.example.com' };
const RUNS = tries(400);

let platform: TestPlatform;
let supergraph: Supergraph;
let stock: Awaited<ReturnType<typeof openStock>>;
let teamId: number;

beforeAll(async () => {
  platform = await startPlatform(PUBLIC);
  const [team] = await platform.database.query<{ id: number }>(
    `SELECT id FROM apps.teams WHERE slug = 'lakeside'`,
  );
  teamId = team?.id ?? 0;
  await seed();
  const config = readConfig({
    ...platform.subgraphSettings,
    DATABASE_URL: platform.database.url,
    LOG_LEVEL: 'error',
  });
  supergraph = openSupergraph({ config, vault: platform.vault, contextFor });
  stock = await openStock();
}, 120_000);
afterAll(async () => {
  await stock.stop();
  await supergraph.close();
  await platform.close();
});

/** Bookings in several states, including a paid one's cleaning. */
async function seed(): Promise<void> {
  for (const [days, guest] of [
    [20, 'Ada Lovelace'],
    [30, 'Bea Smith'],
    [40, 'Cleo Lovell'],
  ] as const) {
    await bookStay(platform, { checkIn: daysAhead(days), checkOut: daysAhead(days + 2), guest });
  }
  await ask(platform, hostOf(teamId), 'mutation { bookingMarkPaid(id: 1) { userErrors { code } } }');
  await ask(platform, hostOf(teamId), 'mutation { bookingCancel(id: 2) { userErrors { code } } }');
  await eventually(
    () => platform.database.query('SELECT id FROM tasks.task'),
    (tasks) => tasks.length > 0,
  );
}

const contextFor = (caller: EngineCaller): SubgraphContext => ({
  ...caller,
  address: null,
  clock: systemClock,
  log: platform.http.log,
  execute: platform.execute,
  db: platform.db,
  vault: platform.vault,
  services: platform.services,
  config: readConfig(PUBLIC),
});

/** Apollo's gateway over subgraphs executed by plain graphql-js: our engine takes no part in its responses. */
async function openStock() {
  process.env.APOLLO_TELEMETRY_DISABLED = '1'; // the gateway would send metrics and probe for cloud metadata
  const schemas = new Map(
    SUBGRAPH_NAMES.map((name) => {
      const resolvers = SUBGRAPHS.find((subgraph) => subgraph.name === name)?.resolvers ?? {};
      const { schema } = makeSubgraph(name, subgraphSdl(name), resolvers);
      resolveLate(schema);
      return [name as string, schema];
    }),
  );
  const gateway = new ApolloGateway({
    supergraphSdl: supergraphSdl(VIEW),
    buildService: ({ name }) => new LocalGraphQLDataSource(schemas.get(name) as GraphQLSchema), // one for each name
  });
  const { schema, executor } = await gateway.load();
  const run = (text: string, variables: object, caller: EngineCaller) => {
    const context = contextFor(caller);
    const request = { document: parse(text), request: { variables }, queryHash: text, context, metrics: {} };
    // The executor reads only these members; the rest belongs to Apollo Server.
    return executor(request as unknown as Parameters<typeof executor>[0]) as Promise<ExecutionResult>;
  };
  return { run, schema, stop: () => gateway.stop() };
}

/**
 * graphql-js drops promises next to a field that throws synchronously, and their rejections then end the
 * process.
 */
function resolveLate(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = async (source, args, contextValue, info) => resolve(source, args, contextValue, info);
    }
  }
}

const SCOPES = ['read_tasks', 'read_bookings', 'read_properties', 'read_rates', 'read_payment_sessions'];

/** The team's app with some of the scopes. */
const appWith = (scopes: readonly string[]): ViewerOf<'app'> => ({
  kind: 'app',
  installId: 1,
  appId: 1,
  appSlug: 'generated',
  teamId,
  scopes,
  capabilities: [],
});

test('any query returns the same response as Apollo for any app scopes', async () => {
  // Mutations would see the other executor's changes.
  const queries = new GraphQLSchema({ ...stock.schema.toConfig(), mutation: null });
  const engine = supergraph.engine(VIEW);
  const seen = { joined: 0, denied: 0, rows: 0 };
  await fc.assert(
    fc.asyncProperty(fc.gen(), fc.subarray(SCOPES, { minLength: 2 }), async (draw, scopes) => {
      const { text, variables } = generateOperation(draw, queries);
      fc.pre(
        validate(queries, parse(text)).length === 0 && validate(engine.schema, parse(text)).length === 0,
      );
      const caller: EngineCaller = { viewer: appWith(scopes), requestId: 'generated', apiVersion: VIEW };
      const expected = await stock.run(text, variables, caller);
      const answer = await engine.prepare(text).run(variables, caller);
      expectSameAnswer(answer, expected, text);
      if (
        / (property|booking|unitType|unit|tasks|bookings|paymentSessions|conversations?|requests) /.test(text)
      )
        seen.joined += 1;
      if (answer.errors?.some(({ extensions }) => extensions.code === 'ACCESS_DENIED')) seen.denied += 1;
      if (JSON.stringify(answer.data ?? null).includes('":"')) seen.rows += 1;
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  for (const count of Object.values(seen)) expect(count, JSON.stringify(seen)).toBeGreaterThan(0);
}, 300_000);

const JOINED = [
  '{ tasks { nodes { taskType property { name unitTypes { name } } unitType { property { name } } booking { reference party { adults } property { name } tasks { nodes { id } } } } } }',
  '{ bookings(first: 100) { nodes { reference status property { name tasks { nodes { id booking { reference } } } } lines { title unitType { name namedUnits { name } } } paymentSessions { id } } } }',
  '{ properties(first: 100) { nodes { name bookings(first: 3) { nodes { id lines { unitType { id name } } } pageInfo { hasNextPage } } tasks { nodes { id } } } } }',
];

test.each(JOINED)('%s returns the same response as Apollo for every set of scopes', async (text) => {
  const engine = supergraph.engine(VIEW);
  const prepared = engine.prepare(text);
  expect(prepared.notCompiledBecause).toBeNull();
  for (const scopes of [SCOPES, ...SCOPES.map((left) => SCOPES.filter((scope) => scope !== left))]) {
    const caller: EngineCaller = { viewer: appWith(scopes), requestId: 'joined', apiVersion: VIEW };
    expectSameAnswer(await prepared.run({}, caller), await stock.run(text, {}, caller), text);
  }
});
