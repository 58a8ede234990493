import { isDeepStrictEqual, parseArgs } from 'node:util';
import { Pool } from 'undici';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { insertJoinedRows } from '../test/support/joined-rows.ts';
import type { ServerProcess } from '../test/support/server-process.ts';
import { drive, percentile } from './agent.ts';
import { installApps } from './installs.ts';
import {
  JOIN_OPERATIONS,
  type JoinIds,
  type JoinOperation,
  OPERATION_HEADER,
  PLAIN_OPERATIONS,
} from './joins-operations.ts';
import { databaseCpuMsOf, finelyCpuMsOf, printTable, untilWarm } from './support.ts';
import { openWorld } from './world.ts';

/**
 * Measures the developer API: server and PostgreSQL CPU for operations as apps send them. Compares the
 * product, and peers with the same resolvers and data (bench/joins-peers.ts), with a bare route that returns
 * the same data from one prepared statement (bench/joins-floor.ts). Each runs in separate processes.
 *
 * `npx node bench/joins.ts`, with any of `--effort 2` (multiplies the requests), `--remote` (adds the product
 * with its subgraphs over HTTP), `--only text` (operations with this text in their name), `--sides
 * product,mercurius` (in addition to the bare route), `--against ../other` (adds the product as checked out
 * there) and `--profile folder` (writes the product's CPU profiles). Takes a minute or two.
 */
const { values: options } = parseArgs({
  options: {
    effort: { type: 'string', default: '1' },
    remote: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    sides: { type: 'string' },
    against: { type: 'string' },
    profile: { type: 'string' },
  },
});
const EFFORT = Number(options.effort);
const CLIENTS = 4;
/** The sides take turns in each round; the first is a warm-up. */
const ROUNDS = 5;
/** Enough points for every request. */
const INSTALLS = Math.ceil(120 * EFFORT);
const ROWS = 60;
const SCOPES = [
  'read_tasks',
  'write_tasks',
  'read_bookings',
  'read_properties',
  'read_contacts',
  'read_payment_sessions',
];
const FIRST_PORT = 4701;
const PATH = '/developer/api/unstable/graphql';

const world = await openWorld();
const seeding = await world.startServer();
const installs = await installApps({ ...seeding, database: world.database }, INSTALLS, SCOPES);
const ids = await insertRows();
await seeding.stop();

/** An implementation and its processes. */
interface Side {
  readonly name: string;
  readonly address: string;
  readonly processes: readonly ServerProcess[];
  asked: number;
}
const sides: Side[] = [];
const sideOf = (name: string, processes: readonly ServerProcess[]): Side => ({
  name,
  address: processes[0]?.address ?? '',
  processes,
  asked: 1_000_003 * sides.length, // each side writes different values
});
const peer = (name: string) => world.startServer({ PEER: name }, 'bench/joins-peers.ts');
const monolith = await world.startServer({}, 'bench/joins-monolith.ts');
const NODE_OPTIONS = options.profile ? `--cpu-prof --cpu-prof-dir=${options.profile}` : '';
const product = (folder = '.') =>
  world.startServer({ ROLE: 'gateway', NODE_OPTIONS }, `${folder}/server/main.ts`);
const SIDES: Readonly<Record<string, () => Promise<readonly ServerProcess[]>>> = {
  'bare route': async () => [await world.startServer({}, 'bench/joins-floor.ts')],
  product: async () => [await product()],
  ...(options.against && { [`product in ${options.against}`]: async () => [await product(options.against)] }),
  ...(options.remote && { 'product, subgraphs over HTTP': startRemote }),
  'graphql-jit in a route': async () => [monolith],
  mercurius: async () => [await peer('mercurius')],
  Yoga: async () => [await peer('yoga')],
  'Apollo Server': async () => [await peer('apollo')],
};
const chosen = options.sides?.split(',');
for (const [name, start] of Object.entries(SIDES)) {
  if (!chosen || name === 'bare route' || chosen.some((one) => name.startsWith(one)))
    sides.push(sideOf(name, await start()));
}

await Promise.all(sides.flatMap(({ processes }) => processes.map(untilWarm)));
for (const operation of [...JOIN_OPERATIONS, ...PLAIN_OPERATIONS]) {
  if (!operation.name.includes(options.only)) continue;
  await compare(operation);
  const costs = await costsOf(operation);
  const floor = costs[0] ?? { server: 1, database: 0, perSecond: 1 };
  printTable(
    operation.name,
    ['', 'server us', 'PostgreSQL us', 'CPU to the bare route', 'requests/s'],
    costs.map(({ server, database, perSecond }, index) => [
      sides[index]?.name ?? '',
      (server * 1000).toFixed(0),
      (database * 1000).toFixed(0),
      `${((server + database) / (floor.server + floor.database)).toFixed(2)}x`,
      perSecond.toFixed(0),
    ]),
  );
  if (operation.statements === 0 || operation.textOf) continue;
  const variables = operation.variables(ids, 0);
  const few = await statementsOf(operation, 'n' in variables ? { n: 5 } : variables);
  const many = await statementsOf(operation, variables);
  process.stdout.write(`statements: ${'n' in variables ? `${few} for 5 rows, ${many} for 50` : many}\n`);
}
await world.close();

