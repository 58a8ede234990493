import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { drive, toolRequest, weekSearch } from './agent.ts';
import { finelyCpuMsOf, printTable } from './support.ts';

/**
 * Measures `search_catalog` over MCP, 7 nights, a page of 20 products: server CPU and response bytes in this
 * checkout compared with another. Turns are short, so that other load affects both halves of a pair; their
 * ratio is compared pair by pair. Run: node bench/search-since.ts /path/to/other/checkout [rounds]
 */
const CLIENTS = 4;
const CALLS = 500;
const WARM_UP = 4_000;
const PAGE = 20;

const [other = '', rounds = '31'] = process.argv.slice(2);
const here = await open('this checkout', '.');
const there = await open('the other one', other);
const sides = [there, here];

for (const side of sides) {
  // Compiles the hot code first.
  await measure(side, WARM_UP);
}
const figures = new Map(sides.map((side) => [side, [] as number[]]));
for (let round = 0; round < Number(rounds); round += 1) {
  for (const side of round % 2 ? sides : sides.toReversed()) figures.get(side)?.push(await measure(side));
}

const best = (side: Side) => Math.min(...(figures.get(side) ?? []));
const middleOf = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const median = (side: Side) => middleOf(figures.get(side) ?? []);
/** Median ratio over all pairs. */
const paired = (side: Side) =>
  middleOf((figures.get(side) ?? []).map((own, round) => own / (figures.get(there)?.[round] ?? Number.NaN)));
const rows = await Promise.all(
  sides.map(async (side) => {
    const { bytes, products } = await sizeOf(side);
    return [
      side.name,
      best(side).toFixed(0),
      median(side).toFixed(0),
      `${((100 * best(side)) / best(there) - 100).toFixed(1)} %`,
      `${((100 * median(side)) / median(there) - 100).toFixed(1)} %`,
      `${(100 * paired(side) - 100).toFixed(1)} %`,
      String(bytes),
      String(Math.round(products.reduce((sum, one) => sum + one, 0) / products.length)),
      String(Math.max(...products)),
    ];
  }),
);
printTable(
  `search_catalog, ${PAGE} products, ${rounds} rounds of ${CALLS} calls`,
  [
    '',
    'µs CPU, best',
    'median',
    'best against',
    'median against',
    'pair by pair',
    'bytes of the answer',
    'a product',
    'at most',
  ],
  rows,
);
for (const { close } of sides) await close();

interface Side {
  readonly name: string;
  readonly pid: number;
  readonly ask: (index: number) => Promise<string>;
  readonly close: () => Promise<void>;
}

async function open(name: string, folder: string): Promise<Side> {
  const child = fork(resolve('bench/search-world.ts'), [], { cwd: resolve(folder) });
  process.once('exit', () => child.kill());
  // message from our own process
  const [{ port, pid }] = (await once(child, 'message')) as [{ port: number; pid: number }];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CLIENTS, pipelining: 1 });
  const ask = (index: number) => search(pool, `lakeside.localhost:${port}`, index);
  // Database changes reach the process's memory shortly afterwards.
  for (let tries = 0; tries < 100 && productsOf(await ask(0)).length < PAGE; tries += 1) await sleep(100);
  const close = async () => {
    await pool.close();
    child.disconnect();
    await once(child, 'exit');
  };
  return { name, pid, ask, close };
}

/** CPU microseconds per call. */
async function measure({ pid, ask }: Side, calls = CALLS): Promise<number> {
  const before = await finelyCpuMsOf([pid]);
  await drive(CLIENTS, calls, async (index) => {
    await ask(index);
  });
  return (((await finelyCpuMsOf([pid])) - before) * 1_000) / calls;
}

async function sizeOf({ ask }: Side) {
  const answer = await ask(0);
  const sizes = productsOf(answer).map((product) => Buffer.byteLength(JSON.stringify(product)));
  return { bytes: Buffer.byteLength(answer), products: sizes };
}

function productsOf(answer: string): readonly unknown[] {
  return (JSON.parse(answer) as { result: { structuredContent: { products: unknown[] } } }).result
    .structuredContent.products; // shape defined by the tool's output schema
}

async function search(pool: Pool, host: string, index: number): Promise<string> {
  const { statusCode, body } = await pool.request(
    toolRequest(host, 'search_catalog', weekSearch(30 + (index % 60))),
  );
  const text = await body.text();
  if (statusCode !== 200) throw new Error(text.slice(0, 300));
  return text;
}
