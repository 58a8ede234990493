import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openClockWatch } from '#db/clock-watch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { openRateLimiter } from '#db/limits/postgres.ts';
import { capWaits, SHARED_WAITS } from '#db/waits.ts';
import type { Clock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import { NotReady } from '#kit/not-ready.ts';
import { repeat } from '#server/recurring.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { nextReading } from '#subgraphs/catalog/calendars/domain/feed-state.ts';
import { openReadModel } from '#subgraphs/catalog/stays/read-model/read-model.ts';
import { connectAgent } from '../support/agent.ts';
import { bookStay } from '../support/bookings.ts';
import { ask, contextOf, hostOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { startServerProcess } from '../support/server-process.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEARS_MS = 3 * 365 * DAY_MS;

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const query = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<Row>(text, values);

describe('a second process whose clock is wrong', () => {
  test.each([
    ['3 hours ahead', 3 * HOUR_MS, 'ahead of'],
    ['3 hours behind', -3 * HOUR_MS, 'behind'],
  ])('a process whose clock is %s runs no jobs and refuses requests', async (_how, shiftMs, how) => {
    const guest = `Clock${shiftMs > 0 ? 'ahead' : 'behind'} Example`;
    const { reference } = await bookStay(platform, {
      checkIn: daysAhead(40),
      checkOut: daysAhead(42),
      guest,
    });
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-clock-'));
    const second = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: platform.database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: 'warn',
      SWEEP_INTERVAL: 'PT0.5S',
      CLOCK_SHIFT_MS: String(shiftMs),
      SEED: 'none',
      NODE_OPTIONS: '--import ./test/support/shifted-clock.mjs',
    });
    onTestFinished(async () => {
      await second.stop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const ready = await fetch(`${second.address}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      {
        status: 'unavailable',
        failing: expect.arrayContaining(['clock']),
        reasons: [
          expect.stringMatching(`^This process's clock is 10(?:799|80\\d) s ${how} the database's.$`),
        ],
      },
    ]);
    for (const path of [
      '/',
      '/api/mcp',
      '/panel/session',
      '/api/dev/apps',
      '/developer/api/2026-10/graphql',
      '/docs/',
      '/login',
      '/nowhere',
    ]) {
      const method = path === '/api/mcp' || path.startsWith('/developer') ? 'POST' : 'GET';
      const answer = await fetch(`${second.address}${path}`, { method, redirect: 'manual' });
      expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '2']);
    }
    expect((await fetch(`${second.address}/healthz`)).status).toBe(200);
    await sleep(3_000); // several sweeps
    const [booking] = await query<{ status: string }>(
      'SELECT status FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    expect(booking).toEqual({ status: 'held' });
    expect(second.output.filter((line) => line.includes('No jobs run'))).toHaveLength(1);
    expect((await fetch(`${platform.address}/readyz`)).status, 'the first process goes on').toBe(200);
  });
});

describe('a clock that is watched', () => {
  const time = { wallMs: 0, steadyMs: 0 };
  const logged: string[] = [];
  const note = (_fields: object, message: string) => void logged.push(message);
  const log = { info: note, warn: note, error: note };
  const open = async () => {
    const watch = await openClockWatch({
      db: platform.db,
      log,
      time: {
        wall: () => Date.now() + time.wallMs,
        steady: () => performance.now() + time.steadyMs,
      },
    });
    onTestFinished(() => watch.stop());
    return watch;
  };
  const seenIs = (ago: string) => query('UPDATE clock SET seen_at = now() - $1::interval', [ago]);
  beforeEach(async () => {
    Object.assign(time, { wallMs: 0, steadyMs: 0 });
    logged.length = 0;
    await seenIs('0');
  });

  test.each([
    [0, true],
    [25_000, true],
    [-25_000, true],
    [35_000, false],
    [-35_000, false],
    [YEARS_MS, false],
  ])('a clock that is %i ms ahead is treated as correct: %s', async (wallMs, right) => {
    time.wallMs = wallMs;
    const watch = await open();
    expect(watch.clock.isRight()).toBe(right);
    expect(await watch.clock.mayDelete()).toBe(right);
    if (right) expect(watch.check).not.toThrow();
    else expect(watch.check).toThrow(NotReady);
    expect(logged).toHaveLength(right ? 0 : 1);
  });

  test('a changed clock is treated as wrong immediately, before the next comparison with the database', async () => {
    const watch = await open();
    time.wallMs = HOUR_MS;
    expect(watch.clock.isRight()).toBe(false);
    await watch.look();
    expect(watch.check).toThrow("This process's clock is 3600 s ahead of the database");
    time.wallMs = 0;
    await watch.look();
    expect(watch.clock.isRight()).toBe(true);
    expect(logged).toHaveLength(2);
  });

  test('a clock is still treated as correct after the machine sleeps', async () => {
    const watch = await open();
    time.steadyMs = -HOUR_MS; // it excludes sleep
    expect(watch.clock.isRight()).toBe(false);
    await watch.look();
    expect(watch.clock.isRight()).toBe(true);
    expect(logged).toEqual([]);
  });

  test('no rows are deleted after a clock leaps by a day, until an operator confirms the leap', async () => {
    await seenIs('25 hours');
    const watch = await open();
    expect([watch.clock.isRight(), await watch.clock.mayDelete()]).toEqual([true, false]);
    expect(await watch.clock.mayDelete(), 'looking confirms nothing').toBe(false);
    expect(logged).toEqual([expect.stringContaining('npm run tool confirm-clock')]);
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['server/programs/confirm-clock.ts'], {
      env: { ...process.env, DATABASE_URL: platform.database.url, LOG_LEVEL: 'error' },
    });
    expect(stdout).toMatch(/^The time is confirmed\. /);
    expect(await watch.clock.mayDelete()).toBe(true);
  });

  test('rows are deleted again without a confirmation once the clock leaps back', async () => {
    await seenIs('-3 years');
    const watch = await open();
    expect(await watch.clock.mayDelete()).toBe(false);
    await seenIs('1 hour');
    expect(await watch.clock.mayDelete()).toBe(true);
  });
});

/** A platform context with its own clock. */
const withClock = (clock: Clock) => ({ ...contextOf(platform), clock }) as SubgraphContext;
const later = (ms: number, mayDelete: boolean): Clock => ({
  now: () => new Date(Date.now() + ms),
  mayDelete: async () => mayDelete,
});

const NO_LOG = { info() {}, warn() {}, error() {} };

/** Row counts for the subgraphs' tables. */
async function rowCounts(): Promise<Readonly<Record<string, number>>> {
  const tables = await query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('apps', 'catalog', 'checkout', 'payments', 'tasks') AND table_type = 'BASE TABLE'`,
  );
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await query<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`);
      return [name, row?.n ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

/** Rows that a job deleted and states that it ended, for example `checkout.bookings: held to released`. */
const trail = {
  async begin() {
    await query('CREATE TABLE public.trail (what text)');
    await query(`CREATE FUNCTION public.leave_trail() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        place text := TG_TABLE_SCHEMA || '.' || TG_TABLE_NAME || ': ';
        was jsonb := to_jsonb(OLD);
        now jsonb := CASE TG_OP WHEN 'UPDATE' THEN to_jsonb(NEW) END;
        states text[] := ARRAY(SELECT value FROM unnest(ARRAY[was->>'status', was->>'state', now->>'status', now->>'state']) AS value);
      BEGIN
        IF TG_OP = 'DELETE' THEN
          INSERT INTO public.trail VALUES (place || 'deleted');
          RETURN NULL;
        END IF;
        INSERT INTO public.trail SELECT place || one.name || ' set' FROM unnest('{checked_in_at,checked_out_at,due_noted}'::text[]) AS one (name)
          WHERE coalesce(nullif(was->>one.name, 'false'), '') = '' AND coalesce(nullif(now->>one.name, 'false'), '') <> '';
        IF was->>'guests' IS NOT NULL AND now->>'guests' IS NULL THEN
          INSERT INTO public.trail VALUES (place || 'guests deleted');
        ELSIF now ? 'next_at' AND TG_TABLE_NAME IN ('rule_turn', 'task_rules') THEN
          INSERT INTO public.trail VALUES (place || 'moved');
        ELSIF coalesce(states[3], states[4]) <> coalesce(states[1], states[2]) THEN
          INSERT INTO public.trail VALUES (place || coalesce(states[1], states[2]) || ' to ' || coalesce(states[3], states[4]));
        END IF;
        RETURN NULL;
      END $$`);
    const tables = await query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname IN ('apps', 'catalog', 'checkout', 'payments', 'tasks') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    for (const { name } of tables)
      await query(
        `CREATE TRIGGER leave_trail AFTER DELETE OR UPDATE ON ${name} FOR EACH ROW EXECUTE FUNCTION public.leave_trail()`,
      );
  },
  /** Changes since the last call. */
  async take() {
    const left = await query<{ what: string }>('DELETE FROM public.trail RETURNING what');
    return [...new Set(left.map(({ what }) => what))].sort();
  },
};

/** Ends caused only by age. */
const AN_END =
  /deleted$| set$|to (released|canceled|EXPIRED|lapsed|expired|closed)$|^apps\.deliveries: \w+ to failed$|^tasks\.task: OPEN to ASSIGNED$|^tasks\.(rule_turn|task_rules): moved$/;

/** Rows that each job deletes and states that it ends three years later; empty for jobs that end no rows. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  'apps/close-teams': ['apps.memberships: deleted', 'apps.teams: closing to closed'],
  'apps/collect-debts': [],
  'apps/end-unused-themes': [],
  'apps/expire-forward-queue': ['apps.deliveries: pending to failed'],
  'apps/issue-statements': [],
  'apps/mail-failing-apps': [],
  'apps/process-pictures': [],
  'apps/purge-deliveries': ['apps.deliveries: deleted'],
  'apps/purge-expired': ['apps.accounts: deleted'],
  'apps/purge-listing-media': ['apps.listing_media: deleted'],
  'apps/record-history': [],
  'apps/release-handed-over': [],
  'apps/renew-subscriptions': [],
  'apps/send-waiting-mails': [],
  'catalog/announce-availability': [],
  'catalog/check-due-domains': [],
  'catalog/check-injections': ['catalog.injection_check: deleted'],
  'catalog/create-missing-exports': [],
  'catalog/extend-horizon': ['catalog.night: deleted'],
  'catalog/process-photos': [],
  'catalog/prune-night-log': ['catalog.night_change: deleted'],
  'catalog/purge-expired': ['catalog.transfer: deleted'],
  'catalog/purge-media': ['catalog.media: deleted'],
  'catalog/read-due-feeds': ['catalog.ical_event: deleted'],
  'catalog/run-transfers': [],
  'checkout/adopt-guests': [],
  'checkout/close-quiet': ['checkout.conversations: open to closed'],
  'checkout/expire-change-requests': [],
  'checkout/expire-sessions': ['checkout.sessions: incomplete to canceled'],
  'checkout/fetch-attachments': [],
  'checkout/follow-sales': [],
  'checkout/purge-attachments': ['checkout.attachments: deleted'],
  'checkout/purge-expired': ['checkout.idempotency: deleted'],
  'checkout/purge-guests': ['checkout.sessions: guests deleted'],
  'checkout/record-days': ['checkout.bookings: checked_in_at set', 'checkout.bookings: checked_out_at set'],
  'checkout/recover-changes': [],
  'checkout/recover-completions': [],
  'checkout/send-rule-messages': [],
  'checkout/sweep-holds': ['checkout.bookings: held to released'],
  'checkout/sweep-requests': ['checkout.booking_requests: pending to expired'],
  'checkout/sync-waiting-closures': [],
  'checkout/sync-waiting-nights': [],
  'payments/book-waiting-money': [],
  'payments/expire-sessions': ['payments.session: INITIATED to EXPIRED'],
  'tasks/apply-task-rules': ['tasks.task_rules: moved'],
  'tasks/repeat-rules': ['tasks.rule_turn: moved'],
  'tasks/sweep-deadlines': ['tasks.task: OPEN to ASSIGNED'],
  'tasks/sweep-due-cleanings': ['tasks.task: due_noted set'],
};

/** Jobs that also run after a leap and preserve old rows themselves. */
const KEEP_THEMSELVES = ['catalog/check-injections', 'catalog/extend-horizon', 'catalog/read-due-feeds'];

/** Jobs that end trials, periods and subscriptions; `flows/paid-apps.test.ts` and `paid-themes.test.ts` test what each ends. */
const OF_PAID_APPS = [
  'apps/collect-debts',
  'apps/end-unused-themes',
  'apps/issue-statements',
  'apps/renew-subscriptions',
];

/** A row for each job that ends something, without the related rows. */
const OLD_ROWS = `
  INSERT INTO checkout.conversations (contact_id, team_id, provider, status, waiting_since, created_at, last_message_at, updated_at)
    SELECT id, team_id, 'platform', 'open', now(), now(), now(), now() FROM checkout.contacts ORDER BY id LIMIT 1;
  INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out, rules)
    VALUES (1, 'filter', 'Filter', 60000, false, '[{"trigger": "every", "enabled": true, "offsetMs": 86400000}]');
  INSERT INTO tasks.task_rules (team_id, task_type, trigger, date, checklist, property_ids, enabled, began_at, next_at)
    VALUES (1, 'filter', 'date', current_date + 30, '[]', '[]', true, now(), now() + interval '1 minute');
  INSERT INTO tasks.rule_turn (team_id, task_type, next_at) VALUES (1, 'filter', now() + interval '1 hour');
  INSERT INTO tasks.task (team_id, task_type, status, property_id, due_at, sla_ms, assign_by, version, created_at, updated_at, blocks_guest_ready)
    VALUES (1, 'cleaning', 'OPEN', 1, NULL, 1000, now() - interval '1 hour', 1, now(), now(), false),
      (1, 'cleaning', 'OPEN', 1, now() - interval '1 hour', 1000, now() + interval '1 hour', 1, now(), now(), true);
  INSERT INTO catalog.injection_check (app_slug, url, status, next_at) VALUES ('gone', 'https://gone.example/', 'fine', now());
  INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, amount, currency, test, status, request,
      expires_at, created_at, updated_at)
    SELECT gen_random_uuid(), 1, 1, 'pay', 'Pay', id, 1, 'CHF', false, 'INITIATED', '{}', now() + interval '1 hour', now(), now()
    FROM checkout.bookings ORDER BY id DESC LIMIT 1;
  INSERT INTO apps.teams (slug, name, created_at, status, closes_at) VALUES ('closing', 'Closing', now(), 'closing', now() + interval '1 day');
  INSERT INTO apps.memberships (account_id, team_id, created_at) SELECT 1, id, now() FROM apps.teams WHERE slug = 'closing';
  WITH dev AS (INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities, webhook_secret_sealed, installed_at)
    VALUES (999, 1, true, true, '{}', '{}', '', now()) RETURNING id)
    INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
    SELECT id, gen_random_uuid(), 'task.created', 'task:' || status, '{}', status, now() FROM dev, unnest('{pending,delivered}'::text[]) status;
  INSERT INTO apps.accounts (email, name, password_hash, created_at, status) VALUES ('old@example.com', 'Old', '', now(), 'unverified');
  INSERT INTO apps.listing_media (app_id, kind, sha256, bytes, status, updated_at) VALUES (1, 'icon', repeat('0', 64), 1, 'announced', now());
  INSERT INTO catalog.media (team_id, sha256, bytes, status, updated_at) VALUES (1, repeat('0', 64), 1, 'announced', now());
  INSERT INTO catalog.transfer (team_id, account_id, storefront_id, direction, kind, status, created_at)
    VALUES (1, 1, 1, 'export', 'all', 'done', now());
  INSERT INTO checkout.attachments (team_id, name, sender, status, created_at) VALUES (1, 'a.pdf', 'guest', 'announced', now());
  INSERT INTO checkout.sessions (id, storefront_id, team_id, surface, status, hold_id, lines, quote, guests, created_at, updated_at, expires_at)
    VALUES (gen_random_uuid(), 1, 1, 'lodging', 'completed', gen_random_uuid(), '[]', '{}', '[{"name": "Ada"}]', now(), now(), now());
  UPDATE catalog.night_change SET changed_at = now() - interval '1 day';
  UPDATE catalog.night SET confirmed = 1 WHERE night = current_date + 100;`;

describe('jobs three years later', () => {
  /** Rows that each job deleted and states that it ended, by the job's name. */
  const endsOfAll = async (mayDelete: boolean) => {
    const ends: Record<string, readonly string[]> = {};
    await trail.take();
    for (const job of SUBGRAPHS.flatMap(({ recurring }) => recurring)) {
      const ran = Promise.withResolvers<void>();
      let looks = 0;
      // A scheduled task requests a context once before each run.
      const running = repeat({ ...job, everyMs: () => 20 }, () => {
        looks += 1;
        if (looks > 2) ran.resolve();
        return { ...withClock(later(YEARS_MS, mayDelete)), log: NO_LOG } as SubgraphContext;
      });
      await ran.promise;
      await running.stop();
      if (job.name === 'catalog/read-due-feeds') await platform.services.catalog.dueFeeds.idle();
      ends[job.name] = (await trail.take()).filter((what) => AN_END.test(what));
    }
    return ends;
  };
  const feeds = createServer((_, response) => {
    const days = [30, 33].map((ahead) => daysAhead(ahead).replaceAll('-', ''));
    response.end(
      [
        'BEGIN:VCALENDAR',
        'BEGIN:VEVENT',
        'UID:1',
        `DTSTART:${days[0]}`,
        `DTEND:${days[1]}`,
        'END:VEVENT',
        'END:VCALENDAR',
      ].join('\r\n'),
    );
  });

  beforeAll(async () => {
    await platform.close();
    // The platform's own jobs leave no trail during the test.
    platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H', WEBHOOK_ALLOW_PRIVATE: '1' });
    await bookStay(platform, { checkIn: daysAhead(60), checkOut: daysAhead(62), guest: 'Ada Leap' });
    const paid = await bookStay(platform, {
      checkIn: daysAhead(70),
      checkOut: daysAhead(72),
      guest: 'Ada Paid',
    });
    await query(`UPDATE checkout.bookings SET status = 'confirmed' WHERE reference = $1`, [paid.reference]);
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const [stay] = await searchStays(platform.address, 'lakeside.localhost', {
      check_in: daysAhead(64),
      check_out: daysAhead(66),
    });
    await agent.call('create_checkout', {
      checkout: { line_items: [{ item: { id: stay?.id }, quantity: 1 }] },
    });
    await (await openRequests(platform, 'alpine')).request();
    await new Promise<void>((resolve) => feeds.listen(0, '127.0.0.1', resolve));
    const { port } = feeds.address() as AddressInfo; // it listens on a port
    await ask(
      platform,
      hostOf(1),
      'mutation($url: String!) { icalFeedAdd(input: { unitTypeId: "3", name: "Feed", url: $url }) { icalFeed { id } } }',
      { url: `http://127.0.0.1:${port}/feed.ics` },
    );
    const events = () => query('SELECT FROM catalog.ical_event'); // read in the background if it takes longer
    await eventually(events, ({ length }) => length === 1);
    const rows = new pg.Client({
      connectionString: platform.database.url,
      options: '-c session_replication_role=replica',
    });
    await rows.connect();
    await rows.query(OLD_ROWS);
    await rows.end();
    await trail.begin();
  }, 180_000);
  afterAll(() => feeds.close());

  test('every job has an entry in the table of the rows that it ends', () => {
    const jobs = SUBGRAPHS.flatMap(({ recurring }) => recurring.map(({ name }) => name));
    expect(Object.keys(ENDS)).toEqual(jobs.sort());
  });

  test('a job that deletes or ends old rows declares that it does', () => {
    const declared = SUBGRAPHS.flatMap(({ recurring }) =>
      recurring.flatMap(({ name, deletes }) => (deletes ? [name] : [])),
    );
    const ending = Object.keys(ENDS).filter((name) => (ENDS[name] ?? []).length > 0);
    expect([...declared, ...KEEP_THEMSELVES].sort()).toEqual([...ending, ...OF_PAID_APPS].sort());
  });

  test('no job deletes or ends rows until the leap is confirmed', async () => {
    const before = await rowCounts();
    expect(before['catalog.night']).toBeGreaterThan(1_000);
    expect(before['catalog.night_change']).toBeGreaterThan(0);
    const ends = await endsOfAll(false);
    expect(Object.entries(ends).filter(([, of]) => of.length > 0)).toEqual([]);
    const after = await rowCounts();
    expect(Object.keys(before).filter((table) => (after[table] ?? 0) < (before[table] ?? 0))).toEqual([]);
  });

  describe('once the leap is confirmed', () => {
    let ends: Readonly<Record<string, readonly string[]>>;
    let booked: number;
    beforeAll(async () => {
      const [row] = await query<{ n: number }>(
        'SELECT count(*)::int AS n FROM catalog.night WHERE confirmed > 0',
      );
      booked = row?.n ?? 0;
      await query(`UPDATE catalog.injection_check SET status = 'fine', next_at = now()`);
      await query(`UPDATE catalog.ical_feed SET next_read_at = now()`);
      ends = await endsOfAll(true);
    }, 180_000);

    test.each(Object.entries(ENDS))('%s ends %j once the leap is confirmed', (name, expected) => {
      const found = ends[name] ?? [];
      if (expected.length === 0) expect(found).toEqual([]);
      else expect(found).toEqual(expect.arrayContaining([...expected]));
    });

    test('booked nights are kept after the leap is confirmed', async () => {
      await endsOfAll(true); // nights of ended holds are free now
      const [old] = await query<{ free: number; booked: number }>(
        `SELECT count(*) FILTER (WHERE held + confirmed = 0)::int AS free, count(*) FILTER (WHERE confirmed > 0)::int AS booked
         FROM catalog.night WHERE night < now() + interval '600 days'`,
      );
      expect(booked).toBeGreaterThan(0);
      expect(old).toEqual({ free: 0, booked });
    }, 60_000);
  });
});

