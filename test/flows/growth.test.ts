import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { systemClock } from '#kit/clock.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { findWaitingInstalls } from '#subgraphs/apps/webhooks/dispatcher/waiting-installs.ts';
import { createUnitType } from '#subgraphs/catalog/properties/commands/create-unit-type.ts';
import { occupancyOf } from '#subgraphs/catalog/rates/queries/occupancy.ts';
import { openChanges } from '#subgraphs/catalog/stays/read-model/changes.ts';
import type { StorefrontModel } from '#subgraphs/catalog/stays/read-model/model.ts';
import { openReadModel } from '#subgraphs/catalog/stays/read-model/read-model.ts';
import {
  type HostBookingListing,
  listHostBookings,
} from '#subgraphs/checkout/bookings/queries/list-host-bookings.ts';
import { followSales } from '#subgraphs/checkout/reports/commands/follow-sales.ts';
import { cancellationReport } from '#subgraphs/checkout/reports/queries/cancellation-report.ts';
import { paceReport } from '#subgraphs/checkout/reports/queries/pace-report.ts';
import { stayReport } from '#subgraphs/checkout/reports/queries/stay-report.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readBy } from '../support/read-by.ts';

// The rows read don't grow with the data, counted in blocks at two sizes. bench/growth measures larger ones.

const TEAM = 1;
let database: TestDatabase;
let db: Database;
/** Writes rows without triggers and without owners. */
let writer: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const log = { info() {}, warn() {}, error() {} };
  const entities = SUBGRAPHS.flatMap((subgraph) => subgraph.entities);
  db = await openDatabase({ url: database.url, entities, queues: [], log, poolSize: 1 });
  writer = new pg.Client({ connectionString: database.url, options: '-c session_replication_role=replica' });
  await writer.connect();
});
afterAll(async () => {
  await writer.end();
  await db.close();
  await database.drop();
});

const viewer = { kind: 'hostUser', teamId: TEAM, role: 'manager', propertyIds: null };
// The fields of a context that these queries use.
const ctx = () => ({ db, viewer, clock: systemClock }) as unknown as SubgraphContext;

/** Measures the blocks that `work` reads in a table, with more rows each time. */
async function growing(table: string, insert: string, work: () => Promise<unknown>) {
  const costs = [];
  for (const rows of [4_000, 16_000]) {
    await writer.query(insert, [rows]);
    await writer.query(`VACUUM ANALYZE ${table}`);
    await work(); // the first run plans the statement
    costs.push(await readBy(db, database, table, work));
  }
  const [few, many] = costs;
  return { scanned: many?.scanned, blocks: many?.blocks ?? 0, before: few?.blocks ?? 0 };
}

/** Inserts `$1` bookings from rows `n` with a number and a guest. */
const bookingsFrom = (
  rows: string,
) => `INSERT INTO checkout.bookings (hold_id, storefront_id, team_id, property_id, reference, permalink_id,
    status, check_in, check_out, currency, total, paid, lines, totals, guest_first_name, guest_last_name, guest_email, hold_expires_at,
    nights_synced_at, created_at, updated_at, time_zone, contact_id)
  SELECT gen_random_uuid(), 1, ${TEAM}, 1, 'BK-' || gen_random_uuid(), gen_random_uuid(), 'confirmed', current_date - 400 + n.place % 300,
    current_date - 398 + n.place % 300, 'EUR', 1, 1, '[]', '[]', 'Guest' || n.place, 'Name' || n.place, 'guest' || n.place || '@example.com',
    now(), now(), now() - n.place * interval '1 minute', now() - n.place * interval '1 minute', 'UTC', n.guest FROM ${rows} n`;

const BOOKINGS = bookingsFrom('(SELECT place, NULL::bigint AS guest FROM generate_series(1, $1::int) place)');

