import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { purge, purging } from '#db/history.ts';
import { reader, statements } from '#db/transaction.ts';
import { HISTORIES } from '#server/docs/history-docs.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { purgeDeliveries } from '#subgraphs/apps/webhooks/commands/purge-deliveries.ts';
import { extendHorizon } from '#subgraphs/catalog/rates/commands/extend-horizon.ts';
import { pruneNightLog } from '#subgraphs/catalog/stays/commands/prune-night-log.ts';
import { purgeGuests } from '#subgraphs/checkout/contacts/commands/purge-guests.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { readBy } from '../support/read-by.ts';

// docs/reference/history.md

const DAY_MS = 86_400_000;
const PURGED = HISTORIES.flatMap(({ history }) => history.purged);
const BY_JOB = HISTORIES.flatMap(({ history }) => history.purgedByJob ?? []);
const KEPT = HISTORIES.flatMap(({ history }) => history.kept);

let database: TestDatabase;
let db: Database;
/** Writes rows without owners and keeps its locks. */
let writer: pg.Client;
let at = new Date();
const ctx = () => ({ db, clock: { now: () => at } });

beforeAll(async () => {
  database = await createTestDatabase();
  const log = { info() {}, warn() {}, error() {} };
  const entities = SUBGRAPHS.flatMap((subgraph) => subgraph.entities);
  // One connection, so it reports its own reads immediately.
  db = await openDatabase({ url: database.url, entities, queues: [], log, poolSize: 1 });
  writer = new pg.Client({ connectionString: database.url, options: '-c session_replication_role=replica' });
  await writer.connect();
});
afterAll(async () => {
  await writer.end();
  await db.close();
  await database.drop();
});

