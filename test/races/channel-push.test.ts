import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type ChannelWorld, openChannel, reservation, stay } from '../support/channel.ts';
import { type AriMessage, type ChannelCopy, freeUnits, openCopy } from '../support/channel-copy.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience, tries } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

/**
 * Whatever is lost, doubled and late between the platform and a channel, and whichever process is killed meanwhile: once it is quiet, the
 * channel's copy is the calendar. A failing run prints its seed and path.
 */
/** Serves, and runs no jobs: what is sent is sent by workers that are killed. */
let platform: TestPlatform;
let worker: ServerProcess;
let dataDir: string;
let world: ChannelWorld;
let copy: ChannelCopy;
/** How the next messages go: as if the last entry repeated. */
let faults: Fault[];
let connectionId: string;
/** Holds a message back, once it has arrived. */
let onMessage: ((message: AriMessage) => Promise<void>) | null = null;
const HORIZON = 40;

/** What becomes of a message: taken; lost on its way; taken, but its answer is lost; taken twice; taken again when a newer one was. */
type Fault = 'none' | 'lost' | 'answer lost' | 'doubled' | 'late again';
const FAULTS: readonly Fault[] = ['none', 'lost', 'answer lost', 'doubled', 'late again'];

beforeAll(async () => {
  platform = await startPlatform({ ROLE: 'gateway', WEBHOOK_ALLOW_PRIVATE: '1' });
  dataDir = await mkdtemp(join(tmpdir(), 'platform-pusher-'));
  worker = await startWorker();
  world = await openChannel(platform, await demoHost(platform, 'lakeside'), {
    channel: { name: 'Staywell', features: ['rates', 'restrictions'], horizon_days: HORIZON },
  });
  copy = openCopy();
  faults = [];
  const held: AriMessage[] = [];
  world.server.answers.set('/ari', async (raw) => {
    const message: AriMessage = JSON.parse(raw);
    await onMessage?.(message);
    const fault = faults.shift() ?? 'none';
    if (fault === 'lost') return { status: 502, body: {} };
    copy.take(message);
    for (const late of held.splice(0)) copy.take(late);
    if (fault === 'doubled') copy.take(message);
    if (fault === 'late again') held.push(message);
    return fault === 'answer lost' ? { status: 504, body: {} } : { body: { accepted: true } };
  });
  connectionId = await world.connect('P-1');
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await platform.close();
  await world.server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startWorker = () =>
  startServerProcess({
    ...{
      ROLE: 'worker',
      DATA_DIR: dataDir,
      DATABASE_URL: platform.database.url,
      SECRET_KEY: TEST_SECRET_KEY,
    },
    ...{ NODE_ENV: 'test', WEBHOOK_ALLOW_PRIVATE: '1' },
  });

const operation = fc.oneof(
  fc.record({
    does: fc.constant('rate' as const),
    room: fc.nat({ max: 1 }),
    on: fc.nat({ max: 9 }),
    rate: fc.nat(50_000),
  }),
  fc.record({
    does: fc.constant('close' as const),
    room: fc.nat({ max: 1 }),
    on: fc.nat({ max: 9 }),
    closed: fc.nat({ max: 1 }),
  }),
  fc.record({ does: fc.constant('sell' as const), room: fc.nat({ max: 1 }), on: fc.nat({ max: 9 }) }),
  fc.record({
    does: fc.constant('plan' as const),
    room: fc.nat({ max: 1 }),
    rate: fc.integer({ min: 1, max: 50_000 }),
  }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

async function run(one: Operation): Promise<void> {
  const { database } = platform;
  const unitType = world.unitTypes[one.room]?.id;
  if (one.does === 'rate')
    await database.query('UPDATE catalog.night SET rate = $3 WHERE unit_type_id = $1 AND night = $2::date', [
      ...[unitType, daysAhead(one.on + 3), one.rate],
    ]);
  if (one.does === 'close')
    await database.query(
      'UPDATE catalog.night SET closed = least($3, total - held - confirmed) WHERE unit_type_id = $1 AND night = $2::date',
      [unitType, daysAhead(one.on + 3), one.closed],
    );
  if (one.does === 'plan')
    await database.query('UPDATE catalog.unit_type SET base_rate = $2 WHERE id = $1', [unitType, one.rate]);
  if (one.does === 'sell') {
    const lines = [stay(`room-${one.room + 1}`, one.on + 3, 1)];
    const { userErrors } = await world.bring(reservation(connectionId, one.on + 3, { lines, total: 10_000 }));
    expect(userErrors).toEqual([]);
  }
}

/** What the copy should be: free units and rates, by the calendar itself. */
async function calendar(): Promise<readonly unknown[]> {
  const units = world.unitTypes.slice(0, 2);
  const free = await Promise.all(
    units.map(({ id }) => freeUnits(platform.database, id, { from: 3, nights: 10 })),
  );
  const rates = await Promise.all(
    units.map(({ id }) =>
      platform.database.query<{ rate: number }>(
        `SELECT coalesce(n.rate, u.base_rate)::float8 AS rate FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
         WHERE u.id = $1 AND n.night >= $2::date AND n.night < $3::date ORDER BY n.night`,
        [id, daysAhead(3), daysAhead(13)],
      ),
    ),
  );
  return free.flatMap((own, room) => own.map((units, night) => [units, rates[room]?.[night]?.rate]));
}
const copied = () =>
  [1, 2].flatMap((room) =>
    Array.from({ length: 10 }, (_, night) => {
      const known = copy.nights.get(`room-${room} ${daysAhead(night + 3)}`);
      const [price] = (known?.['rates'] ?? []) as { amount: number }[];
      return [known?.['availability'], price?.amount];
    }),
  );
/** Has what failed sent again now, not when its turn comes: what is proved is what is sent, not how long is waited. */
const hurry = () =>
  platform.database.query(
    `UPDATE catalog.channel_push SET next_attempt_at = now() WHERE next_attempt_at > now()`,
  );
async function converged(): Promise<void> {
  await eventually(
    async () => {
      await hurry();
      return { has: copied(), should: await calendar() };
    },
    ({ has, should }) => JSON.stringify(has) === JSON.stringify(should),
  );
}

test(
  'a copy is the calendar again after loss, doubling and reordering',
  async () => {
    const scripts = fc.array(operation, { minLength: 5, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        scripts,
        fc.array(fc.constantFrom(...FAULTS), { maxLength: 8 }),
        async (script, given) => {
          faults = [...given];
          for (const one of script) await run(one);
          faults = faults.filter((fault) => fault !== 'lost');
          await converged();
          expect(await brokenInvariants(platform.database)).toEqual({});
        },
      ),
      { numRuns: tries(10), endOnFailure: true },
    );
  },
  patience(120_000),
);

test(
  'a copy is the calendar again after a process is killed while it sends',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: 2, maxLength: 10 }),
        fc.boolean(),
        async (script, isTaken) => {
          let arrived = () => {};
          const isUnderWay = new Promise<void>((resolve) => {
            arrived = resolve;
          });
          onMessage = async (message) => {
            if (isTaken) copy.take(message);
            arrived();
            await new Promise(() => {}); // its sender never hears what became of it
          };
          await platform.database.query(
            'UPDATE catalog.night SET rate = coalesce(rate, 0) + 1 WHERE unit_type_id = $1 AND night = $2::date',
            [world.unitTypes[0]?.id, daysAhead(5)],
          );
          await isUnderWay;
          await worker.stop('SIGKILL');
          onMessage = null;
          // Its lease runs out, here at once.
          await platform.database.query(
            'UPDATE catalog.channel_push SET claimed_until = now() WHERE claimed_until IS NOT NULL',
          );
          for (const one of script) await run(one);
          worker = await startWorker();
          await converged();
          expect(await brokenInvariants(platform.database)).toEqual({});
        },
      ),
      { numRuns: tries(3), endOnFailure: true },
    );
  },
  patience(180_000),
);
