import pg from 'pg';
import type { Logger } from '#kit/log.ts';
import { LOCK_WAIT_MS, untilUnlocked } from './migrate/lock-waits.ts';

/**
 * Columns that count what callers create without limit, and columns in other tables that reference them.
 * They're `bigint`, since 1,000 bookings a second reach 2,147,483,647 in 25 days. What people add one by one,
 * such as properties and apps, uses `integer`. See docs/contributing/migrations.md#ids.
 */
export const WIDE_IDS: Readonly<Record<string, readonly string[]>> = {
  'checkout.contacts': ['id', 'merged_into'],
  'checkout.contact_keys': ['contact_id'],
  'checkout.bookings': ['id', 'contact_id'],
  'checkout.merged_bookings': ['contact_id', 'booking_id'],
  'checkout.payments': ['booking_id'],
  'checkout.booking_requests': ['number', 'booking_id'],
  'payments.session': ['booking_id'],
  'apps.mails': ['id', 'booking_id'],
  'apps.mail_tokens': ['id'],
  'apps.host_sessions': ['id'],
  'apps.passkey_challenges': ['session_id'],
  'apps.access_tokens': ['id'],
  'apps.runtime_tokens': ['id'],
  'apps.authorization_codes': ['id'],
};

/**
 * Makes a table's columns `bigint`. PostgreSQL rewrites the table and its indexes, and the table is
 * unavailable for that time: a million bookings (0.9 GB) take about 40 s. Triggers are dropped and restored,
 * since they may name a column.
 */
const widening = (table: string, columns: readonly string[]): string => `
  DO $$ DECLARE
    own CONSTANT text[] := ARRAY(SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal);
    one text;
  BEGIN
    FOR one IN SELECT format('DROP TRIGGER %I ON ${table}', tgname) FROM pg_trigger
      WHERE tgrelid = '${table}'::regclass AND NOT tgisinternal LOOP EXECUTE one; END LOOP;
    ALTER TABLE ${table} ${columns.map((column) => `ALTER COLUMN ${column} TYPE bigint`).join(', ')};
    FOREACH one IN ARRAY own LOOP EXECUTE one; END LOOP;
  END $$`;

/** One statement per table. */
export const WIDENINGS: readonly string[] = Object.entries(WIDE_IDS).map(([table, columns]) =>
  widening(table, columns),
);

/**
 * Makes these columns `bigint` in a database created by an earlier release, table by table; columns that are
 * already `bigint` stay unchanged.
 */
export async function widenIds(url: string, log: Pick<Logger, 'warn'>): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    const narrow = await narrowIds(client);
    for (const table of narrow)
      await untilUnlocked(() => client.query(widening(table, WIDE_IDS[table] ?? [])), log);
    return narrow;
  } finally {
    await client.end();
  }
}

/** Returns the tables in this list that still have an `integer` column. */
async function narrowIds(client: pg.Client): Promise<readonly string[]> {
  const wanted = Object.entries(WIDE_IDS).flatMap(([table, columns]) =>
    columns.map((column) => [table, column] as const),
  );
  const { rows } = await client.query<{ readonly table: string }>(
    `SELECT DISTINCT wanted."table" FROM unnest($1::text[], $2::text[]) AS wanted ("table", "column")
     JOIN pg_attribute a ON a.attrelid = wanted."table"::regclass AND a.attname = wanted."column"
     WHERE a.atttypid = 'integer'::regtype ORDER BY 1`,
    [wanted.map(([table]) => table), wanted.map(([, column]) => column)],
  );
  return rows.map(({ table }) => table);
}
