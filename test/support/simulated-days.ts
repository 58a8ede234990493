import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { TIME_ZONE, today } from './today.ts';

/** A server whose machine and database have another time than the test. */
export interface SimulatedServer {
  /** `http://127.0.0.1:PORT`; the port stays the same. */
  readonly address: string;
  readonly port: number;
  /** The date this many days from the first day, as `YYYY-MM-DD`. */
  readonly date: (day: number) => string;
  /** The time on its clock. */
  readonly now: () => Date;
  /** Restarts it at a time of day, this many days from the first day, in the test properties' time zone. */
  readonly goTo: (day: number, timeOfDay: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a server on a port with a database whose clock can be set. SQL finds the functions of `simulated` before those
 * of `pg_catalog`, so `now()` has the simulated time in statements, functions and defaults.
 */
export async function simulateDays(
  database: TestDatabase,
  port: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<SimulatedServer> {
  await simulateClock(database);
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-days-'));
  await copyFile(inject('postgres').demoFile, join(dataDir, 'demo.json'));
  const first = today();
  let server: ServerProcess | null = null;
  let shiftMs = 0;
  return {
    address: `http://127.0.0.1:${port}`,
    port,
    date: (day) => first.add({ days: day }).toString(),
    now: () => new Date(Date.now() + shiftMs),
    async goTo(day, timeOfDay) {
      await server?.stop();
      const then = today().add({ days: day }).toZonedDateTime({ timeZone: TIME_ZONE, plainTime: timeOfDay });
      shiftMs = then.epochMilliseconds - Date.now();
      await database.query('UPDATE simulated.shifted_by SET shift = make_interval(secs => $1)', [
        shiftMs / 1_000,
      ]);
      server = await startServerProcess({
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        SEED: 'none',
        SWEEP_INTERVAL: 'PT0.5S',
        CLOCK_SHIFT_MS: String(shiftMs),
        NODE_OPTIONS: '--import ./test/support/shifted-clock.mjs',
        ...settings,
      });
    },
    async close() {
      await server?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** SQL's clocks, with their volatility. */
const CLOCKS = {
  now: 'STABLE',
  transaction_timestamp: 'STABLE',
  statement_timestamp: 'STABLE',
  clock_timestamp: 'VOLATILE',
} as const;

async function simulateClock({ query }: TestDatabase): Promise<void> {
  await query('CREATE SCHEMA simulated');
  await query(`CREATE TABLE simulated.shifted_by AS SELECT interval '0' AS shift`);
  for (const [name, volatility] of Object.entries(CLOCKS))
    await query(`CREATE FUNCTION simulated.${name}() RETURNS timestamptz LANGUAGE sql ${volatility}
      AS 'SELECT pg_catalog.${name}() + shift FROM simulated.shifted_by'`);
  // Defaults name the function that they were created with.
  await query(`DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT a.adrelid::regclass AS "table", c.attname AS "column", pg_get_expr(a.adbin, a.adrelid) AS value
      FROM pg_attrdef a JOIN pg_attribute c ON c.attrelid = a.adrelid AND c.attnum = a.adnum
      WHERE c.attgenerated = '' AND pg_get_expr(a.adbin, a.adrelid) ~ '\\m(now|[a-z]+_timestamp)\\(\\)'
    LOOP EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s', d."table", d."column",
      regexp_replace(d.value, '\\m((?:now|[a-z]+_timestamp)\\(\\))', 'simulated.\\1', 'g'));
    END LOOP; END $$`);
  await query(`DO $$ BEGIN EXECUTE format(
    'ALTER DATABASE %I SET search_path = simulated, pg_catalog, "$user", public', current_database()); END $$`);
}
