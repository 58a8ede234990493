import { readFileSync } from 'node:fs';
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

if (!hasPostgresTools)
  process.stderr.write(
    'The backup drill is not run: install pg_dump with its server (Debian: postgresql).\n',
  );

/** docs/guides/production.md#backups */
describe.runIf(hasPostgresTools)('a backup that was taken while guests book', () => {
  let postgres: ToolServer;
  let folder: string;
  let backups: string;
  let before: readonly BookedStay[];
  let during: readonly BookedStay[];
  let restored: pg.Pool;
  let day = 20;

  const start = (database: string, settings: Readonly<Record<string, string>> = {}) =>
    startServerProcess({
      DATA_DIR: join(folder, database),
      DATABASE_URL: postgres.urlOf(database),
      SECRET_KEY: TEST_SECRET_KEY,
      AGENT_RATE_LIMIT: '1000000',
      AGENT_HOLD_NIGHTS: '1000000',
      SWEEP_INTERVAL: 'PT1S',
      ...settings,
    });
  const book = (server: ServerProcess) => {
    const checkIn = daysAhead(day);
    day += 1;
    return bookStay(server, { checkIn, checkOut: daysAhead(day), guest: 'Ada Byron' });
  };
  /** Takes a backup with the script that runs on a schedule in production, after `prelude`; keeps two. */
  const backUp = (prelude = '') =>
    postgres.runScript(`${prelude}\n${readFileSync('deploy/backup.sh', 'utf8')}`, {
      DATABASE_URL: postgres.urlOf('platform'),
      BACKUP_DIR: backups,
      BACKUP_KEEP: '2',
    });
  const dumps = async () => (await readdir(backups)).filter((name) => name !== '.lock');
  const finishedAt = async () => {
    const live = new pg.Client(postgres.urlOf('platform'));
    await live.connect();
    const { rows } = await live.query<{ at: Date }>('SELECT finished_at AS at FROM backups');
    await live.end();
    return rows[0]?.at.getTime() ?? 0;
  };
  const query = async <Row extends object>(sql: string, values: readonly unknown[] = []) =>
    (await restored.query<Row>(sql, [...values])).rows;
  const references = async () =>
    (await query<{ reference: string }>('SELECT reference FROM checkout.bookings')).map(
      ({ reference }) => reference,
    );

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platform-backup-'));
    postgres = await startToolServer();
    backups = join(postgres.folder, 'backups');
    await postgres.run('createdb', ['platform']);
    const live = await start('platform');
    before = [await book(live), await book(live)];
    let dumping = true;
    const dumped = backUp().finally(() => {
      dumping = false;
    });
    const made: BookedStay[] = [];
    do made.push(await book(live));
    while (dumping);
    await dumped;
    during = made;
    await live.stop();
    await postgres.run('createdb', ['restored']);
    const [dump = ''] = await dumps();
    const file = join(backups, dump);
    await postgres.run('pg_restore', ['--exit-on-error', '--no-owner', '--dbname=restored', file]);
    restored = new pg.Pool({ connectionString: postgres.urlOf('restored'), max: 2 });
  });
  afterAll(async () => {
    await restored?.end();
    await postgres?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("deploy/backup.sh replaces the day's dump, keeps the newest dumps and records when it finished", async () => {
    const firstAt = await finishedAt();
    expect(firstAt).toBeGreaterThan(0);
    for (const name of ['platform-20200101T000000Z.dump', 'platform-20200102.dump'])
      await writeFile(join(backups, name), '');
    await backUp();
    const today = expect.stringMatching(/^platform-\d{8}\.dump$/);
    expect(await dumps()).toEqual([expect.any(String), today]);
    expect(await dumps()).not.toContain('platform-20200101T000000Z.dump');
    expect(await finishedAt()).toBeGreaterThan(firstAt);
  });

  test('deploy/backup.sh discards and does not record a truncated dump', async () => {
    const [kept, at] = [await dumps(), await finishedAt()];
    const truncating =
      'pg_dump() { command pg_dump "$@"; for part in "$BACKUP_DIR"/*.part; do truncate -s -1000 "$part"; done; }';
    await expect(backUp(truncating)).rejects.toThrow(/end of file|could not read/);
    expect([await dumps(), await finishedAt()]).toEqual([kept, at]);
  });

  test('a backup taken while guests book contains every earlier booking', async () => {
    const found = await references();
    expect(found).toEqual(expect.arrayContaining(before.map(({ reference }) => reference)));
    const known = [...before, ...during].map(({ reference }) => reference);
    expect(found.filter((reference) => !known.includes(reference))).toEqual([]);
  });

  test('a process with another SECRET_KEY refuses to start on the backup', async () => {
    const refused = start('restored', { SECRET_KEY: 'a-key-that-this-backup-has-never-heard-of' });
    await expect(refused).rejects.toThrow(/ended with code [1-9]\d* before it was ready:[\s\S]*SECRET_KEY/);
  });

  test('a process with the same SECRET_KEY serves the backup with consistent nights and holds', async () => {
    const server = await start('restored');
    try {
      await eventually(
        () => brokenInvariants({ query }),
        (broken) => Object.keys(broken).length === 0,
      );
      const guest = storefrontHttp(server.address, `lakeside.localhost:${server.port}`);
      for (const { path, reference } of before)
        expect(await guest.get(path)).toMatchObject({
          status: 200,
          text: expect.stringContaining(reference),
        });
      await guest.close();
      const { reference } = await book(server); // the response is signed with a sealed key from the backup
      expect(await references()).toContain(reference);
    } finally {
      await server.stop();
    }
  });
});
