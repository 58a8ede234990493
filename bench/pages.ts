import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Pool } from 'undici';
import { drive } from './agent.ts';
import { databaseCpuMsOf, finelyCpuMsOf, printTable, untilWarm } from './support.ts';

/**
 * Measures the guests' pages with 8 clients: requests per second, and CPU time of the server and PostgreSQL
 * per request; with another checkout, also the ratio between the two. Turns are short and alternate, so that
 * other load affects both halves of a pair; ratios are compared pair by pair. Run: node bench/pages.ts
 * [/path/to/other/checkout] [rounds]
 */
const CLIENTS = 8;
const CALLS = 300;
const WARM_UP = 1_000;

const [other = '', given = '9'] = process.argv.slice(2);
const rounds = Number(given);
const here = await open('this checkout', '.');
const sides = other === '' ? [here] : [await open('the other one', other), here];
const PAGES = ['home', 'home, a search', 'stay', 'stay, priced', 'booking'] as const;
type Page = (typeof PAGES)[number];

const rows: string[][] = [];
for (const page of PAGES) {
  for (const side of sides) await measure(side, page, WARM_UP);
  for (const side of sides) await untilWarm(side);
  const figures = new Map(sides.map((side) => [side, [] as Figure[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 ? sides : sides.toReversed())
      figures.get(side)?.push(await measure(side, page));
  }
  for (const side of sides) rows.push([page, side.name, ...(await rowOf(side, page, figures))]);
}
printTable(
  `Guests' pages, medians of ${rounds} rounds of ${CALLS} requests`,
  ['', '', 'requests/s', 'µs CPU', 'PostgreSQL', 'CPU to the other', 'rate', 'bytes', 'with br'],
  rows,
);
for (const { close } of sides) await close();

interface Side {
  readonly name: string;
  readonly pid: number;
  readonly databasePid: number;
  readonly paths: Readonly<Record<Page, string>>;
  /** Requests a page as a browser does; returns the number of bytes received. */
  readonly ask: (path: string, encoding?: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

interface Figure {
  readonly perSecond: number;
  readonly serverUs: number;
  readonly databaseUs: number;
}

async function rowOf(side: Side, page: Page, figures: ReadonlyMap<Side, readonly Figure[]>) {
  const own = figures.get(side) ?? [];
  const others = (sides[0] && figures.get(sides[0])) ?? [];
  const both = ({ serverUs, databaseUs }: Figure) => serverUs + databaseUs;
  const paired = (value: (figure: Figure) => number) =>
    middleOf(own.map((figure, round) => value(figure) / value(others[round] ?? figure)));
  return [
    middleOf(own.map(({ perSecond }) => perSecond)).toFixed(0),
    middleOf(own.map(({ serverUs }) => serverUs)).toFixed(0),
    middleOf(own.map(({ databaseUs }) => databaseUs)).toFixed(0),
    `${paired(both).toFixed(2)}x`,
    `${paired(({ perSecond }) => perSecond).toFixed(2)}x`,
    String(await side.ask(side.paths[page], 'identity')),
    String(await side.ask(side.paths[page])),
  ];
}

async function measure({ pid, databasePid, paths, ask }: Side, page: Page, calls = CALLS): Promise<Figure> {
  const [server, database] = [await finelyCpuMsOf([pid]), await databaseCpuMsOf(databasePid)];
  const startedAt = performance.now();
  await drive(CLIENTS, calls, async () => {
    await ask(paths[page]);
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  return {
    perSecond: calls / seconds,
    serverUs: (((await finelyCpuMsOf([pid])) - server) * 1_000) / calls,
    databaseUs: (((await databaseCpuMsOf(databasePid)) - database) * 1_000) / calls,
  };
}

async function open(name: string, folder: string): Promise<Side> {
  const child = fork(resolve('bench/pages-world.ts'), [], { cwd: resolve(folder) });
  process.once('exit', () => child.kill());
  // message from our own process
  const [{ port, pid, databasePid }] = (await once(child, 'message')) as [
    { port: number; pid: number; databasePid: number },
  ];
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CLIENTS, pipelining: 1 });
  const host = `lakeside.localhost:${port}`;
  const ask = async (path: string, encoding = 'gzip, deflate, br') => {
    const headers = { host, accept: 'text/html', 'accept-language': 'en', 'accept-encoding': encoding };
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
    const bytes = await body.bytes();
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${Buffer.from(bytes)}`);
    return bytes.length;
  };
  const day = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days });
  const dates = `check_in=${day(40)}&check_out=${day(43)}&adults=2&children=0&units=1`;
  return {
    name,
    pid,
    databasePid,
    ask,
    paths: {
      home: '/',
      'home, a search': `/?${dates}`,
      stay: '/stays/1',
      'stay, priced': `/stays/1?${dates}`,
      booking: await book(pool, host, `/stays/1/book?${dates}`),
    },
    async close() {
      await pool.close();
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Books a stay with the guest's form; returns the booking's path. */
async function book(pool: Pool, host: string, path: string): Promise<string> {
  const form = await (await pool.request({ method: 'GET', path, headers: { host } })).body.text();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form)?.[1] ?? '';
  const { headers, statusCode } = await pool.request({
    method: 'POST',
    path,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      attempt: hidden('attempt'),
      price: hidden('price'),
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      terms: 'yes',
    }).toString(),
  });
  if (statusCode !== 303) throw new Error(`The booking form's response is ${statusCode}.`);
  return String(headers.location);
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
