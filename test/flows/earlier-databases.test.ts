import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { bookStay } from '../support/bookings.ts';
import type { TestDatabase } from '../support/database.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { EARLIER_COMMITS, openEarlierDatabase } from '../support/earlier-database.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';

interface Booking {
  readonly reference: string;
  readonly status: string;
  readonly total: number;
  readonly party: { readonly adults: number; readonly children: number } | null;
  readonly lines: readonly { readonly unitTypeId: string | null; readonly quantity: number }[];
  readonly source: { readonly kind: string } | null;
  readonly folio: { readonly total: number; readonly paid: number; readonly balance: number };
}

/** Unit types with the discounts from their rate plan. */
const DISCOUNTS = `SELECT u.name, r.week_discount, r.month_discount FROM catalog.unit_type u
  LEFT JOIN catalog.rate_plan r ON r.id = u.rate_plan_id ORDER BY u.id`;

/**
 * The price for two adults from day 120 in unit types with a discount, as each of those commits calculated it:
 * rates minus the discount, rounded once.
 */
const PRICES = `
  WITH sold AS (
    SELECT u.name, n.nights, (SELECT sum(rate) FROM catalog.night WHERE unit_type_id = u.id
        AND night >= $1::date AND night < $1::date + n.nights) AS base,
      CASE WHEN n.nights >= 28 THEN coalesce(r.month_discount, r.week_discount, 0)
        WHEN n.nights >= 7 THEN coalesce(r.week_discount, 0) ELSE 0 END AS discount
    FROM unnest(ARRAY[3, 7, 28]) AS n (nights), catalog.unit_type u JOIN catalog.rate_plan r ON r.id = u.rate_plan_id
    WHERE r.week_discount IS NOT NULL
  )
  SELECT name, nights, (base - round(base * discount / 10000))::int AS price FROM sold ORDER BY nights, name`;

/** True for databases from before every unit type got its own plan. */
const CAN_SHARE_PLANS = `SELECT EXISTS (SELECT FROM information_schema.columns
  WHERE table_schema = 'catalog' AND table_name = 'rate_plan' AND column_name = 'property_id') AS shared`;

interface Priced {
  readonly name: string;
  readonly nights: number;
  readonly price: number;
}

test('the fixtures include databases from several earlier commits', () => {
  expect(EARLIER_COMMITS.length).toBeGreaterThanOrEqual(6);
});

describe.each(EARLIER_COMMITS)('a database left by commit %s', (commit) => {
  let database: TestDatabase;
  let platform: TestPlatform;
  let before: { readonly reference: string; readonly total: string };
  let discounts: readonly object[];
  let prices: readonly Priced[];
  beforeAll(async () => {
    database = await openEarlierDatabase(commit);
    const [row] = await database.query<{ reference: string; total: string }>(
      'SELECT reference, total FROM checkout.bookings',
    );
    before = row ?? expect.unreachable();
    // The tent gets the cabin's discount, in the same plan if unit types could share one, and rates whose discounts aren't whole amounts.
    const [{ shared } = { shared: false }] = await database.query<{ shared: boolean }>(CAN_SHARE_PLANS);
    await database.query(
      shared
        ? `UPDATE catalog.unit_type SET rate_plan_id = 2 WHERE name = 'Tent on a Platform'`
        : `UPDATE catalog.rate_plan SET week_discount = 500 FROM catalog.unit_type u
           WHERE u.rate_plan_id = rate_plan.id AND u.name = 'Tent on a Platform'`,
    );
    await database.query(`UPDATE catalog.night n SET rate = coalesce(n.rate, u.base_rate) + 3
      FROM catalog.unit_type u WHERE u.id = n.unit_type_id AND u.rate_plan_id IS NOT NULL`);
    discounts = await database.query(DISCOUNTS);
    prices = await database.query(PRICES, [daysAhead(120)]);
    platform = await startPlatform({}, database);
  });
  afterAll(async () => {
    await platform.close();
    await database.drop();
  });

  async function bookings(): Promise<readonly Booking[]> {
    const { host } = await demoHost(platform, 'lakeside');
    const document = `{ bookings { nodes {
      reference status total party { adults children } lines { unitTypeId quantity } source { kind } folio { total paid balance } } } }`;
    const answer = await ask<{ readonly bookings: { readonly nodes: readonly Booking[] } }>(
      platform,
      host,
      document,
    );
    return answer.bookings.nodes;
  }

  test('an upgraded database keeps its booking with the party, unit type and sums', async () => {
    expect(await bookings()).toEqual([
      {
        reference: before.reference,
        status: 'held',
        total: Number(before.total),
        party: { adults: 2, children: 0 },
        lines: [{ unitTypeId: '1', quantity: 1 }],
        source: { kind: 'agent' },
        folio: { total: Number(before.total), paid: 0, balance: Number(before.total) },
      },
    ]);
  });

  test("an upgraded database keeps its rate plans' discounts, with a plan for each unit type", async () => {
    expect(await database.query(DISCOUNTS)).toEqual(discounts);
    const shared =
      'SELECT 1 FROM catalog.unit_type GROUP BY rate_plan_id HAVING count(*) > 1 OR rate_plan_id IS NULL';
    expect(await database.query(shared)).toEqual([]);
  });

  test('an upgraded database sells three nights, a week and a month at unchanged prices', async () => {
    const lengths = [3, 7, 28] as const;
    const found = await Promise.all(
      lengths.map((nights) => {
        const dates = { check_in: daysAhead(120), check_out: daysAhead(120 + nights) };
        return searchStays(platform.address, 'lakeside.localhost', dates);
      }),
    );
    const sold = found.flatMap((stays, place) =>
      stays.map(({ title, price }) => ({ name: title.replace(/,.*/, ''), nights: lengths[place], price })),
    );
    expect(prices).toHaveLength(9);
    expect(sold).toEqual(expect.arrayContaining([...prices]));
    // A week for two, with 45.00 for cleaning and a visitor tax of 2.75 a night and guest.
    const suite = found[1]?.find(({ title }) => title.startsWith('Garden Family Suite'));
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const checkout = { line_items: [{ item: { id: suite?.id }, quantity: 1 }] };
    const { totals } = await agent.call('create_checkout', { checkout }).finally(agent.close);
    expect(totals.find(({ type }) => type === 'total')?.amount).toBe(
      Number(suite?.price) + 4_500 + 2 * 7 * 275,
    );
  });

  test('an upgraded database accepts a new booking and its payment', async () => {
    const dates = { checkIn: daysAhead(20), checkOut: daysAhead(23) };
    const { reference } = await bookStay(platform, { ...dates, guest: 'Grace Hopper' });
    const [row] = await database.query<{ id: number }>(
      'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const { host } = await demoHost(platform, 'lakeside');
    await ask(platform, host, `mutation { bookingMarkPaid(id: ${row?.id}) { userErrors { code } } }`);
    const found = (await bookings()).find((booking) => booking.reference === reference);
    expect(found).toMatchObject({ status: 'confirmed', party: { adults: 2 } });
  });

  test('an upgraded database numbers a version added by a process still running the earlier commit', async () => {
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

  test("an upgraded database processes the new booking's events", async () => {
    const cleanings = () =>
      database.query(`SELECT 1 FROM tasks.task t JOIN checkout.bookings b ON b.id = t.booking_id
        WHERE b.guest_first_name = 'Grace' AND t.task_type = 'cleaning'`);
    await expect.poll(async () => (await cleanings()).length).toBe(1);
  });
});
