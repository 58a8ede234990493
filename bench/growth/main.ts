import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { openDatabase } from '#db/database.ts';
import { systemClock } from '#kit/clock.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { purgeDeliveries } from '#subgraphs/apps/webhooks/commands/purge-deliveries.ts';
import { findWaitingInstalls } from '#subgraphs/apps/webhooks/dispatcher/waiting-installs.ts';
import { extendHorizon } from '#subgraphs/catalog/rates/commands/extend-horizon.ts';
import { followSales } from '#subgraphs/checkout/reports/commands/follow-sales.ts';
import { bookingsListDocument } from '../../panel/features/bookings/generated.ts';
import {
  reportCancellationsDocument,
  reportOfNightsDocument,
  reportPaceDocument,
  reportStaysDocument,
} from '../../panel/features/reports/generated.ts';
import { todayOverviewDocument } from '../../panel/features/today/generated.ts';
import { panelHeaders, plainBrowser } from '../../test/support/oauth.ts';
import type { ServerProcess } from '../../test/support/server-process.ts';
import { openAgent, weekSearch } from '../agent.ts';
import { finelyCpuMsOf, printTable } from '../support.ts';
import { openWorld } from '../world.ts';
import { GROWING, grow, type Size } from './grow.ts';

/**
 * Measures how request and job costs grow with the world, at three sizes, each four times the previous.
 * Reports PostgreSQL's blocks and milliseconds, the process's CPU, and the fitted exponent (0: constant; 1:
 * doubling the world doubles the cost). One team owns everything, and everything grows together. Run: node
 * bench/growth/main.ts --size small|middle|large|bookings
 */
const LARGEST: Readonly<Record<string, Size>> = {
  small: { bookings: 40_000, unitTypes: 800, storefronts: 320, installs: 4_000, deliveries: 80_000 },
  middle: { bookings: 200_000, unitTypes: 3_200, storefronts: 1_600, installs: 20_000, deliveries: 800_000 },
  bookings: { bookings: 1_000_000, unitTypes: 400, storefronts: 16, installs: 160, deliveries: 1_600 },
  large: {
    bookings: 1_000_000,
    unitTypes: 10_000,
    storefronts: 10_000,
    installs: 100_000,
    deliveries: 5_000_000,
  },
};
const STEPS = [16, 4, 1] as const;
const REPEATS = 4;
/** Time a process has to receive a change, in milliseconds. */
const HEARD_MS = 200;

const { values } = parseArgs({ options: { size: { type: 'string', default: 'small' } } });
const largest = LARGEST[values.size] ?? LARGEST.small;
if (!largest) throw new Error('--size is small, middle, large or bookings.');

/** Cost per run. */
interface Cost {
  readonly blocks: number;
  readonly databaseMs: number;
  readonly cpuMs: number;
}

const world = await openWorld({ shared_preload_libraries: 'pg_stat_statements', shared_buffers: '512MB' });
await (await world.startServer()).stop(); // creates the demo world
await world.database.query('CREATE EXTENSION pg_stat_statements');
const costs = new Map<string, Cost[]>();
const sizes: Size[] = [];
for (const step of STEPS) {
  const size = Object.fromEntries(
    Object.entries(largest).map(([name, n]) => [name, Math.ceil(n / step)]),
  ) as unknown as Size;
  sizes.push(size);
  await grow(world.database, size);
  await followAll();
  await measureRequests();
  await measureJobs();
}
await world.close();

const shown = (n: number) => (n < 10 ? n.toFixed(1) : n.toFixed(0));
printTable(
  `${values.size}: ${sizes.map(({ bookings, unitTypes }) => `${bookings} bookings, ${unitTypes} unit types`).join('; ')}`,
  [
    '',
    ...sizes.map((_, n) => `blocks ${n + 1}`),
    'exponent',
    ...sizes.map((_, n) => `PostgreSQL ms ${n + 1}`),
    ...sizes.map((_, n) => `our ms ${n + 1}`),
    'exponent',
  ],
  [...costs].map(([name, found]) => [
    name,
    ...found.map(({ blocks }) => blocks.toFixed(0)),
    exponentOf(found.map(({ blocks }) => blocks)),
    ...found.map(({ databaseMs }) => shown(databaseMs)),
    ...found.map(({ cpuMs }) => shown(cpuMs)),
    exponentOf(found.map(({ cpuMs }) => cpuMs)),
  ]),
);

