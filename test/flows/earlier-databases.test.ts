import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { bookStay } from '../support/bookings.ts';
import type { TestDatabase } from '../support/database.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { EARLIER_COMMITS, openEarlierDatabase } from '../support/earlier-database.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

interface Booking {
  readonly reference: string;
  readonly status: string;
  readonly total: number;
  readonly party: { readonly adults: number; readonly children: number } | null;
  readonly lines: readonly { readonly unitTypeId: string | null; readonly quantity: number }[];
  readonly source: { readonly kind: string } | null;
}

test('there are databases of several earlier commits', () => {
  expect(EARLIER_COMMITS.length).toBeGreaterThanOrEqual(3);
});

describe.each(EARLIER_COMMITS)('a database that commit %s left', (commit) => {
  let database: TestDatabase;
  let platform: TestPlatform;
  let before: { readonly reference: string; readonly total: string };
  beforeAll(async () => {
    database = await openEarlierDatabase(commit);
    const [row] = await database.query<{ reference: string; total: string }>(
      'SELECT reference, total FROM checkout.bookings',
    );
    before = row ?? expect.unreachable();
    platform = await startPlatform({}, database);
  });
  afterAll(async () => {
    await platform.close();
    await database.drop();
  });

  async function bookings(): Promise<readonly Booking[]> {
    const { host } = await demoHost(platform, 'lakeside');
    const document = `{ bookings { nodes {
      reference status total party { adults children } lines { unitTypeId quantity } source { kind } } } }`;
    const answer = await ask<{ readonly bookings: { readonly nodes: readonly Booking[] } }>(
      platform,
      host,
      document,
    );
    return answer.bookings.nodes;
  }

  test('keeps its booking, with the party and the unit type it was for', async () => {
    expect(await bookings()).toEqual([
      {
        reference: before.reference,
        status: 'held',
        total: Number(before.total),
        party: { adults: 2, children: 0 },
        lines: [{ unitTypeId: '1', quantity: 1 }],
        source: { kind: 'agent' },
      },
    ]);
  });

  test('takes a new booking and its payment', async () => {
    const dates = { checkIn: daysAhead(20), checkOut: daysAhead(23) };
    const { reference } = await bookStay(platform, { ...dates, guest: 'Grace Hopper' });
    const [row] = await database.query<{ id: number }>(
      'SELECT id FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const { host } = await demoHost(platform, 'lakeside');
    await ask(platform, host, `mutation { bookingMarkPaid(id: ${row?.id}) { userErrors { code } } }`);
    const found = (await bookings()).find((booking) => booking.reference === reference);
    expect(found).toMatchObject({ status: 'confirmed', party: { adults: 2 } });
  });

  test('counts the version that a process of that commit still adds', async () => {
    const { slug } = await installNewApp(platform, await demoHost(platform, 'lakeside'), {});
    const add = () =>
      database.query<{ number: number }>(
        `INSERT INTO apps.app_versions (app_id, status, manifest, scope_escalation, created_at)
         SELECT id, 'draft', '{}', false, now() FROM apps.apps WHERE slug = $1 RETURNING number`,
        [slug],
      );
    expect(await add()).toEqual([{ number: 2 }]);
    expect(await add()).toEqual([{ number: 3 }]);
  });

  test('has the events of the new booking worked off', async () => {
    const cleanings = () =>
      database.query(`SELECT 1 FROM tasks.task t JOIN checkout.bookings b ON b.id = t.booking_id
        WHERE b.guest_first_name = 'Grace' AND t.task_type = 'cleaning'`);
    await expect.poll(async () => (await cleanings()).length).toBe(1);
  });
});
