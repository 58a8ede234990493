import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Pool } from 'undici';
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts';
import { TABLES } from './acp-peers/tables.ts';
import { drive, percentile } from './agent.ts';
import { printTable } from './support.ts';
import { brokenInvariants, openWorld } from './world.ts';

/**
 * Compares ACP create + complete with (a) the same effect as one raw SQL statement in each of two bare
 * Fastify routes and (b) plain MikroORM unit-of-work routes. All use one PostgreSQL in one run: spread over
 * unit types and nights, and on one unit type and night, at 16 and 32 clients. CPU is the combined use by the
 * server and PostgreSQL per pair.
 */
const PAIRS = Number(process.argv[2] ?? 3_000);
const CLIENTS = [16, 32];
const ROUNDS = 2;

interface Stay {
  readonly unitTypeId: number;
  readonly checkIn: string;
  readonly checkOut: string;
}

/** A booking method: its server process, and its create and complete over HTTP. */
interface Way {
  readonly name: string;
  readonly server: ServerProcess;
  readonly book: (pool: Pool, stay: Stay, index: number) => Promise<boolean>;
}

const today = Temporal.Now.plainDateISO('UTC');
const stayAt = (unitTypeId: number, days: number, nights: number): Stay => {
  const checkIn = today.add({ days });
  return { unitTypeId, checkIn: String(checkIn), checkOut: String(checkIn.add({ days: nights })) };
};
const SHAPES: readonly (readonly [string, (index: number) => Stay])[] = [
  ['spread', (index) => stayAt([1, 2, 7, 8][index % 4] ?? 1, 10 + ((index * 7) % 600), 2)],
  // Each measurement gets its own night, with room for 10,000.
  ['one unit type', () => stayAt(8, 40 + measurements, 1)],
];

/** Keeps each measurement's keys, email addresses and hot nights distinct. */
let measurements = 0;

const world = await openWorld();
const product = await world.startServer();
await world.database.query(TABLES);
const peers = await startServerProcess({ DATABASE_URL: world.databaseUrl }, 'bench/acp-peers/server.ts');
// Makes room for every booking in the run, so that it measures booking rather than running out of units.
await world.database.query('UPDATE catalog.night SET total = 10000 WHERE night >= current_date');
await world.database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
const demo = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
const { host, acp_api_key: apiKey } = demo.storefronts[0];
const postmaster = Number(
  readFileSync(join(world.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
);

async function post(pool: Pool, path: string, headers: Record<string, string>, body: object | null) {
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`);
  return JSON.parse(text) as { readonly id: string; readonly status: string };
}

const buyerOf = (index: number) => ({
  first_name: 'Ada',
  last_name: 'Guest',
  email: `guest-${process.pid}-${index}@example.com`,
});

const peer = (name: string, prefix: string): Way => ({
  name,
  server: peers,
  async book(pool, stay, index) {
    const created = await post(
      pool,
      `/${prefix}/create`,
      {},
      { ...stay, quantity: 1, buyer: buyerOf(index) },
    );
    const key = { 'idempotency-key': `key-${index}` };
    return (await post(pool, `/${prefix}/${created.id}/complete`, key, null)).status === 'completed';
  },
});

const WAYS: readonly Way[] = [
  {
    name: 'ACP of the product',
    server: product,
    async book(pool, { unitTypeId, checkIn, checkOut }, index) {
      const headers = { host, authorization: `Bearer ${apiKey}` };
      const created = await post(pool, '/api/acp/checkout_sessions', headers, {
        line_items: [{ item: { id: `stay:${unitTypeId}:${checkIn}:${checkOut}:2:0` }, quantity: 1 }],
        buyer: buyerOf(index),
      });
      const path = `/api/acp/checkout_sessions/${created.id}/complete`;
      const completed = await post(pool, path, { ...headers, 'idempotency-key': `key-${index}` }, null);
      return completed.status === 'completed';
    },
  },
  peer('(a) one raw statement each', 'raw'),
  peer('(b) MikroORM unit of work', 'orm'),
];

/** Fields in `/proc/<pid>/stat` after the name; times are 10 ms ticks. */
function statOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
}

/** User and system time used by a process, in milliseconds. */
function cpuMs(pid: number): number {
  const [user, system] = statOf(pid).slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * 10;
}

/** User and system time used by PostgreSQL's processes, including ended ones, in milliseconds. */
function postgresCpuMs(): number {
  const [user, system] = statOf(postmaster).slice(13, 15).map(Number);
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && parentOf(Number(name)) === postmaster,
  );
  return ((user ?? 0) + (system ?? 0)) * 10 + children.reduce((all, pid) => all + cpuMs(Number(pid)), 0);
}

function parentOf(pid: number): number | null {
  try {
    return Number(statOf(pid)[1]);
  } catch {
    return null; // the process has ended
  }
}

async function measure({ name, server, book }: Way, clients: number, stayOf: (index: number) => Stay) {
  const pool = new Pool(server.address, { connections: clients, pipelining: 1 });
  let failures = 0;
  measurements += 1;
  const first = measurements * 1_000_000;
  const job = async (index: number) => {
    if (!(await book(pool, stayOf(index), first + index))) failures += 1;
  };
  await drive(clients, 300, (index) => job(500_000 + index)); // warm-up
  const before = { server: cpuMs(server.pid), postgres: postgresCpuMs() };
  const startedAt = performance.now();
  const durations = await drive(clients, PAIRS, job);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = {
    server: cpuMs(server.pid) - before.server,
    postgres: postgresCpuMs() - before.postgres,
  };
  await pool.close();
  return {
    name,
    perSecond: PAIRS / seconds,
    p50: percentile(durations, 0.5),
    p99: percentile(durations, 0.99),
    serverCpuMs: cpu.server / PAIRS,
    postgresCpuMs: cpu.postgres / PAIRS,
    failures,
  };
}

for (const [shape, stayOf] of SHAPES) {
  for (const clients of CLIENTS) {
    const best = new Map<string, Awaited<ReturnType<typeof measure>>>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const way of WAYS) {
        const now = await measure(way, clients, stayOf);
        const known = best.get(way.name);
        if (!known || now.perSecond > known.perSecond) best.set(way.name, now);
      }
    }
    printTable(
      `${shape}, ${clients} clients, ${PAIRS} pairs, best of ${ROUNDS}`,
      ['create + complete', 'pairs/s', 'p50 ms', 'p99 ms', 'server CPU ms', 'PostgreSQL CPU ms', 'failures'],
      [...best.values()].map((way) => [
        way.name,
        way.perSecond.toFixed(0),
        way.p50.toFixed(1),
        way.p99.toFixed(1),
        way.serverCpuMs.toFixed(2),
        way.postgresCpuMs.toFixed(2),
        String(way.failures),
      ]),
    );
  }
}
process.stdout.write(`\n${JSON.stringify(await brokenInvariants(world.database))}\n`);
await peers.stop();
await world.close();