/** Starts a gateway and five services; the gateway is first. */
async function startRemote(): Promise<readonly ServerProcess[]> {
  const ports = new Map(SUBGRAPH_NAMES.map((name, index) => [name, String(FIRST_PORT + index)]));
  const urls = Object.fromEntries(
    [...ports].map(([name, port]) => [`SUBGRAPH_URL_${name.toUpperCase()}`, `http://127.0.0.1:${port}`]),
  );
  const settings = { ...urls, SUBGRAPHS: 'remote' };
  const services = await Promise.all(
    [...ports].map(([name, PORT]) => world.startServer({ ...settings, ROLE: `subgraph:${name}`, PORT })),
  );
  return [await world.startServer({ ...settings, ROLE: 'gateway' }), ...services];
}

/** Sends one operation's request and returns its response, which mustn't contain errors. */
async function send(pool: Pool, operation: JoinOperation, index: number, path = PATH, given = {}) {
  const install = installs.at(index % INSTALLS);
  const variables = { ...operation.variables(ids, index), ...given };
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path,
    headers: {
      authorization: `Bearer ${install?.token}`,
      'content-type': 'application/json',
      [OPERATION_HEADER]: operation.name,
    },
    body: JSON.stringify({
      query: operation.textOf?.(index) ?? operation.text,
      variables: 'namespace' in variables ? { ...variables, namespace: install?.slug } : variables,
    }),
  });
  const text = await body.text();
  if (statusCode !== 200 || text.startsWith('{"errors"'))
    throw new Error(`${operation.name}: ${statusCode} ${text}`);
  return JSON.parse(text) as { readonly data: unknown; readonly statements: number };
}

/** Throws if the sides' responses differ. */
async function compare(operation: JoinOperation): Promise<void> {
  const answers: unknown[] = [];
  // The schema that graphql-jit runs has an extra type, so only the bare route is compared.
  const compared = operation.statements === 0 ? sides.slice(0, 2) : sides;
  for (const { address } of compared) {
    const pool = new Pool(address);
    answers.push((await send(pool, operation, 0)).data);
    await pool.close();
  }
  const odd = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[1]));
  if (odd < 0) return;
  throw new Error(
    `${operation.name}: ${sides[odd]?.name} answers ${JSON.stringify(answers[odd]).slice(0, 500)}, not ${JSON.stringify(answers[1]).slice(0, 500)}`,
  );
}

/** CPU milliseconds per request, and requests per second. */
interface Cost {
  readonly server: number;
  readonly database: number;
  readonly perSecond: number;
}

/** Measures CPU per request for each side's processes and for PostgreSQL: the rounds' median. */
async function costsOf(operation: JoinOperation): Promise<readonly Cost[]> {
  const rounds = sides.map((): Cost[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, side] of sides.entries()) {
      const cost = await costOf(side, operation);
      if (round > 0) rounds[index]?.push(cost);
    }
  }
  return rounds.map((costs) => ({
    server: median(costs.map(({ server }) => server)),
    database: median(costs.map(({ database }) => database)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
  }));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return percentile(sorted, 0.5);
}

async function costOf(side: Side, operation: JoinOperation): Promise<Cost> {
  const pool = new Pool(side.address, { connections: CLIENTS, pipelining: 1 });
  const count = operation.requests * EFFORT;
  const server = side.processes.map(({ pid }) => pid);
  const before = [await finelyCpuMsOf(server), await databaseCpuMsOf(world.databasePid)] as const;
  const startedAt = performance.now();
  await drive(CLIENTS, count, async () => void (await send(pool, operation, side.asked++)));
  const seconds = (performance.now() - startedAt) / 1000;
  const after = [await finelyCpuMsOf(server), await databaseCpuMsOf(world.databasePid)] as const;
  await pool.close();
  return {
    server: (after[0] - before[0]) / count,
    database: (after[1] - before[1]) / count,
    perSecond: count / seconds,
  };
}

/** Counts the product engine's statements for the second request, after first-use look-ups. */
async function statementsOf(operation: JoinOperation, given: object): Promise<number> {
  const pool = new Pool(monolith.address);
  await send(pool, operation, -1, '/statements', given);
  const { statements } = await send(pool, operation, -2, '/statements', given);
  await pool.close();
  return statements;
}

/** Inserts lakeside bookings with a cleaning each, and payment sessions for every install. */
async function insertRows(): Promise<JoinIds> {
  const { database } = world;
  const {
    rows: [front],
  } = await database.query(
    `SELECT s.team_id AS "teamId", p.id AS "propertyId", ut.id AS "unitTypeId", u.id AS "unitId"
     FROM catalog.storefront s JOIN catalog.property p ON p.storefront_id = s.id JOIN catalog.unit_type ut ON ut.property_id = p.id
     JOIN catalog.unit u ON u.unit_type_id = ut.id JOIN apps.teams t ON t.id = s.team_id AND t.slug = 'lakeside' LIMIT 1`,
  );
  const { rows: apps } = await database.query(
    `SELECT i.id, a.slug FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug LIKE 'bench-graphql-%'`,
  );
  await database.query(
    `INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out) VALUES ($1, 'cleaning', 'Cleaning', 900000, false)
     ON CONFLICT DO NOTHING`,
    [front.teamId],
  );
  await insertJoinedRows((text, values) => database.query(text, [...values]), {
    ...front,
    installs: apps,
    rows: ROWS,
  });
  const { rows: tasks } = await database.query(
    `SELECT t.id, t.booking_id FROM tasks.task t JOIN checkout.bookings b ON b.id = t.booking_id
     WHERE b.guest_email = 'ada@example.com' ORDER BY t.id`,
  );
  return { taskIds: tasks.map(({ id }) => id), bookingId: tasks[0]?.booking_id };
}
