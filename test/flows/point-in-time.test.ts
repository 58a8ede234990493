import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { hasPostgresTools, startToolServer, type ToolServer } from '../support/postgres-tools.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

/** Only nightly through `npm run tool restore`: backup.test.ts covers dumps in the suite. */
const ASKED_FOR = process.env.RESTORE_DRILL === '1';
if (ASKED_FOR && !hasPostgresTools)
  process.stderr.write('The drill is not run: install pg_basebackup with its server (Debian: postgresql).\n');

/** docs/guides/production.md#point-in-time-recovery */
describe.runIf(ASKED_FOR && hasPostgresTools)('an archived log', () => {
  let live: ToolServer;
  let restored: ToolServer;
  let folder: string;
  let pool: pg.Pool;
  let stays: Readonly<Record<'beforeBackup' | 'beforeInstant' | 'afterInstant', BookedStay>>;

  const start = (url: string) =>
    startServerProcess({
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: url,
      SECRET_KEY: TEST_SECRET_KEY,
      AGENT_RATE_LIMIT: '1000000',
      SWEEP_INTERVAL: 'PT1S',
    });
  const book = (server: ServerProcess, day: number) =>
    bookStay(server, { checkIn: daysAhead(day), checkOut: daysAhead(day + 1), guest: 'Ada Byron' });
  const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    (await pool.query<Row>(sql, [...values])).rows;
  const readValue = async (sql: string) =>
    Object.values((await query<Record<string, string>>(sql))[0] ?? {})[0] ?? '';

  /** Ends the current segment and waits until the archive contains it. */
  async function archived(archive: string): Promise<void> {
    const segment = await readValue('SELECT pg_walfile_name(pg_switch_wal())');
    await eventually(
      () => readdir(archive),
      (files) => files.includes(segment),
    );
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-instant-'));
    live = await startToolServer({
      settings: { archive_mode: 'on', archive_command: 'test ! -f {folder}/%f && cp %p {folder}/%f' },
    });
    await live.run('createdb', ['platform']);
    pool = new pg.Pool({ connectionString: live.urlOf('platform'), max: 2 });
    const server = await start(live.urlOf('platform'));
    const beforeBackup = await book(server, 20);
    const base = join(live.folder, 'base');
    await live.run('pg_basebackup', [
      '--pgdata',
      base,
      '--wal-method=none',
      '--checkpoint=fast',
      '--no-sync',
    ]);
    const beforeInstant = await book(server, 30);
    const instant = await readValue('SELECT clock_timestamp()::text');
    const afterInstant = await book(server, 40);
    await archived(live.folder);
    await server.stop();
    await pool.end();
    await live.kill();
    stays = { beforeBackup, beforeInstant, afterInstant };

    await writeFile(join(base, 'recovery.signal'), '');
    restored = await startToolServer({
      data: base,
      settings: {
        archive_mode: 'off',
        restore_command: `cp ${live.folder}/%f %p`,
        recovery_target_time: instant,
        recovery_target_action: 'promote',
      },
    });
    pool = new pg.Pool({ connectionString: restored.urlOf('platform'), max: 2 });
    await eventually(
      () => readValue('SELECT pg_is_in_recovery()::text'),
      (recovering) => recovering === 'false',
    );
  }, 120_000);
  afterAll(async () => {
    await pool?.end();
    await restored?.close();
    await live?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('an archived log restores every booking made before the chosen time', async () => {
    const found = await query<{ reference: string }>('SELECT reference FROM checkout.bookings ORDER BY id');
    expect(found.map(({ reference }) => reference)).toEqual([
      stays.beforeBackup.reference,
      stays.beforeInstant.reference,
    ]);
  });

  test("a restored archive runs with the same SECRET_KEY and releases later bookings' nights", async () => {
    const server = await start(restored.urlOf('platform'));
    try {
      await eventually(
        () => brokenInvariants({ query }),
        (broken) => Object.keys(broken).length === 0,
      );
      const guest = storefrontHttp(server.address, `lakeside.localhost:${server.port}`);
      const status = async ({ path }: BookedStay) => (await guest.get(path)).status;
      expect(await status(stays.beforeInstant)).toBe(200);
      expect(await status(stays.afterInstant)).toBe(404);
      await guest.close();
      expect((await book(server, 40)).title).toBe(stays.afterInstant.title);
    } finally {
      await server.stop();
    }
  });
});
