import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { drive, openAgent, percentile, stayItem } from './agent.ts';
import { type BenchInstall, installApps } from './installs.ts';
import { printTable } from './support.ts';
import { openWorld } from './world.ts';

/**
 * Tests whether lists and writers block each other. Measures bookings per second over MCP while an app on the
 * same team polls its bookings four times a second: without the app, with the app, and with an additional
 * open transaction that changed one of the team's bookings.
 *
 * `npx node bench/lists-and-writers.ts [clients] [seconds]`
 */
const CLIENTS = Number(process.argv[2] ?? 8);
const SECONDS = Number(process.argv[3] ?? 6);
const POLL_EVERY_MS = 250;

const world = await openWorld();
const server = await world.startServer();
await world.database.query('UPDATE catalog.night SET total = 10000 WHERE night >= current_date');
await world.database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
const installs = await installApps({ ...server, database: world.database }, 3, ['read_bookings']);
const agent = openAgent(server.address, 'lakeside.localhost', CLIENTS);
const writer = new pg.Client({ connectionString: world.databaseUrl });
await writer.connect();

let booked = 0;
async function book(index: number): Promise<boolean> {
  booked += 1;
  const created = await agent.call('create_checkout', {
    checkout: {
      line_items: [
        { item: { id: stayItem([1, 2][index % 2] ?? 1, 10 + ((index * 7) % 600), 2) }, quantity: 1 },
      ],
      buyer: { first_name: 'Ada', last_name: 'Guest', email: `guest-${process.pid}-${booked}@example.com` },
    },
  });
  const done = await agent.call('complete_checkout', {
    id: created.id,
    meta: { 'idempotency-key': `key-${booked}` },
  });
  return done.status === 'completed';
}

/** Requests the changes since the newest entry seen, like an app that catches up. */
async function poll({ token }: BenchInstall, since: string | null) {
  const response = await fetch(`${server.address}/developer/api/2026-10/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query:
        'query ($filter: BookingFilter) { bookings(filter: $filter, first: 20) { nodes { id updatedAt } } }',
      variables: { filter: { updatedSince: since } },
    }),
  });
  const { data } = (await response.json()) as {
    data: { bookings: { nodes: { updatedAt: string }[] } | null };
  };
  return data.bookings?.nodes.at(-1)?.updatedAt;
}

interface Figures {
  readonly booked: number;
  readonly bookings: readonly number[];
  readonly lists: readonly number[];
  readonly refused: number;
}

async function run(install: BenchInstall | null, seconds: number): Promise<Figures> {
  const until = performance.now() + seconds * 1000;
  const startedAt = performance.now();
  let count = 0;
  const bookings: number[] = [];
  const lists: number[] = [];
  let refused = 0;
  const booking = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let index = client; performance.now() < until; index += CLIENTS) {
      const at = performance.now();
      if (await book(index)) count += 1;
      bookings.push(performance.now() - at);
    }
  });
  const polling = async () => {
    let since: string | null = null;
    while (install && performance.now() < until) {
      const at = performance.now();
      const newest = await poll(install, since);
      if (newest) since = newest;
      else refused += 1;
      lists.push(performance.now() - at);
      await sleep(POLL_EVERY_MS);
    }
  };
  await Promise.all([...booking, polling()]);
  const took = (performance.now() - startedAt) / 1000;
  const sorted = (them: number[]) => them.sort((a, b) => a - b);
  return { booked: count / took, bookings: sorted(bookings), lists: sorted(lists), refused };
}

await drive(CLIENTS, 100, async (index) => void (await book(index)));
const [first, second, third] = installs;
if (!first || !second || !third) throw new Error('There are not enough installs.');
await poll(first, null);
const rows: (readonly [string, Figures])[] = [];
rows.push(['no list', await run(null, SECONDS)]);
rows.push(['an app that lists', await run(second, SECONDS)]);
await writer.query('BEGIN');
await writer.query(
  `UPDATE checkout.bookings SET version = version + 1
  WHERE id = (SELECT min(id) FROM checkout.bookings WHERE team_id = (SELECT id FROM apps.teams WHERE slug = 'lakeside'))`,
);
rows.push(['and a transaction that stays open', await run(third, SECONDS)]);
await writer.query('COMMIT');

const ms = (sorted: readonly number[], share: number) => percentile(sorted, share).toFixed(0);
printTable(
  `${CLIENTS} agents book`,
  ['', 'bookings/s', 'p50 ms', 'p99 ms', 'list p50 ms', 'list max ms', 'lists refused'],
  rows.map(([name, { booked: perSecond, bookings, lists, refused }]) => [
    name,
    perSecond.toFixed(0),
    ms(bookings, 0.5),
    ms(bookings, 0.99),
    ms(lists, 0.5),
    ms(lists, 1),
    String(refused),
  ]),
);
await agent.close();
await writer.end();
await world.close();