/** A row per expiring table at a given instant; `n` makes the rows differ. */
const ROWS: Readonly<Record<string, string>> = {
  'apps.host_sessions': `(account_id, token_hash, created_at, expires_at) SELECT 1, $2 || n, $1, $1`,
  'apps.sign_in_failures': `(key, failures, ends_at) SELECT $2 || n, 1, $1`,
  'apps.mail_tokens': `(purpose, token_hash, account_id, created_at, expires_at) SELECT 'reset', $2 || n, 1, $1, $1`,
  'apps.device_codes': `(device_code_hash, user_code_hash, client_id, address, interval_seconds, created_at, expires_at)
    SELECT $2 || n, $2 || n, 'cli', '::1', 5, $1, $1`,
  'apps.team_invitations': `(team_id, invited_by, name, token_hash, created_at, expires_at) SELECT 1, 1, 'Ada', $2 || n, $1, $1`,
  'apps.authorization_codes': `(code_hash, app_id, team_id, account_id, redirect_uri, scopes, capabilities, created_at, expires_at)
    SELECT $2 || n, 1, 1, 1, '', '{}', '{}', $1, $1`,
  'apps.runtime_tokens': `(install_id, token_hash, hint, created_at, revoked_at)
    SELECT 1, $2 || n, '', $1, $1`,
  'apps.install_settings': `(install_id, per, object_id, key, type, value, bytes, updated_at, removed_at)
    SELECT 1, 'install', 0, $2 || n, 'text', '', 0, $1, $1`,
  'apps.access_tokens': `(account_id, name, abilities, token_hash, hint, created_at, revoked_at) SELECT 1, '', '{}', $2 || n, '', $1, $1`,
  'apps.mails': `(key, recipient, template, params, status, created_at, due_at, expires_at, ended_at)
    SELECT $2 || n, 'a@example.com', 'reset', '{}', 'sent', $1, $1, $1, $1`,
  'apps.past_installs': `(app_id, installed_at, uninstalled_at) SELECT 1, $1, $1 FROM (SELECT $2::text)`,
  'apps.usage_records': `(install_id, subscription_id, usage_key, quantity, amount, idempotency_key, at, created_at)
    SELECT 1, 1, 'k', 1, 0, $2 || n, $1, $1`,
  'apps.delivery_hours': `(install_id, hour, delivered, failed, latency_ms_sum) SELECT n, $1, 1, 0, 1 FROM (SELECT $2::text)`,
  'apps.queue_samples': `(at, oldest_seconds, waiting, failing, failed)
    SELECT $1 + n * interval '1 millisecond', 0, 0, 0, 0 FROM (SELECT $2::text)`,
  'apps.webhook_hours': `(hour, delivered, failed) SELECT $1 + n * interval '1 millisecond', 1, 0 FROM (SELECT $2::text)`,
  'apps.account_events': `(account_id, kind, at) SELECT 1, 'session.started', $1 FROM (SELECT $2::text)`,
  'public.team_events': `(team_id, kind, at) SELECT 1, 'session.started', $1 FROM (SELECT $2::text)`,
  'checkout.idempotency': `(storefront_id, surface, operation, checkout_id, key_hash, fingerprint, created_at)
    SELECT 1, 'mcp', 'create', gen_random_uuid(), $2 || n, '', $1`,
  'checkout.sessions': `(id, storefront_id, team_id, surface, status, lines, quote, created_at, updated_at, expires_at)
    SELECT gen_random_uuid(), 1, 1, 'mcp', 'canceled', '[]', '{}', $1, $1, $1 FROM (SELECT $2::text)`,
  'checkout.contacts': `(team_id, merged_into, merged_at, created_at, updated_at)
    SELECT 1, 1, $1, $1, $1 FROM (SELECT $2::text)`,
  'checkout.booking_requests': `(id, storefront_id, team_id, property_id, reference, status, test, unit_type_id, units, check_in, check_out,
      time_zone, adults, children, currency, total, quote, guest_first_name, guest_last_name, terms_accepted_at, created_at, updated_at)
    SELECT gen_random_uuid(), 1, 1, 1, $2 || n, 'unverified', false, 1, 1, $1::date, $1::date + 1, 'UTC', 1, 0, 'EUR', 1, '{}', '', '',
      $1, $1, $1`,
  'catalog.transfer': `(team_id, account_id, storefront_id, direction, kind, status, created_at)
    SELECT 1, 1, 1, 'export', 'all', 'done', $1 FROM (SELECT $2::text)`,
  'catalog.channel_night': `(unit_type_id, night, hold_id, connection_id, wanted, taken, since)
    SELECT n, $1::date, gen_random_uuid(), 1, 1, 1, $1 FROM (SELECT $2::text)`,
  'catalog.closed_unit_nights': `(unit_id, night, unit_type_id, taken) SELECT n, $1::date, 1, true FROM (SELECT $2::text)`,
  'catalog.freed_nights': `(hold_id, unit_type_id, night, units) SELECT gen_random_uuid(), n, $1::date, 1 FROM (SELECT $2::text)`,
  'catalog.channel_message': `(id, connection_id, sequence, mode, changes, outcome, sent_at)
    SELECT gen_random_uuid(), 1, n, 'delta', 1, 'accepted', $1 FROM (SELECT $2::text)`,
  'catalog.stay_holds': `(id, storefront_id, guest_email, state, announced, check_in, check_out, unit_type_ids, quantities, quote)
    SELECT gen_random_uuid(), 1, '', 'released', false, $1::date - 1, $1::date, '{1}', '{1}', '{}' FROM (SELECT $2::text)`,
};

async function add(table: string, instant: Date, count: number): Promise<void> {
  const [columns = '', select = ''] = (ROWS[table] ?? '').split(/ ?\n? *(?=SELECT)/s, 2);
  const rows = (ROWS[table] ?? '').slice(columns.length).trim();
  expect(select, table).not.toBe('');
  const typed = rows.replaceAll(/\$1(?!\d)/g, '$1::timestamptz').replaceAll(/\$2(?!\d|::)/g, '$2::text');
  const source = / FROM \(SELECT \$2::text\)$/.test(typed)
    ? `${typed} AS key, generate_series(1, $3::int) n`
    : `${typed} FROM generate_series(1, $3::int) n`;
  await writer.query(`INSERT INTO ${table} ${columns} ${source}`, [instant, `${instant.getTime()}-`, count]);
}

