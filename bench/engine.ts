import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { buildSubgraphSchema, type GraphQLResolverMap } from '@apollo/subgraph';
import { composeServices } from '@theguild/federation-composition';
import fastify from 'fastify';
import { parse } from 'graphql';
import { remembering, toApolloDataSource } from '#gateway/engine/data-source.ts';
import { createEngine } from '#gateway/engine/engine.ts';
import { createExecute } from '#gateway/engine/execute.ts';
import { createPlanner } from '#gateway/engine/planner.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import { systemClock } from '#kit/clock.ts';
import type { Context } from '#kit/context.ts';
import type { Caller } from '#kit/execute.ts';
import { cpuOf, printTable } from './support.ts';

/**
 * Compares the CPU that an internal operation takes on compiled plans with a function that makes the same
 * look-ups, a plain JSON route, and Apollo's gateway and server over the same compiled subgraphs. Run: node
 * bench/engine.ts
 */

// The gateway would send metrics and probe for cloud metadata.
process.env.APOLLO_TELEMETRY_DISABLED = '1';

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])`;
const SDL = {
  tasks: `${LINK}
    type Task @key(fields: "id") { id: ID! title: String! status: String! property: Property! }
    type Property @key(fields: "id") { id: ID! }
    type Query { task(id: ID!): Task tasks(first: Int!): [Task!]! }`,
  catalog: `${LINK}
    type Property @key(fields: "id") { id: ID! name: String! city: String! team: Team! }
    type Team @key(fields: "id") { id: ID! }
    type Query { property(id: ID!): Property }`,
  apps: `${LINK}
    type Team @key(fields: "id") { id: ID! name: String! slug: String! }
    type Query { team(id: ID!): Team }`,
};

interface Task {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly propertyId: string;
}
const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
const tasks = new Map<string, Task>(
  ids(100).map((id) => [
    id,
    { id, title: `Task ${id}`, status: 'OPEN', propertyId: String((Number(id) % 10) + 1) },
  ]),
);
const properties = new Map(
  ids(10).map((id) => [
    id,
    { id, name: `House ${id}`, city: 'Lugano', teamId: String((Number(id) % 3) + 1) },
  ]),
);
const teams = new Map(ids(3).map((id) => [id, { id, name: `Team ${id}`, slug: `team-${id}` }]));

const resolvers: Record<keyof typeof SDL, GraphQLResolverMap<unknown>> = {
  tasks: {
    Task: { property: ({ propertyId }: Task) => ({ id: propertyId }) },
    Query: {
      task: async (_: unknown, { id }: { id: string }) => tasks.get(id),
      tasks: async (_: unknown, { first }: { first: number }) => [...tasks.values()].slice(0, first),
    },
  },
  catalog: {
    Property: {
      __resolveReference: ({ id }: { id: string }) => ({ ...properties.get(id) }),
      team: ({ teamId }: { teamId: string }) => ({ id: teamId }),
    },
    Query: { property: (_: unknown, { id }: { id: string }) => properties.get(id) },
  },
  apps: {
    Team: { __resolveReference: ({ id }: { id: string }) => ({ ...teams.get(id) }) },
    Query: { team: (_: unknown, { id }: { id: string }) => teams.get(id) },
  },
};

const withProperty = (task: Task) => {
  const property = properties.get(task.propertyId);
  return { id: task.id, title: task.title, property: { name: property?.name, city: property?.city } };
};

/** The operations, and functions that return the same data. */
const OPERATIONS = [
  {
    name: 'one task',
    text: 'query ($id: ID!) { task(id: $id) { id title status } }',
    variables: { id: '7' },
    direct: async ({ id }: { id?: string; first?: number }) => {
      const task = tasks.get(id ?? '');
      return { task: task && { id: task.id, title: task.title, status: task.status } };
    },
  },
  {
    name: '20 tasks with their properties (2 subgraphs)',
    text: 'query ($first: Int!) { tasks(first: $first) { id title property { name city } } }',
    variables: { first: 20 },
    direct: async ({ first }: { id?: string; first?: number }) => ({
      tasks: [...tasks.values()].slice(0, first).map(withProperty),
    }),
  },
  {
    name: 'a task, its property, its team (3 subgraphs)',
    text: 'query ($id: ID!) { task(id: $id) { id title property { name city team { name slug } } } }',
    variables: { id: '7' },
    direct: async ({ id }: { id?: string; first?: number }) => {
      const task = tasks.get(id ?? '');
      if (!task) return { task: null };
      const { property } = withProperty(task);
      const team = teams.get(properties.get(task.propertyId)?.teamId ?? '');
      return {
        task: {
          id: task.id,
          title: task.title,
          property: { ...property, team: { name: team?.name, slug: team?.slug } },
        },
      };
    },
  },
] as const;

const names = ['tasks', 'catalog', 'apps'] as const;
const { supergraphSdl } = composeServices(
  names.map((name) => ({ name, typeDefs: parse(SDL[name]), url: `http://${name}` })),
);
if (!supergraphSdl) throw new Error('The benchmark does not compose.');
const dataSources = names.map((name) =>
  inProcess({
    name,
    schema: buildSubgraphSchema([{ typeDefs: parse(SDL[name]), resolvers: resolvers[name] }]),
  }),
);

