import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DemoWorld } from '#server/demo/demo-world.ts';
import { storefrontHttp } from '../support/agent.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { openEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { checkOut, type EarlierRelease } from '../support/earlier-release.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { panelHeaders, plainBrowser } from '../support/oauth.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

/**
 * The previous release's commit: `npm run tool upgrade`. The suite skips it: it needs the history and a
 * minute for its packages.
 */
const FROM = process.env.UPGRADE_FROM ?? '';

/** docs/guides/production.md#upgrades */
describe.runIf(FROM !== '')('a process of the release before', () => {
  let release: EarlierRelease;
  let database: TestDatabase;
  let dataDir: string;
  let earlier: ServerProcess;
  let present: ServerProcess;
  let day = 20;
  const before: BookedStay[] = [];
  const during: BookedStay[] = [];

  const start = (script?: string) =>
    startServerProcess(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        AGENT_RATE_LIMIT: '1000000',
        AGENT_HOLD_NIGHTS: '1000000',
        SWEEP_INTERVAL: 'PT1S',
      },
      script,
    );
  const book = (server: ServerProcess) => {
    const checkIn = daysAhead(day);
    day += 1;
    return bookStay(server, { checkIn, checkOut: daysAhead(day), guest: `Guest${day} Byron` });
  };
  const pageAt = async (server: ServerProcess, path: string) => {
    const guest = storefrontHttp(server.address, `lakeside.localhost:${server.port}`);
    return guest.get(path).finally(guest.close);
  };

  beforeAll(async () => {
    release = checkOut(FROM);
    database = await openEmptyDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'platform-side-by-side-'));
    earlier = await start(release.script);
    before.push(await book(earlier));
    let migrating = true;
    const started = start().finally(() => {
      migrating = false;
    });
    do during.push(await book(earlier));
    while (migrating);
    present = await started;
  }, 300_000);
  afterAll(async () => {
    await Promise.all([earlier?.stop(), present?.stop()]);
    await database?.drop();
    await release?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a previous-release process keeps taking bookings while a new process migrates the database', async () => {
    expect(during.length).toBeGreaterThan(1);
    const made = await database.query<{ name: string }>('SELECT name FROM migrations');
    const known = readdirSync('db/migrations').map((file) => file.replace(/\.ts$/, ''));
    expect(made.map(({ name }) => name.replace(/\.ts$/, '')).sort()).toEqual(known.sort());
    for (const { path, reference } of [...before, ...during]) {
      expect((await pageAt(present, path)).text).toContain(reference);
    }
  });

  test('processes of both releases show bookings made by the other', async () => {
    for (const [seller, reader] of [
      [earlier, present],
      [present, earlier],
    ] as const) {
      const { path, reference } = await book(seller);
      expect(await pageAt(reader, path)).toMatchObject({
        status: 200,
        text: expect.stringContaining(reference),
      });
    }
  });

  test('concurrent processes of both releases never sell the same unit twice', async () => {
    const stay = { checkIn: daysAhead(100), checkOut: daysAhead(102) };
    const tries = Array.from({ length: 12 }, (_, n) =>
      bookStay(n % 2 ? earlier : present, { ...stay, guest: `Rival${n} Byron` }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await eventually(
      () => brokenInvariants(database),
      (broken) => Object.keys(broken).length === 0,
    );
  });

  test("a previous-release process confirms a new process's booking and creates its tasks", async () => {
    const { reference } = await book(present);
    const [{ id } = { id: 0 }] = await database.query<{ id: number }>(
      'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const { accounts } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as DemoWorld;
    const { email = '', password = '' } = accounts.find(({ key }) => key === 'host') ?? {};
    const browser = plainBrowser(earlier.address);
    await browser.submit(await browser.open('/login'), { email, password });
    const answer = await fetch(`${earlier.address}/panel/graphql`, {
      method: 'POST',
      headers: { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' },
      body: JSON.stringify({ query: `mutation { bookingMarkPaid(id: ${id}) { userErrors { code } } }` }),
    });
    expect(await answer.json()).toMatchObject({ data: { bookingMarkPaid: { userErrors: [] } } });
    const cleanings = () => database.query('SELECT 1 FROM tasks.task WHERE booking_id = $1', [id]);
    await eventually(cleanings, (found) => found.length === 1);
    expect((await pageAt(present, before[0]?.path ?? '')).status).toBe(200);
  });

  test('a previous-release process restarts on the migrated database and leaves its functions unchanged', async () => {
    const functions = () => database.query('SELECT * FROM definitions ORDER BY 1');
    const newest = await functions();
    await earlier.stop();
    earlier = await start(release.script);
    const { path, reference } = await book(earlier);
    expect((await pageAt(present, path)).text).toContain(reference);
    expect(await functions()).toEqual(newest);
  });
});