describe('a table', () => {
  test('every table is kept for a listed reason or purged by age', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
       WHERE schemaname IN ('public', 'apps', 'catalog', 'checkout', 'payments', 'tasks') ORDER BY 1`,
    );
    const known = new Set([...PURGED, ...BY_JOB, ...KEPT].map(({ table }) => table));
    expect(tables.map(({ name }) => name)).toEqual([...known].sort());
  });

  test('every purge job named for a table exists', () => {
    const jobs = SUBGRAPHS.flatMap(({ recurring }) => recurring.map(({ name }) => name));
    const named = HISTORIES.flatMap(({ job, history }) => [
      ...(history.purged.length > 0 ? [job] : []),
      ...(history.purgedByJob ?? []).map((one) => one.job),
    ]);
    expect(named.filter((job) => !jobs.includes(job))).toEqual([]);
  });

  test.each([...PURGED, ...BY_JOB])('$table has its index $index', async ({ table, index }) => {
    const found = await database.query(
      `SELECT FROM pg_index WHERE indrelid = $1::regclass AND indexrelid::regclass::text ~ ('(^|\\.)' || $2 || '$')`,
      [table, index],
    );
    expect(found).toHaveLength(1);
  });

  test.each(PURGED)('the purge of $table reads its rows in the order of $index', async (rows) => {
    const query = purging(rows, at);
    const { rows: lines } = await reader(ctx())
      .getKysely<unknown>()
      .transaction()
      .execute(async (transaction) => {
        await sql`SET LOCAL enable_seqscan = off`.execute(transaction);
        await sql`SET LOCAL enable_sort = off`.execute(transaction);
        return sql<{ 'QUERY PLAN': string }>`EXPLAIN ${query}`.execute(transaction);
      });
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
    expect(plan).toContain(rows.index);
    expect(plan).not.toMatch(/Sort Key/);
    expect(plan.replaceAll(/Seq Scan on bookings.*/g, '')).not.toMatch(/Seq Scan/);
  });
});

describe('a purge', () => {
  const DELIVERIES = `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
    SELECT 1, gen_random_uuid(), 'task.created', 'task:' || n, '{}', 'delivered', now() - $1::interval
    FROM generate_series(1, $2::int) n`;
  const CHANGES = `INSERT INTO catalog.night_change (unit_type_id, first_night, last_night, changed_at)
    SELECT 1, current_date, current_date, now() - $1::interval FROM generate_series(1, $2::int)`;

  test.each([
    ['apps.deliveries', DELIVERIES, '31 days', '29 days', () => purgeDeliveries(ctx())],
    ['catalog.night_change', CHANGES, '11 minutes', '1 minute', () => pruneNightLog(ctx())],
  ] as const)(
    'a purge of %s reads the old rows and only a few that are kept',
    async (table, insert, old, young, run) => {
      await writer.query(`TRUNCATE ${table}; ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
      const costs = [];
      for (const kept of [10_000, 40_000]) {
        await writer.query(insert, [old, 100]);
        await writer.query(insert, [young, kept]);
        await writer.query(`VACUUM ANALYZE ${table}`);
        // Otherwise, PostgreSQL could report these reads while the purge's are counted.
        await writer.query('SELECT pg_stat_force_next_flush()');
        costs.push(await readBy(db, database, table, run));
        // On the same connection: another connection reports its reads later.
        const { rows: left } = await sql<{
          n: number;
        }>`SELECT count(*)::int AS n FROM ${sql.raw(table)}`.execute(statements(ctx()));
        expect(left, 'all that is old went').toEqual([{ n: kept }]);
        await writer.query(`TRUNCATE ${table}`);
      }
      const [few, many] = costs;
      expect([few?.scanned, many?.scanned]).toEqual([0, 0]);
      expect(many?.blocks).toBeLessThan((few?.blocks ?? 0) * 1.5);
    },
  );

  test.each(PURGED.map((rows) => [rows.table, rows] as const))(
    'a purge of %s scans no kept rows',
    async (table, rows) => {
      const young = new Date(at.getTime() - rows.keptMs + DAY_MS);
      await add(table, young, 3_000);
      await add(table, new Date(at.getTime() - rows.keptMs - 2 * DAY_MS), 20);
      await database.query(`VACUUM ANALYZE ${table}`);
      const { scanned } = await readBy(db, database, table, () => purge(ctx(), { purged: [rows] }));
      expect(scanned).toBe(0);
      const [old] = await database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM ${table} WHERE ${rows.since} < $1`,
        [new Date(at.getTime() - rows.keptMs - DAY_MS)],
      );
      expect(old?.n).toBe(0);
      await database.query(
        `DELETE FROM ${table} WHERE ${rows.since} BETWEEN $1 AND $2 AND ${rows.where ?? 'true'}`,
        [new Date(young.getTime() - DAY_MS / 2), new Date(young.getTime() + DAY_MS / 2)],
      );
    },
  );

  test('a purge leaves locked rows to the next run', async () => {
    const rows = PURGED.find(({ table }) => table === 'checkout.idempotency') ?? expect.unreachable();
    await add(rows.table, new Date(at.getTime() - rows.keptMs - DAY_MS), 3);
    const count = async () => (await database.query(`SELECT FROM ${rows.table}`)).length;
    await writer.query(`BEGIN; SELECT FROM ${rows.table} LIMIT 1 FOR UPDATE`);
    await purge(ctx(), { purged: [rows] });
    expect(await count()).toBe(1);
    await writer.query('COMMIT');
    await purge(ctx(), { purged: [rows] });
    expect(await count()).toBe(0);
  });

  test('a guest purge counts from the day of departure', async () => {
    const quote = (checkOut: Date) => JSON.stringify({ checkOut: checkOut.toISOString().slice(0, 10) });
    await database.query(
      `INSERT INTO checkout.sessions (id, storefront_id, team_id, surface, status, lines, quote, guests, created_at, updated_at, expires_at)
       SELECT gen_random_uuid(), 1, 1, 'mcp', 'incomplete', '[]', quote::json, '{}', $2, $2, $2 FROM unnest($1::text[]) AS quote`,
      [[31, 29].map((days) => quote(new Date(at.getTime() - days * DAY_MS))), at],
    );
    await purgeGuests(ctx());
    const left = await database.query<{ day: string }>(
      `SELECT quote ->> 'checkOut' AS day FROM checkout.sessions WHERE guests IS NOT NULL`,
    );
    expect(left).toEqual([{ day: new Date(at.getTime() - 29 * DAY_MS).toISOString().slice(0, 10) }]);
  });
});

describe('a year', () => {
  test('expiring tables stop growing after a year of purges', async () => {
    const start = at.getTime();
    const counts = async () =>
      Promise.all(
        PURGED.map(async ({ table, where = 'true', since }) => {
          const [row] = await database.query<{ n: number }>(
            `SELECT count(*)::int AS n FROM ${table} WHERE ${where} AND ${since} >= $1`,
            [new Date(start - DAY_MS)],
          );
          return [table, row?.n ?? 0] as const;
        }),
      );
    const WEEKS = 61; // the longest retention is 400 days
    let settled: Awaited<ReturnType<typeof counts>> = [];
    for (let week = 0; week < WEEKS + 26; week++) {
      at = new Date(start + week * 7 * DAY_MS);
      for (const { table } of PURGED) await add(table, at, 5);
      for (const { history } of HISTORIES) await purge(ctx(), history);
      if (week === WEEKS) settled = await counts();
    }
    expect(await counts()).toEqual(settled);
    const kept = new Map(settled);
    expect(kept.get('apps.account_events'), '58 weeks of 400 days').toBe(5 * 58);
    expect(kept.get('apps.mails'), '5 weeks of 30 days').toBe(5 * 5);
  });

  test('nights exist for 730 days ahead and 400 days back, regardless of the number of unit types', async () => {
    const nights = () =>
      database.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM catalog.night GROUP BY unit_type_id ORDER BY 1`,
      );
    const first = new Date('2031-01-01T12:00:00Z').getTime();
    for (const days of [0, 200, 400, 401, 600]) {
      at = new Date(first + days * DAY_MS);
      await extendHorizon(ctx());
    }
    const counted = await nights();
    expect(new Set(counted.map(({ n }) => n)).size).toBe(1);
    expect(counted[0]?.n).toBeLessThanOrEqual(400 + 732 + 1);
  });
});
