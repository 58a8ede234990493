import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { type AcpAgent, type AcpAnswer, acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { type OwnDatabase, openOwnDatabase } from '../support/own-database.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience, seededTest, tries } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// A completion flushes only its last commit (docs/decisions/0024-one-flush-per-booking.md). PostgreSQL crashes while agents
// book: what an agent was sent must exist afterwards, and no night may be taken without its booking or the reverse.

const CRASHES = tries(16);
const CLIENTS = 12;

let database: OwnDatabase;
let server: ServerProcess;
let agent: AcpAgent;
beforeAll(async () => {
  database = await openOwnDatabase();
  server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    SECRET_KEY: TEST_SECRET_KEY,
    AGENT_HOLD_NIGHTS: '100000',
    AGENT_RATE_LIMIT: '1000000',
  });
  await database.query('UPDATE catalog.night SET total = 10000');
  await database.query('UPDATE catalog.storefront SET max_held_share_percent = 100');
  const demo = JSON.parse(await readFile(join(database.dataDir, 'demo.json'), 'utf8'));
  agent = acpAgent(acpSurfaceTo({ address: server.address, demo }, 'instant'), CLIENTS);
});
afterAll(async () => {
  await agent.close();
  await server.stop();
  await database.close();
});

/** A refused or failed request returns nothing; what counts is what agents were sent. */
const sent = (request: Promise<AcpAnswer>) => request.catch(() => null);

seededTest(
  'every confirmed order survives a crash of PostgreSQL, with its nights',
  async (chance) => {
    const confirmed: string[] = [];
    /** Called with the number of orders for each new one. */
    let onOrder: (count: number) => void = () => undefined;
    const stop = new AbortController();
    const book = async (client: number) => {
      for (let index = 0; !stop.signal.aborted; index++) {
        const day = 20 + chance.below(300);
        const created = await sent(
          agent.create({
            line_items: [{ id: `stay:${1 + chance.below(2)}:${daysAhead(day)}:${daysAhead(day + 2)}:2:0` }],
            buyer: { first_name: 'Ada', last_name: 'Byron', email: `guest-${client}-${index}@example.com` },
          }),
        );
        if (created?.status !== 201) {
          await sleep(50);
          continue;
        }
        const { id } = created.body;
        const done = await sent(agent.complete(id, id));
        if (done?.body.order) onOrder(confirmed.push(id));
      }
    };
    const booking = Array.from({ length: CLIENTS }, (_, client) => book(client));
    for (let crash = 0; crash < CRASHES; crash++) {
      const enough = confirmed.length + 8 + chance.below(8);
      // Crashes the moment an agent has its order, when a later flush would be too late.
      await new Promise<void>((resolve) => {
        onOrder = (count) => count >= enough && resolve();
      });
      await database.crash();
    }
    stop.abort();
    await Promise.all(booking);
    // Completions that a crash interrupted are finished or given up by a job.
    const broken = () => brokenInvariants(database, { overdueMs: 10_000_000 });
    await eventually(broken, (found) => Object.keys(found).length === 0);
    const kept = await database.query<{ id: string }>(
      'SELECT checkout_id AS id FROM checkout.bookings WHERE checkout_id = ANY ($1::uuid[])',
      [confirmed],
    );
    expect(kept).toHaveLength(confirmed.length);
    expect(new Set(confirmed).size).toBe(confirmed.length);
  },
  patience(300_000),
);