test('the read model rereads rows that it read under a fast clock', async () => {
  const { changes } = platform.services.catalog;
  let aheadMs = 60 * DAY_MS;
  const model = openReadModel({
    db: platform.db,
    changes,
    clock: { now: () => new Date(Date.now() + aheadMs) },
  });
  const [storefront] = await query<{ id: number }>(`SELECT id FROM catalog.storefront ORDER BY id LIMIT 1`);
  const id = storefront?.id ?? 0;
  const wrong = await model.storefront(id);
  expect(await model.storefront(id), 'as long as the clock is the same').toBe(wrong);
  aheadMs = 0;
  const right = await model.storefront(id);
  const firstDay = (at: typeof right) => at?.unitTypes[0]?.calendar.firstDay ?? Number.NaN;
  expect(firstDay(wrong) - firstDay(right)).toBe(60);
});

describe('a wait that a wrong clock made too long', () => {
  const config = readConfig({});

  test('a wait made too long by a wrong clock ends within one window', async () => {
    await query('CREATE TABLE public.wait_probe (id int, until timestamptz, waits boolean)');
    const wait = { table: 'public.wait_probe', column: 'until', longestMs: () => HOUR_MS, where: 'waits' };
    await query(`INSERT INTO public.wait_probe VALUES (1, now() + interval '3 hours', true),
      (2, now() + interval '59 minutes', true), (3, now() + interval '3 hours', false), (4, NULL, true)`);
    await capWaits({ db: platform.db, config }, [wait]);
    const rows = await query<{ id: number }>(
      `SELECT id FROM public.wait_probe WHERE until > now() + interval '1 second' ORDER BY id`,
    );
    await query('DROP TABLE public.wait_probe');
    expect(rows.map(({ id }) => id)).toEqual([2, 3]);
  });

  test("a job's wait keeps its scheduled delay", async () => {
    const [job] = await query<{
      id: string;
    }>(`INSERT INTO pgboss.job (name, data, state, created_on, start_after)
      SELECT name, '{"probe": true}', 'created', now() + interval '3 hours', now() + interval '3 hours 5 minutes'
      FROM pgboss.queue ORDER BY name LIMIT 1 RETURNING id`);
    await capWaits({ db: platform.db, config }, []);
    const [booked] = await query<{ delay: string; soon: boolean }>(
      `SELECT (start_after - created_on)::text AS delay, start_after <= now() + interval '5 minutes' AS soon
       FROM pgboss.job WHERE id = $1`,
      [job?.id],
    );
    expect(booked).toEqual({ delay: '00:05:00', soon: true });
    await query('DELETE FROM pgboss.job WHERE id = $1', [job?.id]);
  });

  test('a rate limit whose window ends too late starts a new window', async () => {
    const limiter = openRateLimiter({ db: platform.db, name: 'clocks', limit: 1, windowMs: 60_000 });
    await query(
      `INSERT INTO rate_limits (key, used, ends_at) VALUES ('clocks:ada', 100, now() + interval '3 hours')`,
    );
    expect(await limiter.take('ada')).toMatchObject({ allowed: true, retryAfterSeconds: 60 });
    expect(await limiter.take('ada')).toMatchObject({ allowed: false });
  });

  test("a calendar's longest wait is at least as long as any interval between reads", () => {
    const now = new Date();
    const { waits = [] } = SUBGRAPHS.find(({ name }) => name === 'catalog') ?? expect.unreachable();
    const feeds = waits.find(({ table }) => table === 'catalog.ical_feed') ?? expect.unreachable();
    for (let slow = 0; slow <= 20; slow += 1) {
      const at = nextReading(now, { intervalMs: config.icalIntervalMs, slow, chance: 1 });
      expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(feeds.longestMs(config));
    }
  });

  /** Dates chosen by people. */
  const CHOSEN = [
    'apps.app_invoices.due_at',
    'checkout.rule_messages.due_at',
    'tasks.rule_turn.next_at',
    'tasks.task.due_at',
  ];

  test("every column that stores a wait is in the subgraphs' lists", async () => {
    const columns = await query<{ name: string }>(
      `SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name FROM information_schema.columns
       WHERE table_schema IN ('public', 'apps', 'catalog', 'checkout', 'payments', 'tasks') AND data_type LIKE 'timestamp%'
         AND (column_name LIKE 'next\\_%' OR column_name LIKE 'claimed\\_%' OR column_name IN ('ends_at', 'due_at', 'retry_at'))
       ORDER BY 1`,
    );
    const waits = [...SHARED_WAITS, ...SUBGRAPHS.flatMap((subgraph) => subgraph.waits ?? [])];
    const listed = new Set(waits.map(({ table, column }) => `${table}.${column}`));
    expect(columns.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual(CHOSEN);
    expect([...listed].filter((name) => !columns.some((column) => column.name === name))).toEqual([]);
  });
});
