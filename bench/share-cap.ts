import { drive, openAgent, percentile, stayItem } from './agent.ts';
import { brokenInvariants, openWorld } from './world.ts';

/**
 * Measures create + complete over MCP with and without the cap on unpaid agent holds, alternating (in both
 * orders) on one server and one database: `catalog.hold_stay` is swapped between runs, and the version
 * without the cap neither compares nor counts `agent_held`. Prints medians and their ratio. Run: npx node
 * bench/share-cap.ts [runs of each] [checkouts a run] [clients]
 */
const [runs = 9, checkouts = 300, clients = 8] = process.argv.slice(2).map(Number);

const world = await openWorld();
const server = await world.startServer();
// Makes room for every booking in the run, so that it measures booking rather than running out of units.
await world.database.query('UPDATE catalog.night SET total = 10000 WHERE night >= current_date');

const { rows } = await world.database.query<{ text: string }>(
  `SELECT pg_get_functiondef('catalog.hold_stay'::regproc) AS text`,
);
const [{ text: hold } = { text: '' }] = rows;

/** Returns the function text without a part, which must be present. */
function without(text: string, part: RegExp, rest: string): string {
  if (!part.test(text)) throw new Error(`There is no ${part} in the function.`);
  return text.replace(part, rest);
}

const variants = {
  'with the cap': hold,
  'without the cap': without(
    without(
      without(hold, /CASE WHEN of_agent THEN n\.agent_held ELSE 0 END/, '0'),
      /CASE WHEN of_agent THEN limits\.max_held_share_percent ELSE 100 END/,
      '100',
    ),
    /,\s+agent_held = n\.agent_held \+ CASE WHEN agents_hold [^\n]+/,
    '',
  ),
} as const;

const agent = openAgent(server.address, 'lakeside.localhost', clients);
let booked = 0;
let errors = 0;

async function book(): Promise<void> {
  const index = booked++;
  const buyer = { first_name: 'Ada', last_name: 'Guest', email: `guest-${process.pid}-${index}@example.com` };
  const item = stayItem([1, 2, 7, 8][index % 4] ?? 1, 10 + ((index * 7) % 600), 2);
  const created = await agent.call('create_checkout', {
    checkout: { line_items: [{ item: { id: item }, quantity: 1 }], buyer },
  });
  const done = await agent.call('complete_checkout', {
    id: created.id,
    meta: { 'idempotency-key': `key-${index}` },
  });
  if (done.status !== 'completed' || !done.order) errors += 1;
}

const taken = new Map<string, number[]>();
for (let run = 0; run <= runs; run++) {
  const inTurn = Object.entries(variants);
  for (const [name, text] of run % 2 === 0 ? inTurn : inTurn.toReversed()) {
    await world.database.query(text);
    await drive(clients, 60, book); // lets PostgreSQL plan again
    const startedAt = performance.now();
    await drive(clients, checkouts, book);
    if (run > 0) taken.set(name, [...(taken.get(name) ?? []), (performance.now() - startedAt) / checkouts]);
  }
}
const medians = [...taken].map(
  ([name, durations]) =>
    [
      name,
      percentile(
        durations.toSorted((a, b) => a - b),
        0.5,
      ),
    ] as const,
);
for (const [name, ms] of medians)
  process.stdout.write(`${name}: ${ms.toFixed(2)} ms a checkout at ${clients} clients\n`);
const { 'with the cap': capped = 0, 'without the cap': plain = 1 } = Object.fromEntries(medians);
process.stdout.write(`ratio ${(capped / plain).toFixed(3)}, ${errors} errors\n`);
process.stdout.write(`${JSON.stringify(await brokenInvariants(world.database))}\n`);
await agent.close();
await world.close();
