import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMigrations } from '#db/migrate/migrate.ts';
import { newUuid } from '#kit/ids.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';

// Upgrades a database from before bookings kept their party, without losing any booking details.

const TRUTH = '20261123-booking-truth';
let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await openEmptyDatabase();
  orm = await openMigrations(database.url);
  const names = (await orm.migrator.getPending()).map(({ name }) => name).sort();
  const before = names[names.findIndex((name) => name.startsWith(TRUTH)) - 1] ?? expect.unreachable();
  await orm.migrator.up({ to: before });
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  database.query<Row>(text, values);

async function oldSession(status: string, lines: readonly object[], quote: readonly object[] = []) {
  const id = newUuid();
  const holdId = newUuid();
  await sql(
    `INSERT INTO checkout.sessions (id, storefront_id, team_id, surface, status, lines, quote, hold_id, completing_since,
       created_at, updated_at, expires_at)
     VALUES ($1, 1, 1, 'mcp', $2, $3, $4, $5, NULL, now(), now(), now())`,
    [id, status, JSON.stringify(lines), JSON.stringify({ total: 1, lines: quote }), holdId],
  );
  return { id, holdId };
}

async function oldBooking(reference: string, items: readonly string[], profile: string | null) {
  const wanted = items.map((itemId) => ({ itemId, quantity: 2 }));
  const { id, holdId } = await oldSession('completed', wanted);
  const lines = items.map((_, place) => ({ title: `Room ${place}`, quantity: 2, subtotal: 100 }));
  await sql(
    `INSERT INTO checkout.bookings (checkout_id, hold_id, storefront_id, team_id, property_id, reference, permalink_id, status,
       check_in, check_out, time_zone, currency, total, lines, totals, guest_first_name, guest_last_name, guest_email,
       agent_profile, hold_expires_at, created_at, updated_at)
     VALUES ($1, $2, 1, 1, 1, $3, $4, 'confirmed', '2027-01-02', '2027-01-04', 'UTC', 'EUR', 100, $5, '[]', 'Ada', 'Lovelace',
       'ada@example.com', $6, now(), now(), now())`,
    [id, holdId, reference, newUuid(), JSON.stringify(lines), profile],
  );
}

describe('the migration of bookings', () => {
  let updatedBefore: object | undefined;
  let ready: string;
  beforeAll(async () => {
    await sql(`INSERT INTO catalog.storefront (team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
      VALUES (1, 'old.test', 'Old', '', '', '', '')`);
    await sql(`INSERT INTO catalog.property (storefront_id, name, time_zone, currency)
      VALUES ((SELECT id FROM catalog.storefront), 'House', 'UTC', 'EUR')`);
    await sql(`INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate)
      VALUES ((SELECT id FROM catalog.property), 'Room', '', 2, 2, 3, 100)`);
    const stays = ['stay:7:2027-01-02:2027-01-04:2:1', 'stay:9:2027-01-02:2027-01-04:3:0'];
    await oldBooking('BK-TWO', stays, 'https://agent.example:8443/profile.json');
    await oldBooking('BK-ODD', ['stay:nonsense'], null);
    const quoted = [{ itemId: stays[0], quantity: 1, unitTypeId: '7', title: 'Room', subtotal: 100 }];
    ready = (await oldSession('ready_for_complete', [{ itemId: stays[0], quantity: 1 }], quoted)).id;
    await oldSession('incomplete', [{ itemId: 'odd\u0000', quantity: 1 }], [{ itemId: 'odd\u0000' }]);
    [updatedBefore] = await sql<object>('SELECT updated_at, version FROM checkout.bookings ORDER BY id');
    await orm.migrator.up();
  });

  test("the bookings migration takes the party and unit types from the checkout's item ids", async () => {
    const [booking] = await sql(
      `SELECT adults, children, lines FROM checkout.bookings WHERE reference = 'BK-TWO'`,
    );
    expect(booking).toEqual({
      adults: 5,
      children: 1,
      lines: [
        { title: 'Room 0', quantity: 2, subtotal: 100, unitTypeId: 7, nightly: [] },
        { title: 'Room 1', quantity: 2, subtotal: 100, unitTypeId: 9, nightly: [] },
      ],
    });
  });

  test("the bookings migration sets the agent's name from its profile", async () => {
    const sources = await sql('SELECT source_kind, source_name FROM checkout.bookings ORDER BY id');
    expect(sources).toEqual([
      { source_kind: 'agent', source_name: 'agent.example' },
      { source_kind: 'agent', source_name: null },
    ]);
  });

  test('the bookings migration keeps a line with an opaque item id and sets its unit type to null', async () => {
    const [booking] = await sql(`SELECT lines FROM checkout.bookings WHERE reference = 'BK-ODD'`);
    expect(booking).toMatchObject({ lines: [{ title: 'Room 0', unitTypeId: null }] });
  });

  test('the bookings migration changes no version or timestamp that apps poll', async () => {
    const [booking] = await sql('SELECT updated_at, version FROM checkout.bookings ORDER BY id');
    expect(booking).toEqual(updatedBefore);
  });

  test('the bookings migration adds the party to checkouts that are ready to complete', async () => {
    const [session] = await sql('SELECT quote FROM checkout.sessions WHERE id = $1', [ready]);
    expect(session).toMatchObject({
      quote: { total: 1, lines: [{ unitTypeId: '7', adults: 2, children: 1, nightly: [] }] },
    });
  });

  test("the bookings migration creates every unit type's numbered units", async () => {
    const units = await sql<{ name: string }>('SELECT name FROM catalog.unit ORDER BY place');
    expect(units.map(({ name }) => name)).toEqual(['1', '2', '3']);
  });
});
