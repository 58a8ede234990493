import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inTransaction, statements } from '#db/transaction.ts';
import { Unavailable } from '#kit/unavailable.ts';
import { bookStay } from '../support/bookings.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { hasPgBouncer, type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

/** Concurrent bookings: more than the available connections. */
const AT_ONCE = 16;

/** Books stays concurrently, alternating between processes. */
const book = (processes: readonly Pick<TestPlatform, 'address' | 'port'>[], from: number) =>
  Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) => {
      const process = processes[n % processes.length];
      if (!process) throw new Error('There is no process.');
      const dates = { checkIn: daysAhead(from + 3 * n), checkOut: daysAhead(from + 3 * n + 2) };
      return bookStay(process, { ...dates, guest: `Guest${from + n} Example` });
    }),
  );

const booked = async ({ database }: TestPlatform) => {
  const [row] = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM checkout.bookings WHERE guest_email LIKE 'guest%@example.com'`,
  );
  return row?.n;
};

describe('a process with one connection for requests', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform({ DATABASE_CONNECTIONS: '4' });
  });
  afterAll(() => platform.close());

  test('a process with one connection for requests completes every concurrent booking', async () => {
    await book([platform], 30);
    expect(await booked(platform)).toBe(AT_ONCE);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('a process never exceeds its four connections', async () => {
    const [row] = await platform.database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND application_name ~ '^(platform|pgboss)'`,
    );
    expect(row?.n).toBeLessThanOrEqual(4);
    expect(row?.n).toBeGreaterThan(1);
  });
});

/** A transaction's connection, and whether the sixth identical query is prepared. */
const connectionOf = ({ db }: TestPlatform) =>
  inTransaction({ db }, async (em) => {
    for (let asked = 1; asked <= 5; asked += 1)
      await sql`SELECT ${asked}::int AS asked`.execute(statements(em));
    const { rows } = await sql<{ pid: number; prepares: boolean; pause: string }>`
      SELECT pg_backend_pid() AS pid, current_setting('idle_in_transaction_session_timeout') AS pause,
        EXISTS (SELECT FROM pg_prepared_statements WHERE statement LIKE '%AS asked') AS prepares`.execute(
      statements(em),
    );
    const [row] = rows;
    if (!row) throw new Error('There is no connection.');
    return row;
  });

describe('a connection for requests', () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await startPlatform();
  });
  afterAll(() => platform.close());

  test("a request's connection is closed if its transaction pauses for a minute", async () => {
    expect((await connectionOf(platform)).pause).toBe('1min');
    const gone = { pid: 0 };
    const paused = inTransaction(platform, async (em) => {
      const { rows } = await sql<{ pid: number }>`
        SELECT pg_backend_pid() AS pid, set_config('idle_in_transaction_session_timeout', '1', true)`.execute(
        statements(em),
      );
      gone.pid = rows[0]?.pid ?? 0;
      await eventually(
        () => platform.database.query('SELECT FROM pg_stat_activity WHERE pid = $1', [gone.pid]),
        (still) => still.length === 0,
      );
      await sql`SELECT 1`.execute(statements(em));
    });
    await expect(paused).rejects.toBeInstanceOf(Unavailable);
    expect((await connectionOf(platform)).pid).not.toBe(gone.pid);
  });

  test.each([
    ['prepares what it runs often', {}, true],
    ['prepares nothing with DATABASE_PREPARES=0', { DATABASE_PREPARES: '0' }, false],
    ['prepares nothing behind a pooler', { DATABASE_DIRECT_URL: 'itself' }, false],
    [
      'prepares behind a pooler with DATABASE_PREPARES=1',
      { DATABASE_DIRECT_URL: 'itself', DATABASE_PREPARES: '1' },
      true,
    ],
  ])('%s', async (_what, settings, prepares) => {
    const { url } = platform.database;
    const directUrl = 'DATABASE_DIRECT_URL' in settings ? { DATABASE_DIRECT_URL: url } : {};
    const other = await startPlatform({ ROLE: 'worker', ...settings, ...directUrl }, platform.database);
    try {
      expect((await connectionOf(other)).prepares).toBe(prepares);
    } finally {
      await other.close();
    }
  });
});

test('a connection to a server that became a replica is replaced', async () => {
  const platform = await startPlatform({ ROLE: 'gateway', DATABASE_CONNECTIONS: '4', LOG_LEVEL: 'silent' });
  onTestFinished(platform.close);
  const name = new URL(platform.database.url).pathname.slice(1);
  const isRefused = () =>
    inTransaction(platform, (em) =>
      sql`INSERT INTO public.backups DEFAULT VALUES ON CONFLICT DO NOTHING`.execute(statements(em)),
    ).then(
      () => false,
      (error: unknown) => error instanceof Unavailable,
    );
  await platform.database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await platform.database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'platform'`,
  );
  await eventually(isRefused, (refused) => refused);
  await platform.database.query(
    `BEGIN READ WRITE; ALTER DATABASE ${name} RESET default_transaction_read_only; COMMIT`,
  );
  // The pool's only connection stays open as long as it's used.
  await eventually(isRefused, (refused) => !refused);
});

test("many frequent statements on one database don't keep another's from being prepared", async () => {
  const busy = await startPlatform();
  onTestFinished(busy.close);
  await inTransaction(busy, async (em) => {
    for (let text = 1; text <= 500; text += 1)
      for (let asked = 1; asked <= 5; asked += 1)
        await sql`SELECT ${asked}::int AS ${sql.ref(`n${text}`)}`.execute(statements(em));
  });
  const other = await startPlatform();
  onTestFinished(other.close);
  expect((await connectionOf(other)).prepares).toBe(true);
});

/** Two processes share a pooler in transaction mode. */
describe.skipIf(!hasPgBouncer)('two processes behind PgBouncer in transaction mode', () => {
  let pooler: PgBouncer;
  let servers: TwoServers;
  beforeAll(async () => {
    servers = await startTwoServers({}, async (database) => {
      pooler = await startPgBouncer(database.url);
      return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url };
    });
  });
  afterAll(async () => {
    await servers.close();
    await pooler.close();
  });

  test('two processes behind PgBouncer book stays concurrently', async () => {
    const { platform, second } = servers;
    const bookings = await book([platform, second], 30);
    expect(new Set(bookings.map(({ reference }) => reference)).size).toBe(AT_ONCE);
    expect(await booked(platform)).toBe(AT_ONCE);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('two processes behind PgBouncer receive changes immediately', async () => {
    const { platform, second } = servers;
    await platform.database.query(`UPDATE catalog.unit_type SET active = false`);
    const closed = () =>
      bookStay(second, { checkIn: daysAhead(90), checkOut: daysAhead(92), guest: 'No One' });
    await expect.poll(() => closed().then(() => 'free', String)).toMatch(/has nothing free/);
  });
});