async function measureRequests(): Promise<void> {
  const server = await world.startServer({ ROLE: 'gateway' });
  const ask = await openAsking(server);
  const search = openAgent(server.address, `${GROWING}:${server.port}`, 1);
  const own = (work: () => Promise<unknown>, repeats = REPEATS) =>
    measure(() => finelyCpuMsOf([server.pid]), work, repeats);
  const searchWeek = async () => {
    const { products = [] } = await search.call('search_catalog', weekSearch(20));
    if (products.length === 0) throw new Error('The search found nothing.');
  };
  keep('search, first of the process', await own(searchWeek, 1));
  keep('search', await own(searchWeek));
  keep(
    'search after a change of one unit type',
    await own(async () => {
      await world.database.query(
        `UPDATE catalog.unit_type SET description = description || '.' WHERE id = (SELECT max(id) FROM catalog.unit_type)`,
      );
      await sleep(HEARD_MS);
      await searchWeek();
    }),
  );
  keep('home page of the storefront', await own(() => ask.page('/')));
  for (const [name, variables] of Object.entries(ask.lists))
    keep(name, await own(() => ask.panel('bookings', variables)));
  for (const [name, input] of Object.entries(ask.reports))
    keep(name, await own(() => ask.panel('report', { input })));
  for (const [name, [text, variables]] of Object.entries(ask.bookingReports))
    keep(name, await own(() => ask.panel(text, variables)));
  keep('panel: Today', await own(() => ask.panel('today', { first: 10, isDesk: true })));
  await search.close();
  await ask.close();
  await server.stop();
}

/** Brings the sums for reports up to date, as the background job does. */
async function followAll(): Promise<void> {
  const { ctx, close } = await openContext();
  const began = performance.now();
  await followSales(ctx);
  process.stderr.write(
    `sums for reports followed all bookings in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  );
  await close();
}

async function openContext() {
  const log = { info() {}, warn() {}, error() {} };
  const entities = SUBGRAPHS.flatMap((subgraph) => subgraph.entities);
  const db = await openDatabase({ url: world.databaseUrl, entities, queues: [], log, poolSize: 1 });
  // Context members that these functions use.
  const ctx = { db, clock: systemClock } as unknown as Parameters<typeof findWaitingInstalls>[0];
  return { ctx, close: () => db.close() };
}

async function measureJobs(): Promise<void> {
  const { ctx, close } = await openContext();
  const cpu = () => finelyCpuMsOf([process.pid]);
  keep('look for changes for reports, none', await measure(cpu, () => followSales(ctx), REPEATS));
  keep('look for due deliveries', await measure(cpu, () => findWaitingInstalls(ctx), REPEATS));
  keep('purge of deliveries, nothing old', await measure(cpu, () => purgeDeliveries(ctx), REPEATS));
  keep('look at the nights of all unit types', await measure(cpu, () => extendHorizon(ctx), REPEATS));
  await close();
}

/** Returns the cheapest of several runs, since other load only adds cost. */
async function measure(
  cpu: () => Promise<number>,
  work: () => Promise<unknown>,
  repeats: number,
): Promise<Cost> {
  const each: Cost[] = [];
  if (repeats > 1) await work();
  for (let run = 0; run < repeats; run++) {
    await world.database.query('SELECT pg_stat_statements_reset()');
    const before = await cpu();
    await work();
    const cpuMs = (await cpu()) - before;
    const { rows } = await world.database.query<{ blocks: number; ms: number }>(
      `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 AS blocks, coalesce(sum(total_exec_time), 0)::float8 AS ms
       FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%'`,
    );
    each.push({ blocks: rows[0]?.blocks ?? 0, databaseMs: rows[0]?.ms ?? 0, cpuMs });
  }
  return each.reduce((least, one) => ({
    blocks: Math.min(least.blocks, one.blocks),
    databaseMs: Math.min(least.databaseMs, one.databaseMs),
    cpuMs: Math.min(least.cpuMs, one.cpuMs),
  }));
}

