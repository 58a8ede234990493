import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience, tries } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { checkFile, seeImport, startApplying } from '../support/transfers.ts';

// Imports of reservations whose process is killed, or that compete with other sales, on a real PostgreSQL.

const HEADER = 'external_id,property,unit_type,check_in,check_out,adults,first_name,last_name,total,paid';
const BOOKINGS = { kind: 'bookings' };

/** A demo team's unit type that has several units. */
async function roomOf(platform: TestPlatform) {
  const desk = await demoHost(platform, 'lakeside');
  const [room] = await platform.database.query<{ id: number; property: number; units: number }>(
    `SELECT u.id, p.id AS property, u.units FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 AND u.active AND NOT s.sandbox AND u.units BETWEEN 2 AND 5 ORDER BY u.id LIMIT 1`,
    [desk.teamId],
  );
  if (!room) throw new Error('The demo team has no such unit type.');
  return { desk, room };
}

const imported = (platform: TestPlatform, id: string) =>
  platform.database.query<{ external: string; count: number }>(
    `SELECT source_external_id AS external, count(*)::int AS count FROM checkout.bookings
     WHERE import_id = $1 GROUP BY 1 ORDER BY 1`,
    [id],
  );

test(
  'a killed import continues without losing or doubling a booking',
  async () => {
    const gateway = await startPlatform({ ROLE: 'gateway' });
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-reservations-'));
    const startWorker = () =>
      startServerProcess({
        ROLE: 'worker',
        DATABASE_URL: gateway.database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        DATA_DIR: dataDir,
        SWEEP_INTERVAL: 'PT0.2S',
        SEED: 'none',
      });
    let worker = await startWorker();
    onTestFinished(async () => {
      await worker.stop();
      await gateway.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const { desk, room } = await roomOf(gateway);
    const rows = Array.from({ length: 120 }, (_, at) =>
      [
        `K-${at}`,
        room.property,
        room.id,
        daysAhead(300 + at),
        daysAhead(301 + at),
        1,
        'Ada',
        'Byron',
        90,
        90,
      ].join(),
    );
    const { id } = await checkFile(gateway, desk, [HEADER, ...rows].join('\n'), BOOKINGS);
    await startApplying(gateway, desk, id);
    // Between two batches: some of a batch's bookings exist, but aren't counted yet.
    await eventually(
      () => imported(gateway, id),
      (found) => found.length > 30,
    );
    await worker.stop('SIGKILL');
    expect(await seeImport(gateway, desk, id)).toMatchObject({ status: 'applying' });
    await gateway.database.query('UPDATE catalog.transfer SET claimed_until = now() WHERE id = $1', [id]);
    worker = await startWorker();
    const done = await eventually(
      () => seeImport(gateway, desk, id),
      ({ status }) => status !== 'applying',
    );
    expect(done).toMatchObject({ status: 'done', applied: 120, counts: { create: 120, error: 0 } });
    const found = await imported(gateway, id);
    expect(found).toHaveLength(120);
    expect(found.every(({ count }) => count === 1)).toBe(true);
    expect(await brokenInvariants(gateway.database)).toEqual({});
  },
  patience(180_000),
);

test(
  'imports and agents never sell a night twice',
  async () => {
    const platform = await startPlatform({ SWEEP_INTERVAL: 'PT0.2S' });
    onTestFinished(() => platform.close());
    const { desk, room } = await roomOf(platform);
    const nights = tries(20);
    const rowsOf = (file: string) =>
      Array.from({ length: nights * room.units }, (_, at) => {
        const day = 300 + Math.floor(at / room.units);
        return [
          `${file}-${at}`,
          room.property,
          room.id,
          daysAhead(day),
          daysAhead(day + 1),
          1,
          'Ada',
          'Byron',
          90,
          0,
        ].join();
      });
    const files = await Promise.all(
      ['A', 'B'].map((file) => checkFile(platform, desk, [HEADER, ...rowsOf(file)].join('\n'), BOOKINGS)),
    );
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    onTestFinished(agent.close);
    let held = 0;
    const book = async (day: number) => {
      const session = await agent.call('create_checkout', {
        checkout: {
          line_items: [
            { item: { id: `stay:${room.id}:${daysAhead(day)}:${daysAhead(day + 1)}:1:0` }, quantity: 1 },
          ],
          buyer: { first_name: 'Carl', last_name: 'Gauss', email: `carl-${day}@example.com` },
        },
      });
      const { order } = await agent.call('complete_checkout', {
        id: session.id,
        meta: { 'idempotency-key': session.id },
      });
      if (order) held += 1;
    };
    for (const { id } of files) expect(await startApplying(platform, desk, id)).toEqual([]);
    // An agent whose night is sold out gets an error.
    await Promise.allSettled(Array.from({ length: nights }, (_, at) => book(300 + at)));
    expect(held, 'stays booked by the agent').toBeGreaterThan(0);
    for (const { id } of files)
      await eventually(
        () => seeImport(platform, desk, id),
        ({ status }) => status === 'done' || status === 'failed',
      );
    const [sold] = await platform.database.query<{ bookings: number }>(
      `SELECT count(*)::int AS bookings FROM checkout.bookings
       WHERE status IN ('held', 'confirmed') AND check_in BETWEEN $1::date AND $2::date
         AND lines::jsonb @> $3::jsonb`,
      [daysAhead(300), daysAhead(299 + nights), JSON.stringify([{ unitTypeId: room.id }])],
    );
    expect(sold?.bookings).toBe(nights * room.units);
    expect(await brokenInvariants(platform.database)).toEqual({});
  },
  patience(180_000),
);