describe('a page of the bookings of a team', () => {
  test.each<[string, HostBookingListing]>([
    ['the newest', { order: 'newest' }],
    [
      'arrivals of today',
      { order: 'check_in', filter: { statuses: ['held', 'confirmed'], arrivesToday: true } },
    ],
    ['departures of today', { order: 'check_out', filter: { statuses: ['confirmed'], leavesToday: true } }],
    ['what waits for money', { order: 'hold_ends', filter: { statuses: ['held'] } }],
    [
      'balances that are overdue',
      { order: 'check_in', filter: { statuses: ['confirmed'], balanceOverdue: true } },
    ],
    ['a unit type without bookings', { order: 'newest', filter: { unitTypeId: '999' } }],
    ['a unit without bookings', { order: 'newest', filter: { unitId: '999' } }],
    ['a search that finds nothing', { order: 'newest', filter: { search: 'Nebuchadnezzar' } }],
    [
      'days that have none',
      { order: 'check_in', filter: { checkInFrom: Temporal.PlainDate.from('2099-01-01') } },
    ],
  ])('listing %s reads no more blocks for 20,000 bookings than for 4,000', async (_what, listing) => {
    await writer.query('DELETE FROM checkout.bookings');
    const { scanned, blocks, before } = await growing('checkout.bookings', BOOKINGS, () =>
      listHostBookings(ctx(), { first: 25, ...listing }),
    );
    expect(scanned).toBe(0);
    expect(blocks).toBeLessThan(before * 1.5 + 40);
  });
});

describe('sums for reports', () => {
  const month = {
    from: Temporal.PlainDate.from('2026-01-01'),
    until: Temporal.PlainDate.from('2026-01-31'),
    propertyIds: null,
  };
  const withGuests = `WITH guests AS (
      INSERT INTO checkout.contacts (team_id, first_name, created_at, updated_at)
      SELECT ${TEAM}, 'Guest' || place, now() - place * interval '1 minute', now() - place * interval '1 minute'
      FROM generate_series(1, $1::int) place RETURNING id)
    ${bookingsFrom('(SELECT (row_number() OVER (ORDER BY id))::int AS place, id AS guest FROM guests)')}`;

  test.each<[string, () => Promise<unknown>]>([
    ['the job', () => followSales(ctx())],
    ['pace', () => paceReport(ctx(), month)],
    ['the report of lead times', () => stayReport(ctx(), { ...month, by: 'lead_time' })],
    ['the report of lengths of stay', () => stayReport(ctx(), { ...month, by: 'length_of_stay' })],
    ['the report of cancellations', () => cancellationReport(ctx(), month)],
  ])('%s reads neither bookings nor guests that are in the sums', async (_what, work) => {
    await writer.query('TRUNCATE checkout.bookings, checkout.contacts, checkout.report_progress CASCADE');
    const { scanned, blocks, before } = await growing('checkout.bookings', withGuests, async () => {
      await followSales(ctx());
      await writer.query('ANALYZE checkout.bookings, checkout.contacts, checkout.report_bookings');
      await work();
    });
    expect(scanned).toBe(0);
    expect(blocks).toBeLessThan(before * 1.5 + 40);
  });
});

test("a property's occupancy query reads only its own nights", async () => {
  const [{ id } = { id: 0 }] = await database.query<{ id: number }>(
    'SELECT min(id) AS id FROM catalog.property',
  );
  const nights = `INSERT INTO catalog.night (unit_type_id, night, total)
    SELECT 1000000 + (SELECT count(*) FROM catalog.night) + n, current_date, 1 FROM generate_series(1, $1::int) n`;
  const { scanned, blocks, before } = await growing('catalog.night', nights, () => occupancyOf(ctx(), id, 7));
  expect(scanned).toBe(0);
  expect(blocks).toBeLessThan(before * 1.5 + 40);
});

test('the query for due deliveries reads only waiting deliveries', async () => {
  const deliveries = `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
    SELECT n, gen_random_uuid(), 'task.created', 'task:1', '{}', CASE WHEN n <= 10 THEN 'retrying' ELSE 'delivered' END,
      CASE WHEN n <= 10 THEN now() END, now() FROM generate_series(1, $1::int) n`;
  const { scanned, blocks, before } = await growing('apps.deliveries', deliveries, () =>
    findWaitingInstalls(ctx()),
  );
  expect(scanned).toBe(0);
  expect(blocks).toBeLessThan(before * 1.5 + 40);
});