const caller: Caller = { viewer: { kind: 'platform' }, requestId: 'bench' };
const log = { info() {}, warn() {}, error() {} };
const contextFor = (given: Caller): Context => ({
  ...given,
  clock: systemClock,
  log,
  execute,
  apiVersion: null,
});
const { execute, prepareAll } = createExecute(
  createEngine({ planner: createPlanner(supergraphSdl), dataSources, contextFor }),
);
await prepareAll(OPERATIONS);

const byName = new Map(dataSources.map((source) => [source.name, toApolloDataSource(remembering(source))]));
const buildService = ({ name }: { name: string }) => {
  const source = byName.get(name);
  if (!source) throw new Error(`The benchmark has no subgraph ${name}.`);
  return source;
};
const gateway = new ApolloGateway({ supergraphSdl, buildService });
const { executor } = await gateway.load();
const server = new ApolloServer({ gateway: new ApolloGateway({ supergraphSdl, buildService }) });
await server.start();
const app = fastify();
for (const [index, { direct }] of OPERATIONS.entries()) {
  app.post(`/${index}`, async (request) => ({ data: await direct(request.body as { id?: string }) }));
}
await app.ready();

const COMPILED = 'compiled plan (execute)';

for (const [index, { name, text, variables, direct }] of OPERATIONS.entries()) {
  const document = parse(text);
  type StockRequest = Parameters<typeof executor>[0];
  const contenders: Record<string, () => unknown> = {
    'direct function call': () => direct(variables),
    [COMPILED]: () => execute({ text }, variables, caller),
    'JSON route of Fastify (inject)': () =>
      app.inject({ method: 'POST', url: `/${index}`, payload: variables }),
    'gateway.executor of Apollo': () =>
      // The executor reads only these members; the rest belongs to Apollo Server.
      executor({
        document,
        queryHash: text,
        request: { variables },
        context: contextFor(caller),
        metrics: {},
      } as unknown as StockRequest),
    'ApolloServer.executeOperation': () =>
      server.executeOperation({ query: text, variables }, { contextValue: { ...contextFor(caller) } }),
  };
  const expected = JSON.stringify(await direct(variables));
  if (JSON.stringify(await execute({ text }, variables, caller)) !== expected)
    throw new Error('Answers differ.');
  const rows: [contender: string, microseconds: number][] = [];
  for (const [contender, run] of Object.entries(contenders)) {
    const microseconds = await cpuOf(run);
    rows.push([contender, microseconds]);
  }
  const unit = rows.find(([contender]) => contender === COMPILED)?.[1] ?? 1;
  printTable(
    name,
    ['', 'CPU us', 'ratio'],
    rows.map(([contender, us]) => [contender, us.toFixed(1), `${(us / unit).toFixed(2)}x`]),
  );
}
await server.stop();
await gateway.stop();
await app.close();
