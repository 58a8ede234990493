import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { type ChannelWorld, openChannel, reservation, stay } from '../support/channel.ts';
import { type AriMessage, type ChannelCopy, freeUnits, openCopy } from '../support/channel-copy.ts';
import { ask } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type Chance, EFFORT, patience, seededTest, tries } from '../support/seeded.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

/**
 * With any messages lost, duplicated and delayed between the platform and a channel, and any process killed:
 * once it is quiet, the channel's copy equals the calendar. A failing run prints its seed and path.
 */
/** Serves requests without running jobs: killable workers send the messages. */
let platform: TestPlatform;
let worker: ServerProcess;
let dataDir: string;
let world: ChannelWorld;
let copy: ChannelCopy;
/** Faults for the next messages; the last entry repeats. */
let faults: Fault[];
/** Random fault for each message; null if `faults` decides. */
let fate: (() => Fault) | null = null;
let connectionId: string;
let currency: string;
/** Delays a message after its arrival. */
let onMessage: ((message: AriMessage) => Promise<void>) | null = null;
const HORIZON = 40;

/**
 * A message's fate: accepted; lost in transit; accepted with a lost response; accepted twice; accepted again
 * after a newer message.
 */
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
    const fault = fate?.() ?? faults.shift() ?? 'none';
    if (fault === 'lost') return { status: 502, body: {} };
    copy.take(message);
    for (const late of held.splice(0)) copy.take(late);
    if (fault === 'doubled') copy.take(message);
    if (fault === 'late again') held.push(message);
    return fault === 'answer lost' ? { status: 504, body: {} } : { body: { accepted: true } };
  });
  connectionId = await world.connect('P-1');
  const [connection] = await platform.database.query<{ currency: string }>(
    'SELECT currency FROM catalog.channel_connection WHERE id = $1',
    [connectionId],
  );
  currency = connection?.currency ?? '';
}, 120_000);
afterAll(async () => {
  await worker.stop();
  await platform.close();
  await world.server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startWorker = () =>
  startServerProcess({
    ROLE: 'worker',
    DATA_DIR: dataDir,
    DATABASE_URL: platform.database.url,
    SECRET_KEY: TEST_SECRET_KEY,
    NODE_ENV: 'test',
    WEBHOOK_ALLOW_PRIVATE: '1',
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
      unitType,
      daysAhead(one.on + 3),
      one.rate,
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

/** The expected copy: free units and rates from the calendar. */
async function calendar(): Promise<readonly unknown[]> {
  const units = world.unitTypes.slice(0, 2);
  const free = await Promise.all(
    units.map(({ id }) => freeUnits(platform.database, id, { from: 3, nights: 10 })),
  );
  const rates = await Promise.all(
    units.map(({ id }) =>
      platform.database.query<{ rate: number; stopped: boolean }>(
        `SELECT coalesce(n.rate, u.base_rate)::float8 AS rate, n.stop_sell AS stopped FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
         WHERE u.id = $1 AND n.night >= $2::date AND n.night < $3::date ORDER BY n.night`,
        [id, daysAhead(3), daysAhead(13)],
      ),
    ),
  );
  return free.flatMap((own, room) =>
    own.map((units, night) => {
      const { rate, stopped } = rates[room]?.[night] ?? {};
      return [units, rate, stopped];
    }),
  );
}
const copied = () =>
  [1, 2].flatMap((room) =>
    Array.from({ length: 10 }, (_, night) => {
      const known = copy.nights.get(`room-${room} ${daysAhead(night + 3)}`);
      const [price] = (known?.['rates'] ?? []) as { amount: number }[];
      return [known?.['availability'], price?.amount, known?.['stop_sell']];
    }),
  );
/**
 * Resends failed messages immediately instead of in their turn: the test is about the contents, not the
 * delays.
 */
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
  "a channel's copy matches the calendar after messages are lost, duplicated and reordered",
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
  "a channel's copy matches the calendar after the sending process is killed",
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
            await new Promise(() => {}); // its sender never receives the response
          };
          await platform.database.query(
            'UPDATE catalog.night SET rate = coalesce(rate, 0) + 1 WHERE unit_type_id = $1 AND night = $2::date',
            [world.unitTypes[0]?.id, daysAhead(5)],
          );
          await isUnderWay;
          await worker.stop('SIGKILL');
          onMessage = null;
          // Expires its lease immediately.
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

/** The channel's reservations, with all their revisions. */
const sold: { readonly externalId: string; readonly revisions: object[] }[] = [];

/** Delivers a reservation without the install's budget, which would take a quarter of an hour for all. */
async function bring(input: object): Promise<void> {
  const document = `mutation ($input: ChannelReservationInput!) {
    channelReservationUpsert(input: $input) { userErrors { code message } } }`;
  const as = { ...world.app.viewer, scopes: ['write_channels'] };
  const answer = await ask<{ channelReservationUpsert: { userErrors: unknown[] } }>(platform, as, document, {
    input: { currency, ...input },
  });
  expect(answer.channelReservationUpsert.userErrors).toEqual([]);
}

/** A random action by a host, a channel's guest or the network; the last repeats an earlier message. */
async function anything({ below, pick }: Chance): Promise<void> {
  const room = below(2);
  const on = below(9);
  const nights = (set: string, ...values: readonly unknown[]) =>
    platform.database.query(`UPDATE catalog.night SET ${set} WHERE unit_type_id = $1 AND night = $2::date`, [
      world.unitTypes[room]?.id,
      daysAhead(on + 3),
      ...values,
    ]);
  const next = (status: 'booked' | 'cancelled') => {
    const one = pick(sold);
    const lines = [stay(`room-${room + 1}`, on + 3, 1)];
    const input = reservation(connectionId, 0, {
      externalId: one.externalId,
      revision: one.revisions.length + 1,
      status,
      lines,
      total: 10_000,
    });
    one.revisions.push(input);
    return bring(input);
  };
  const done = below(100);
  if (done < 30) return void (await nights('rate = $3', 1 + below(50_000)));
  if (done < 55) return void (await nights('closed = least($3, total - held - confirmed)', below(2)));
  if (done < 65) return void (await nights('stop_sell = $3', below(2) === 0));
  if (done < 70) {
    const change = 'UPDATE catalog.unit_type SET base_rate = $2 WHERE id = $1';
    return void (await platform.database.query(change, [world.unitTypes[room]?.id, 1 + below(50_000)]));
  }
  if (done < 80 || sold.length === 0) {
    const input = reservation(connectionId, on + 3, {
      lines: [stay(`room-${room + 1}`, on + 3, 1)],
      total: 10_000,
    });
    sold.push({ externalId: input.externalId, revisions: [input] });
    return bring(input);
  }
  if (done < 84) return next('booked');
  if (done < 94) return next('cancelled');
  return bring(pick(pick(sold).revisions));
}

/** Each hundred ends in a quiet moment: three in CI, forty nightly. */
const OPERATIONS = EFFORT < 1 ? 300 : tries(2_000);
const AT_A_TIME = 100;
seededTest(
  'a copy is the calendar whenever it is quiet, whatever happened before',
  async (chance) => {
    for (let done = 0; done < OPERATIONS; done += AT_A_TIME) {
      fate = () => chance.pick(FAULTS);
      const killedAt = chance.below(2) === 0 ? chance.below(AT_A_TIME) : null;
      for (let operation = 0; operation < AT_A_TIME; operation++) {
        if (operation === killedAt) await worker.stop('SIGKILL');
        await anything(chance);
      }
      fate = null;
      faults = [];
      if (killedAt !== null) {
        // Expires the killed process's leases immediately.
        await platform.database.query(
          'UPDATE catalog.channel_push SET claimed_until = now() WHERE claimed_until IS NOT NULL',
        );
        worker = await startWorker();
      }
      await converged();
      expect(await brokenInvariants(platform.database)).toEqual({});
    }
  },
  patience(300_000),
);
