import { setTimeout as sleep } from 'node:timers/promises';
import { openAgent, stayItem } from './agent.ts';
import { brokenInvariants, openWorld } from './world.ts';

/**
 * Runs kill -9 in the middle of completions: every acknowledged order still exists, no checkout stays in
 * `complete_in_progress` for more than 30 s, no night is over-held.
 */
const CYCLES = Number(process.argv[2] ?? 50);
const CLIENTS = 8;

const world = await openWorld();
const acknowledged: string[] = [];
let unanswered = 0;
let longestStuckMs = 0;

async function bookUntilKilled(address: string, cycle: number): Promise<void> {
  const agent = openAgent(address, 'lakeside.localhost', CLIENTS);
  const client = async (name: number) => {
    for (let index = 0; ; index += 1) {
      const session = await agent.call('create_checkout', {
        checkout: {
          line_items: [{ item: { id: stayItem(8, 5 + ((cycle * 13 + index) % 700), 1) }, quantity: 1 }],
          buyer: { first_name: 'Ada', last_name: 'Guest', email: `g-${cycle}-${name}-${index}@example.com` },
        },
      });
      const done = await agent.call('complete_checkout', {
        id: session.id,
        meta: { 'idempotency-key': `${cycle}-${name}-${index}` },
      });
      if (done.order) acknowledged.push(done.order.id);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  unanswered += ends.length;
  await agent.close().catch(() => undefined);
}

const stuck = async () =>
  Number(
    (
      await world.database.query<{ ms: string | null }>(
        `SELECT max(extract(epoch FROM now() - updated_at) * 1000) AS ms FROM checkout.sessions WHERE status = 'complete_in_progress'`,
      )
    ).rows[0]?.ms ?? 0,
  );

for (let cycle = 0; cycle < CYCLES; cycle += 1) {
  const server = await world.startServer();
  if (cycle === 0)
    await world.database.query('UPDATE catalog.night SET total = 10000 WHERE night >= current_date');
  const clients = bookUntilKilled(server.address, cycle);
  await sleep(200 + Math.random() * 800);
  longestStuckMs = Math.max(longestStuckMs, await stuck());
  await server.stop('SIGKILL');
  await clients;
}

await world.startServer();
const recoveryStartedAt = performance.now();
while ((await stuck()) > 0 && performance.now() - recoveryStartedAt < 60_000) await sleep(250);
const recoveredMs = performance.now() - recoveryStartedAt;

const { rows } = await world.database.query<{ reference: string }>('SELECT reference FROM checkout.bookings');
const references = new Set(rows.map(({ reference }) => reference));
const lost = acknowledged.filter((reference) => !references.has(reference)).length;
process.stdout.write(
  `${JSON.stringify({ cycles: CYCLES, acknowledged: acknowledged.length, unanswered, bookings: rows.length, lost, longestStuckMs: Math.round(longestStuckMs), lastRecoveryMs: Math.round(recoveredMs) })}\n`,
);
process.stdout.write(`${JSON.stringify(await brokenInvariants(world.database))}\n`);
await world.close();
