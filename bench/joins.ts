import { isDeepStrictEqual } from 'node:util';
import { Pool } from 'undici';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { insertJoinedRows } from '../test/support/joined-rows.ts';
import type { ServerProcess } from '../test/support/server-process.ts';
import { drive } from './agent.ts';
import { installApps } from './installs.ts';
import { JOIN_OPERATIONS, type JoinIds, type JoinOperation } from './joins-operations.ts';
import { cpuMsOf, printTable } from './support.ts';
import { openWorld } from './world.ts';

/**
 * What a join costs: CPU of all server processes for four operations, through the gateway with the subgraphs in its process, the
 * same over HTTP, the same resolvers as a monolith (bench/joins-monolith.ts) and a bare route that answers the same bytes
 * (bench/joins-floor.ts); and how many statements each takes. `npx node bench/joins.ts`; its argument multiplies the requests (1).
 */
const EFFORT = Number(process.argv[2] ?? 1);
const CLIENTS = 4;
const ROUNDS = 2;
/** Enough points for everything that is asked. */
const INSTALLS = 24 * EFFORT;
const ROWS = 60;
const SCOPES = [
  ...['read_tasks', 'write_tasks', 'read_bookings', 'read_properties', 'read_contacts'],
  'read_payment_sessions',
];
const FIRST_PORT = 4701;
const PATH = '/developer/api/unstable/graphql';

const world = await openWorld();
const seeding = await world.startServer();
const installs = await installApps({ ...seeding, database: world.database }, INSTALLS, SCOPES);
const ids = await insertRows();
await seeding.stop();

/** One way of answering, and the processes it takes. */
interface Side {
  readonly name: string;
  readonly address: string;
  readonly processes: readonly ServerProcess[];
  asked: number;
}
const local = await world.startServer({ ROLE: 'gateway' });
const monolith = await world.startServer({}, 'bench/joins-monolith.ts');
const floor = await world.startServer({}, 'bench/joins-floor.ts');
const remote = await startRemote();
const sides: readonly Side[] = [
  { name: 'bare route', address: floor.address, processes: [floor], asked: 0 },
  { name: 'monolith', address: monolith.address, processes: [monolith], asked: 0 },
  { name: 'gateway', address: local.address, processes: [local], asked: 0 },
  { name: 'gateway, subgraphs over HTTP', address: remote[0]?.address ?? '', processes: remote, asked: 0 },
];

for (const operation of JOIN_OPERATIONS) await compare(operation);
for (const operation of JOIN_OPERATIONS) {
  const rows: (readonly [Side, number])[] = [];
  for (const side of sides) rows.push([side, await cpuOfRequest(side, operation)]);
  const [, bare = 1] = rows[0] ?? [];
  const [, mono = 1] = rows[1] ?? [];
  printTable(
    operation.name,
    ['', 'CPU ms a request', 'to the bare route', 'to the monolith'],
    rows.map(([{ name }, cpu]) => [
      name,
      cpu.toFixed(2),
      `${(cpu / bare).toFixed(1)}x`,
      `${(cpu / mono).toFixed(1)}x`,
    ]),
  );
  const variables = operation.variables(ids, 0);
  const few = await statementsOf(operation, 'n' in variables ? { n: 5 } : variables);
  const many = await statementsOf(operation, variables);
  process.stdout.write(`statements: ${'n' in variables ? `${few} for 5 rows, ${many} for 50` : many}\n`);
}
await world.close();

/** A gateway and five services; the gateway first. */
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

/** The one request of an operation: its answer, which is to hold no error. */
async function send(pool: Pool, operation: JoinOperation, index: number, path = PATH, given = {}) {
  const install = installs.at(index % INSTALLS);
  const variables = { ...operation.variables(ids, index), ...given };
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${install?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: operation.text,
      variables: 'namespace' in variables ? { ...variables, namespace: install?.slug } : variables,
    }),
  });
  const text = await body.text();
  if (statusCode !== 200 || text.includes('"errors"'))
    throw new Error(`${operation.name}: ${statusCode} ${text}`);
  return JSON.parse(text) as { readonly data: unknown; readonly statements: number };
}

/** Throws where one of them answers something else. */
async function compare(operation: JoinOperation): Promise<void> {
  const answers: unknown[] = [];
  for (const { address } of sides) {
    const pool = new Pool(address);
    answers.push((await send(pool, operation, 0)).data);
    await pool.close();
  }
  const odd = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[2]));
  if (odd < 0) return;
  throw new Error(
    `${operation.name}: ${sides[odd]?.name} answers ${JSON.stringify(answers[odd])}, not ${JSON.stringify(answers[2])}`,
  );
}

/** CPU of all its processes, in milliseconds a request; the first round is to warm up. */
async function cpuOfRequest(side: Side, operation: JoinOperation): Promise<number> {
  const pool = new Pool(side.address, { connections: CLIENTS, pipelining: 1 });
  const requests = operation.requests * EFFORT;
  const used = async () => {
    const each = await Promise.all(side.processes.map(({ pid }) => cpuMsOf(pid)));
    return each.reduce((sum, one) => sum + one, 0);
  };
  let cpuMs = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const before = await used();
    await drive(CLIENTS, requests, async () => void (await send(pool, operation, side.asked++)));
    if (round > 0) cpuMs += (await used()) - before;
  }
  await pool.close();
  return cpuMs / (ROUNDS * requests);
}

/** Statements of the product's engine for one of them; the second time, so that nothing is looked up for the first. */
async function statementsOf(operation: JoinOperation, given: object): Promise<number> {
  const pool = new Pool(monolith.address);
  await send(pool, operation, -1, '/statements', given);
  const { statements } = await send(pool, operation, -2, '/statements', given);
  await pool.close();
  return statements;
}

/** Bookings of lakeside with a cleaning each, and payment sessions for every install. */
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