describe('a storefront in memory, of which one property changes', () => {
  const open = () => openReadModel({ db, clock: systemClock, changes: openChanges(db) });
  /** A model without the fields that every reading changes. */
  const plain = (model: StorefrontModel | null) => ({
    ...model,
    byId: null,
    unitTypes: model?.unitTypes.map(({ shown, searched, ...sold }) => ({
      ...sold,
      shown: { ...shown.get(), content: { ...shown.get().content, revision: '' } },
      searched: searched.get(),
    })),
  });

  test('reloading only a changed property produces the same storefront as loading everything', async () => {
    const [{ id } = { id: 0 }] = await database.query<{ id: number }>(
      `SELECT id FROM catalog.storefront WHERE domain = 'lakeside.localhost'`,
    );
    await writer.query(
      `INSERT INTO catalog.property (storefront_id, name, time_zone, currency)
       SELECT $1, 'House ' || n, 'UTC', 'EUR' FROM generate_series(1, 40) n`,
      [id],
    );
    await writer.query(
      `INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate)
       SELECT p.id, 'Room ' || n, '', 2, 2, 1, 9000 FROM catalog.property p, generate_series(1, 5) n WHERE p.name LIKE 'House %'`,
    );
    const model = open();
    const before = await model.storefront(id);
    const houses = [...(before?.unitTypes ?? [])].filter(({ property }) => property.name.startsWith('House'));
    const [first, second] = [houses[7], houses[61]];
    expect([houses.length, first?.property.id === second?.property.id]).toEqual([200, false]);
    for (const change of [
      `UPDATE catalog.unit_type SET description = 'By the lake', base_rate = 7000 WHERE id = ${first?.unitType.id}`,
      `UPDATE catalog.property SET time_zone = 'Pacific/Apia' WHERE id = ${second?.property.id}`,
      `INSERT INTO catalog.unit_type (property_id, name, description, max_guests, base_guests, units, base_rate)
       VALUES (${first?.property.id}, 'Attic', '', 2, 2, 1, 5000)`,
      `DELETE FROM catalog.unit_type WHERE id = ${second?.unitType.id}`,
      `INSERT INTO catalog.fee (property_id, name, basis, amount, taxable) VALUES (${second?.property.id}, 'Linen', 'per_stay', 900, false)`,
    ]) {
      await database.query(change);
      await db.catchUp();
      const whole = plain(await open().storefront(id));
      expect(plain(await model.storefront(id)), change).toEqual(whole);
    }
    const unread = houses.find(
      ({ property }) => ![first, second].some((one) => one?.property.id === property.id),
    );
    const after = await model.storefront(id);
    expect(after?.byId.get(unread?.unitType.id ?? 0)).toBe(before?.byId.get(unread?.unitType.id ?? 0));
  });

  test("adding a unit type in this process keeps the storefront's other properties in memory", async () => {
    const [house, other] = await database.query<{ id: number; storefront: number }>(
      `SELECT p.id, p.storefront_id AS storefront FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = ${TEAM} AND p.archived_at IS NULL AND EXISTS (SELECT FROM catalog.unit_type u WHERE u.property_id = p.id)
         AND s.id = (SELECT storefront_id FROM catalog.property WHERE archived_at IS NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1)
       ORDER BY p.id LIMIT 2`,
    );
    const [storefront, property] = [house?.storefront ?? 0, String(house?.id)];
    const changes = openChanges(db);
    const model = openReadModel({ db, clock: systemClock, changes });
    const before = await model.storefront(storefront);
    const hooks = { unitTypesCreated: () => Promise.resolve() };
    const changing = { ...ctx(), services: { catalog: { changes, hooks } } } as unknown as SubgraphContext;
    const input = { propertyId: property, name: 'Loft', units: 1, baseRate: 9000, maxGuests: 2 };
    const { unitType } = await createUnitType(changing, input);
    const after = await model.storefront(storefront);
    const [kept] = before?.unitTypes.filter((sold) => sold.property.id === other?.id) ?? [];
    expect(kept).toBeDefined();
    expect(after?.byId.get(kept?.unitType.id ?? 0)).toBe(kept);
    expect(after?.byId.has(Number(unitType?.id))).toBe(true);
  });
});
