import type { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMigrations } from '#db/migrate/migrate.ts';
import { newUuid } from '#kit/ids.ts';
import {
  derivedCharges,
  derivedPayment,
  type FolioBooking,
} from '#subgraphs/checkout/folio/domain/derived-entries.ts';
import { sumsOf } from '#subgraphs/checkout/folio/domain/folio-sums.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';

// Upgrades bookings created before folios existed: their sums stay the same.

let database: TestDatabase;
let orm: MikroORM;
beforeAll(async () => {
  database = await openEmptyDatabase();
  orm = await openMigrations(database.url);
  const names = (await orm.migrator.getPending()).map(({ name }) => name).sort();
  const before =
    names[names.findIndex((name) => name.startsWith('20261220-folio')) - 1] ?? expect.unreachable();
  await orm.migrator.up({ to: before });
  await sql(`INSERT INTO catalog.storefront (team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
    VALUES (1, 'old.test', 'Old', '', '', '', '')`);
  await sql(`INSERT INTO catalog.property (storefront_id, name, time_zone, currency)
    VALUES ((SELECT id FROM catalog.storefront), 'House', 'UTC', 'EUR')`);
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  database.query<Row>(text, values);

const TOTALS = [
  { kind: 'subtotal', label: 'Accommodation', amount: 31_000 },
  { kind: 'discount', label: 'Length-of-stay discount', amount: -1_000 },
  { kind: 'tax', label: 'VAT', amount: 2_430 },
  { kind: 'total', label: 'Total', amount: 32_430 },
];
/** Totals stored before kinds were recorded. */
const BARE = TOTALS.map(({ label, amount }) => ({ label, amount }));

interface Old {
  readonly reference: string;
  readonly status: string;
  readonly totals?: readonly object[];
  readonly paid?: number;
  readonly refundDue?: number | null;
  readonly channel?: object | null;
}

/**
 * Bookings of every status and age, with the amount they owe: the sums that the panel showed before folios
 * existed.
 */
const BOOKINGS: readonly (Old & { readonly owes: number })[] = [
  { reference: 'HELD', status: 'held', owes: 32_430 },
  { reference: 'BARE', status: 'held', totals: BARE, owes: 32_430 },
  { reference: 'NONE', status: 'held', totals: [], owes: 32_430 },
  { reference: 'PAID', status: 'confirmed', paid: 32_430, owes: 0 },
  { reference: 'PART', status: 'confirmed', paid: 10_000, owes: 22_430 },
  { reference: 'ARRIVES', status: 'confirmed', paid: 0, owes: 32_430 },
  { reference: 'RELEASED', status: 'released', owes: 0 },
  { reference: 'CANCELLED', status: 'cancelled', paid: 32_430, refundDue: 12_430, owes: -12_430 },
  { reference: 'FREE', status: 'cancelled', paid: 0, refundDue: 0, owes: 0 },
  { reference: 'NO-TERMS', status: 'cancelled', paid: 5_000, owes: -5_000 },
  { reference: 'CHANNEL', status: 'cancelled', paid: 32_430, channel: { collectedBy: 'channel' }, owes: 0 },
];

async function insertOld({
  reference,
  status,
  totals = TOTALS,
  paid = 0,
  refundDue = null,
  channel = null,
}: Old) {
  const [row] = await sql<{ id: number }>(
    `INSERT INTO checkout.bookings (hold_id, storefront_id, team_id, property_id, reference, permalink_id, status, check_in,
       check_out, time_zone, currency, total, lines, totals, due_now, paid, refund_due, channel, channel_connection_id, channel_revision, source_kind, guest_first_name, guest_last_name,
       guest_email, hold_expires_at, created_at, updated_at)
     VALUES ($1, 1, 1, 1, $2, $3, $4, '2027-01-02', '2027-01-04', 'UTC', 'EUR', 32430, '[]', $5, 32430, $6, $7, $8, $9, $9, 'agent', 'Ada',
       'Lovelace', 'ada@example.com', now(), now(), now()) RETURNING id::float8`,
    [
      newUuid(),
      reference,
      newUuid(),
      status,
      JSON.stringify(totals),
      paid,
      refundDue,
      channel && JSON.stringify(channel),
      channel && 1,
    ],
  );
  return row?.id ?? 0;
}

async function insertSession(bookingId: number, outcome: string, amount: number) {
  const id = newUuid();
  await sql(
    `INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, booking_version, amount, currency, test,
       status, request, reference, settlement, expires_at, created_at, updated_at)
     VALUES ($1, 1, 1, 'bank', 'Bank', $2, 1, $3, 'EUR', false, 'RESOLVED', '{}', 'pi_1', $4, now(), now(), now())`,
    [id, bookingId, amount, outcome],
  );
  await sql(
    'INSERT INTO checkout.payments (session_id, booking_id, outcome, created_at) VALUES ($1, $2, $3, now())',
    [id, bookingId, outcome],
  );
  return id;
}

const insertRefund = (sessionId: string, amount: number, status: string) =>
  sql(
    `INSERT INTO payments.refund (id, session_id, team_id, install_id, amount, currency, reason, status, created_at, updated_at)
     VALUES ($1, $2, 1, 1, $3, 'EUR', '', $4, now(), now())`,
    [newUuid(), sessionId, amount, status],
  );

const folioOf = async (reference: string) => {
  const [booking] = await sql<FolioBooking>(
    `SELECT id::float8 AS id, status, total::float8 AS total, paid::float8 AS paid, refund_due::float8 AS "refundDue", charged,
       excess_paid::float8 AS "excessPaid", refunded::float8 AS refunded, totals, check_in::text AS "checkIn", created_at AS "createdAt"
     FROM checkout.bookings WHERE reference = $1`,
    [reference],
  );
  if (!booking) return expect.unreachable();
  const stored = await sql<{
    id: string;
    entry: 'payment';
    amount: number;
    accepted: boolean;
    method: string;
    status: string;
  }>(
    'SELECT id, entry, amount::float8 AS amount, accepted, method, status FROM checkout.folio_entries WHERE booking_id = $1 ORDER BY number',
    [booking.id],
  );
  return {
    booking,
    stored,
    sums: sumsOf(booking),
    charges: derivedCharges(booking),
    other: derivedPayment(booking, stored),
  };
};

test('bookings from before folios keep their sums, with derived charges and payments', async () => {
  for (const booking of BOOKINGS) await insertOld(booking);
  const app = await insertOld({ reference: 'APP', status: 'confirmed', paid: 32_430 });
  const session = await insertSession(app, 'confirmed', 20_000);
  await insertRefund(session, 4_000, 'RESOLVED');
  await insertRefund(session, 1_000, 'REQUESTED');
  await insertRefund(session, 9_000, 'REJECTED');
  await insertRefund(await insertSession(app, 'already_paid', 7_000), 7_000, 'RESOLVED');
  await orm.migrator.up();

  for (const { reference, owes, paid = 0 } of BOOKINGS) {
    const { sums, charges, other, stored } = await folioOf(reference);
    expect(sums, reference).toMatchObject({ balance: owes, paid, refunded: 0 });
    expect(
      charges.reduce((sum, { amount }) => sum + amount, 0),
      reference,
    ).toBe(sums.total);
    expect(stored, reference).toEqual([]);
    expect(other?.amount ?? 0, reference).toBe(paid);
  }
  expect((await folioOf('BARE')).charges.map(({ kind }) => kind)).toEqual([
    'accommodation',
    'discount',
    'fee',
  ]);

  const { sums, stored, other } = await folioOf('APP');
  expect(sums).toEqual({ total: 32_430, paid: 39_430, refunded: 11_000, balance: 4_000 });
  expect(stored.map(({ entry, method, amount, status }) => [entry, method, amount, status])).toEqual([
    ['payment', 'app:bank', 20_000, null],
    ['payment', 'app:bank', 7_000, null],
    ['refund', 'app:bank', 4_000, 'refunded'],
    ['refund', 'app:bank', 1_000, 'requested'],
    ['refund', 'app:bank', 9_000, 'failed'],
    ['refund', 'app:bank', 7_000, 'refunded'],
  ]);
  expect(other).toMatchObject({ method: 'other', amount: 12_430 });
});
