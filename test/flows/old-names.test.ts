import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMigrations } from '#db/migrate/migrate.ts';
import { newUuid } from '#kit/ids.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';

// Processes of the previous release run these statements with names that this release changed (docs/contributing/migrations.md).

const FIRST = '20261219-nights-synced';
const BOOKINGS = {
  synced: ['confirmed', 'now()'],
  waiting: ['released', 'NULL'],
  held: ['held', 'NULL'],
} as const;

let database: TestDatabase;
const ids = {} as Record<keyof typeof BOOKINGS, number>;
const hold = newUuid();

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  database.query<Row>(text, values);

beforeAll(async () => {
  database = await openEmptyDatabase();
  const orm = await openMigrations(database.url);
  try {
    const names = (await orm.migrator.getPending()).map(({ name }) => name).sort();
    const before = names[names.findIndex((name) => name.startsWith(FIRST)) - 1] ?? expect.unreachable();
    await orm.migrator.up({ to: before });
    await sql(`INSERT INTO catalog.storefront (id, team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
      VALUES (1, 1, 'a.test', 'A', '', '', '', '')`);
    await insertHold(hold);
    for (const [name, [status, syncedAt]] of Object.entries(BOOKINGS)) {
      const [row] = await sql<{ id: number }>(insertBooking('nights_settled_at', status, syncedAt));
      ids[name as keyof typeof BOOKINGS] = row?.id ?? expect.unreachable();
    }
    await orm.migrator.up();
  } finally {
    await orm.close();
  }
}, 120_000);
afterAll(() => database?.drop());

/** Inserts a hold as `catalog.hold_stay` of the previous release does. */
const insertHold = (id: string) =>
  sql(
    `INSERT INTO catalog.stay_hold AS h (checkout_id, storefront_id, guest_email, state, check_in, check_out, unit_type_ids,
        quantities, quote, held_until, unit_nights)
      VALUES ($1, 1, 'ada@example.com', 'held', '2027-01-02', '2027-01-04', ARRAY[1], ARRAY[1], '{}', now(), 2)
      ON CONFLICT (checkout_id) DO UPDATE SET state = 'held', unit_nights = excluded.unit_nights WHERE h.state = 'released'
      RETURNING checkout_id`,
    [id],
  );

const insertBooking = (column: string, status: string, syncedAt: string) => `
  WITH s AS (
    INSERT INTO checkout.sessions (id, storefront_id, team_id, surface, status, lines, quote, hold_id, created_at, updated_at,
      expires_at)
    VALUES (gen_random_uuid(), 1, 1, 'mcp', 'completed', '[]', '{}', gen_random_uuid(), now(), now(), now())
    RETURNING id, hold_id
  )
  INSERT INTO checkout.bookings (checkout_id, hold_id, storefront_id, team_id, property_id, reference, permalink_id, status,
    check_in, check_out, time_zone, currency, total, lines, totals, guest_first_name, guest_last_name, guest_email,
    hold_expires_at, created_at, updated_at, ${column})
  SELECT id, hold_id, 1, 1, 1, 'BK-' || left(id::text, 8), gen_random_uuid(), '${status}', '2027-01-02', '2027-01-04', 'UTC',
    'EUR', 100, '[]', '[]', 'Ada', 'Lovelace', 'ada@example.com', now(), now(), now(), ${syncedAt}
  FROM s RETURNING id::float8`;

describe('the old name of nights_synced_at', () => {
  const read = async (id: number) => {
    const [row] = await sql<{ old: boolean; present: boolean }>(
      `SELECT nights_settled_at IS NOT NULL AS old, nights_synced_at IS NOT NULL AS present FROM checkout.bookings WHERE id = $1`,
      [id],
    );
    return row;
  };
  const write = (id: number, column: string, value: string) =>
    sql(`UPDATE checkout.bookings SET ${column} = ${value} WHERE id = $1`, [id]);

  test('an existing booking has either both columns set or both null', async () => {
    expect(await read(ids.synced)).toEqual({ old: true, present: true });
    expect(await read(ids.waiting)).toEqual({ old: false, present: false });
    expect(await read(ids.held)).toEqual({ old: false, present: false });
  });

  test.each([
    ['nights_settled_at', 'NULL', false],
    ['nights_settled_at', 'now()', true],
    ['nights_synced_at', 'NULL', false],
    ['nights_synced_at', 'now()', true],
  ])('setting %s to %s changes both columns', async (column, value, isSet) => {
    await write(ids.synced, column, value);
    expect(await read(ids.synced)).toEqual({ old: isSet, present: isSet });
  });

  test.each(['nights_settled_at', 'nights_synced_at'])(
    'a booking inserted with %s has both columns set',
    async (column) => {
      const [row] = await sql<{ id: number }>(insertBooking(column, 'confirmed', 'now()'));
      expect(await read(row?.id ?? 0)).toEqual({ old: true, present: true });
    },
  );
});

describe('the old name of stay_holds', () => {
  test('a hold can be inserted again only after it was released', async () => {
    const id = newUuid();
    expect(await insertHold(id)).toEqual([{ checkout_id: id }]);
    expect(await insertHold(id)).toEqual([]);
    await sql(`UPDATE catalog.stay_holds SET state = 'released' WHERE id = $1`, [id]);
    expect(await insertHold(id)).toEqual([{ checkout_id: id }]);
  });

  test('a hold can be locked and updated in joins', async () => {
    expect(
      await sql(
        `SELECT h.checkout_id FROM catalog.stay_hold h JOIN catalog.storefront s ON s.id = h.storefront_id
          WHERE h.checkout_id = $1 FOR UPDATE OF h`,
        [hold],
      ),
    ).toEqual([{ checkout_id: hold }]);
    expect(
      await sql(
        `UPDATE catalog.stay_hold h SET held_until = now() FROM catalog.storefront s
          WHERE h.checkout_id = $1 AND h.state = 'held' AND s.id = h.storefront_id RETURNING h.checkout_id AS id`,
        [hold],
      ),
    ).toEqual([{ id: hold }]);
  });

  test('a batch of holds can be marked as announced', async () => {
    const announced = await sql<{ id: string }>(
      `UPDATE catalog.stay_hold SET announced = state <> 'released' WHERE checkout_id IN (
        SELECT checkout_id FROM catalog.stay_hold WHERE announced <> (state <> 'released')
        ORDER BY updated_at LIMIT 100 FOR UPDATE SKIP LOCKED) RETURNING checkout_id AS id`,
    );
    expect(announced.map(({ id }) => id)).toContain(hold);
  });

  test('a purge deletes released holds by ctid', async () => {
    await sql(`UPDATE catalog.stay_hold SET state = 'released', announced = false WHERE checkout_id = $1`, [
      hold,
    ]);
    expect(
      await sql(
        `DELETE FROM catalog.stay_hold WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM catalog.stay_hold WHERE check_out <= '2027-01-04' AND state = 'released' AND NOT announced
          LIMIT 10 FOR UPDATE SKIP LOCKED)) RETURNING checkout_id`,
      ),
    ).toEqual([{ checkout_id: hold }]);
  });
});
