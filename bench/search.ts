import { fork } from 'node:child_process';
import { Pool } from 'undici';
import { openCatalog, sell } from '../test/support/catalog.ts';
import { drive, percentile, toolRequest, weekSearch } from './agent.ts';
import { METRICS_HEADERS, openWorld } from './world.ts';

/**
 * Measures `search_catalog` over MCP, 7 nights, at 8 clients: CPU and throughput compared with a hand-written
 * JSON-RPC route and the SDK's stateless wiring, which return the same bytes, at the demo world's first
 * storefront; and latency at a storefront with 1,000 unit types. Run: node bench/search.ts
 */
const CLIENTS = 8;
const CALLS = 1_000;
const WARM_UP = 4_000;
const ROUNDS = 9;

const world = await openWorld();
const server = await world.startServer();
const catalog = await openCatalog(world.databaseUrl);

const few = { id: 1, domain: 'lakeside.localhost' };
const many = await openStorefront(1_000);
await catalog.close();

const peers = fork(
  'bench/search-peers.ts',
  [world.databaseUrl, String(few.id), `http://${few.domain}:${server.port}`],
  { env: { ...process.env, ...world.settings }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
);
const peersAddress = await new Promise<string>((heard) => {
  peers.stdout?.once('data', (line) => heard(String(line).trim()));
});

const product = { pool: pool(server.address), path: '/api/mcp', host: few.domain, cpu: productCpu };
const wirings = {
  'the product': product,
  'hand-written route': { ...product, pool: pool(peersAddress), path: '/hand-written', cpu: peersCpu },
  'SDK, stateless wiring': { ...product, pool: pool(peersAddress), path: '/stateless', cpu: peersCpu },
  'the same, schemas made once': {
    ...product,
    pool: pool(peersAddress),
    path: '/stateless-schemas-once',
    cpu: peersCpu,
  },
};

process.once('exit', () => peers.kill());

const bytes = await Promise.all(Object.values(wirings).map((wiring) => ask(wiring, 0)));
for (const [i, name] of Object.keys(wirings).entries()) {
  // The SDK writes response members in a different order.
  const same = JSON.stringify(sorted(bytes[i])) === JSON.stringify(sorted(bytes[0]));
  print(`${name}: ${bytes[i]?.length} bytes${same ? ', the same answer' : ', ANOTHER ANSWER'}`);
}

for (const wiring of Object.values(wirings)) await measure(wiring, WARM_UP);
const figures = new Map(Object.keys(wirings).map((name) => [name, [] as Figure[]]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, wiring] of Object.entries(wirings)) figures.get(name)?.push(await measure(wiring));
}
const middleOf = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
/** The product's CPU relative to a peer's, round by round: other load affects both. */
const ratioTo = (peer: string) =>
  middleOf(
    (figures.get(peer) ?? []).map(
      ({ cpuUs }, round) => (figures.get('the product')?.[round]?.cpuUs ?? Number.NaN) / cpuUs,
    ),
  );
const best = new Map([...figures].map(([name, all]) => [name, all.toSorted((a, b) => a.cpuUs - b.cpuUs)[0]]));
const ours = best.get('the product')?.cpuUs ?? Number.NaN;
for (const [name, figure] of best) {
  if (!figure) continue;
  print(
    `${name}: ${figure.cpuUs.toFixed(0)} µs CPU a call (the product: ${(ours / figure.cpuUs).toFixed(2)}x, ${ratioTo(name).toFixed(2)}x by rounds), ${figure.perSecond.toFixed(0)} calls/s`,
  );
}

const large = { ...product, host: many.domain };
await measure(large);
const { latencies } = await measure(large);
print(
  `1,000 unit types: p50 ${percentile(latencies, 0.5).toFixed(2)} ms, p99 ${percentile(latencies, 0.99).toFixed(2)} ms`,
);

for (const { pool } of Object.values(wirings)) await pool.close();
peers.kill();
await world.close();

interface Wiring {
  readonly pool: Pool;
  readonly path: string;
  readonly host: string;
  /** CPU seconds used by the server process. */
  readonly cpu: () => Promise<number>;
}

interface Figure {
  readonly cpuUs: number;
  readonly perSecond: number;
  readonly latencies: readonly number[];
}

async function measure(wiring: Wiring, calls = CALLS): Promise<Figure> {
  const before = await wiring.cpu();
  const startedAt = performance.now();
  const latencies = await drive(CLIENTS, calls, async (index) => {
    await ask(wiring, index);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const used = (await wiring.cpu()) - before;
  return { cpuUs: (used / calls) * 1e6, perSecond: calls / seconds, latencies };
}

async function ask({ pool, path, host }: Wiring, index: number): Promise<string> {
  const search = toolRequest(`${host}:${server.port}`, 'search_catalog', weekSearch(10 + (index % 300)));
  const { statusCode, body } = await pool.request({ ...search, path });
  const text = await body.text();
  if (statusCode !== 200 || text.includes('"error"')) throw new Error(`${path}: ${text.slice(0, 300)}`);
  return text;
}

async function openStorefront(size: number): Promise<{ readonly id: number; readonly domain: string }> {
  const unitTypes = Array.from({ length: size }, (_, i) => ({
    name: `Type ${i}`,
    description: 'A room with a balcony over the water; breakfast is in the lodge from seven.',
    units: 4,
  }));
  const { storefrontId: id } = await sell(catalog.as(), unitTypes);
  const { rows } = await world.database.query<{ domain: string }>(
    'SELECT domain FROM catalog.storefront WHERE id = $1',
    [id],
  );
  return { id, domain: rows[0]?.domain ?? '' };
}

async function productCpu(): Promise<number> {
  const { body } = await product.pool.request({ method: 'GET', path: '/metrics', headers: METRICS_HEADERS });
  return Number(/^process_cpu_seconds_total (.+)$/m.exec(await body.text())?.[1]);
}

async function peersCpu(): Promise<number> {
  const { body } = await wirings['hand-written route'].pool.request({ method: 'GET', path: '/cpu' });
  const { user, system } = (await body.json()) as NodeJS.CpuUsage; // response from our own process
  return (user + system) / 1e6;
}

function pool(address: string): Pool {
  return new Pool(address, { connections: CLIENTS, pipelining: 1 });
}

function sorted(text = ''): unknown {
  return JSON.parse(text, (_key, value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