function keep(name: string, cost: Cost): void {
  costs.set(name, [...(costs.get(name) ?? []), cost]);
  process.stderr.write(
    `${name}: ${cost.blocks} blocks, ${cost.databaseMs.toFixed(1)} ms, ${cost.cpuMs.toFixed(1)} ms of ours\n`,
  );
}

/** Returns the slope of the line fitted to the logarithms; each size is four times the previous. */
function exponentOf(found: readonly number[]): string {
  const logs = found.map((value) => Math.log(Math.max(value, 0.1)) / Math.log(4));
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const places = logs.map((_, n) => n - (logs.length - 1) / 2);
  const slope =
    places.reduce((sum, place, n) => sum + place * ((logs[n] ?? 0) - mean), 0) /
    places.reduce((sum, place) => sum + place ** 2, 0);
  return slope.toFixed(2);
}

/** Returns the date some days from today. */
function dayFrom(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Opens a guest's browser and a host's panel on a server. */
async function openAsking(server: ServerProcess) {
  const { accounts } = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8'));
  const { email, password } = accounts.find(({ key }: { readonly key: string }) => key === 'host');
  const browser = plainBrowser(server.address);
  await browser.submit(await browser.open('/login'), { email, password });
  const headers = { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' };
  const pool = new Pool(server.address, { connections: 1, pipelining: 1 });
  const texts = {
    bookings: bookingsListDocument.text,
    today: todayOverviewDocument.text,
    report: reportOfNightsDocument.text,
    pace: reportPaceDocument.text,
    stays: reportStaysDocument.text,
    cancellations: reportCancellationsDocument.text,
  };
  const year = {
    from: dayFrom(-364),
    until: dayFrom(0),
    metrics: ['sold', 'occupancy', 'adr', 'revpar', 'room_revenue'],
  };
  const arrivals = { from: dayFrom(-182), until: dayFrom(182) };
  const page = { order: 'newest', first: 25, isDesk: true };
  return {
    reports: {
      'report: a year by month': { ...year, groupBy: 'month' },
      'report: a year by month, compared': { ...year, groupBy: 'month', compare: 'same_period_last_year' },
      'report: a year by unit type': { ...year, groupBy: 'unit_type' },
    },
    bookingReports: {
      'report: pace, a year by month': ['pace', arrivals],
      'report: lead times, a year': ['stays', { ...arrivals, by: 'lead_time' }],
      'report: lengths of stay, a year': ['stays', { ...arrivals, by: 'length_of_stay' }],
      'report: cancellations, a year by month': ['cancellations', arrivals],
      'report: cancellations, a month': ['cancellations', { from: dayFrom(-30), until: dayFrom(0) }],
    } satisfies Readonly<Record<string, readonly [keyof typeof texts, object]>>,
    lists: {
      'panel: bookings, newest first': { ...page, filter: {} },
      'panel: bookings, a search that finds nothing': { ...page, filter: { search: 'Nebuchadnezzar' } },
      'panel: bookings, unpaid': { ...page, order: 'hold_ends', filter: { statuses: ['held'] } },
      'panel: bookings, a filter that leaves nothing': {
        ...page,
        filter: { statuses: ['held'], checkInUntil: '2001-01-01' },
      },
    },
    async page(path: string) {
      const answer = await pool.request({
        method: 'GET',
        path,
        headers: { host: `${GROWING}:${server.port}` },
      });
      await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
    },
    async panel(text: keyof typeof texts, variables: object) {
      const body = JSON.stringify({ query: texts[text], variables });
      const answer = await pool.request({ method: 'POST', path: '/panel/graphql', headers, body });
      const answered = await answer.body.text();
      if (answer.statusCode !== 200 || answered.includes('"errors"')) throw new Error(answered.slice(0, 500));
    },
    close: () => pool.close(),
  };
}
