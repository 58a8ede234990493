import { drive, openAgent, percentile, stayItem } from './agent.ts';
import { brokenInvariants, openWorld } from './world.ts';

/**
 * Measures create + complete over MCP on the embedded PostgreSQL: spread over unit types and nights, and on
 * one hot unit type and night. Prints each pair's throughput and latency, errors, and whether any night is
 * oversold.
 */
const CLIENTS = Number(process.argv[2] ?? 16);
const CHECKOUTS = Number(process.argv[3] ?? 3_000);

const world = await openWorld();
const server = await world.startServer();
// Makes room for every booking in the run, so that it measures booking rather than running out of units.
await world.database.query('UPDATE catalog.night SET total = 10000 WHERE night >= current_date');
await world.database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');

const agent = openAgent(server.address, 'lakeside.localhost', CLIENTS);
let errors = 0;

async function book(itemId: string, index: number): Promise<void> {
  const buyer = { first_name: 'Ada', last_name: 'Guest', email: `guest-${process.pid}-${index}@example.com` };
  const created = await agent.call('create_checkout', {
    checkout: { line_items: [{ item: { id: itemId }, quantity: 1 }], buyer },
  });
  const done = await agent.call('complete_checkout', {
    id: created.id,
    meta: { 'idempotency-key': `key-${index}` },
  });
  if (done.status !== 'completed' || !done.order) errors += 1;
}

const runs = [
  ['warm-up', 400, (index: number) => stayItem(1 + (index % 2), 10 + (index % 300), 2)],
  [
    'spread',
    CHECKOUTS,
    (index: number) => stayItem([1, 2, 7, 8][index % 4] ?? 1, 10 + ((index * 7) % 600), 2),
  ],
  ['one unit type, one night', CHECKOUTS, () => stayItem(8, 40, 1)],
] as const;

for (const [run, [name, count, item]] of runs.entries()) {
  errors = 0;
  const startedAt = performance.now();
  const durations = await drive(CLIENTS, count, (index) => book(item(index), run * 1_000_000 + index));
  const seconds = (performance.now() - startedAt) / 1000;
  process.stdout.write(
    `${name}: ${(count / seconds).toFixed(0)} create+complete/s at ${CLIENTS} clients, p50 ${percentile(durations, 0.5).toFixed(1)} ms, p99 ${percentile(durations, 0.99).toFixed(1)} ms, ${errors} errors\n`,
  );
}
process.stdout.write(`${JSON.stringify(await brokenInvariants(world.database))}\n`);
await agent.close();
await world.close();
