import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
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
import { contextOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { startServerProcess } from '../support/server-process.ts';
import { daysAhead, searchStays } from '../support/stays.ts';

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
  ])('%s runs no jobs and refuses requests', async (_how, shiftMs, how) => {
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
          expect.stringMatching(`^The clock of this process is 10(?:799|80\\d) s ${how} the database's.$`),
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
  ])('%i ms ahead is right: %s', async (wallMs, right) => {
    time.wallMs = wallMs;
    const watch = await open();
    expect(watch.clock.isRight()).toBe(right);
    expect(await watch.clock.mayDelete()).toBe(right);
    if (right) expect(watch.check).not.toThrow();
    else expect(watch.check).toThrow(NotReady);
    expect(logged).toHaveLength(right ? 0 : 1);
  });

  test('is wrong as soon as it is set, before the next look at the database', async () => {
    const watch = await open();
    time.wallMs = HOUR_MS;
    expect(watch.clock.isRight()).toBe(false);
    await watch.look();
    expect(watch.check).toThrow('The clock of this process is 3600 s ahead of the database');
    time.wallMs = 0;
    await watch.look();
    expect(watch.clock.isRight()).toBe(true);
    expect(logged).toHaveLength(2);
  });

  test('is right after the machine slept', async () => {
    const watch = await open();
    time.steadyMs = -HOUR_MS; // it counts no time of sleep
    expect(watch.clock.isRight()).toBe(false);
    await watch.look();
    expect(watch.clock.isRight()).toBe(true);
    expect(logged).toEqual([]);
  });

  test('deletes nothing after a leap of a day until an operator confirms it', async () => {
    await seenIs('25 hours');
    const watch = await open();
    expect([watch.clock.isRight(), await watch.clock.mayDelete()]).toEqual([true, false]);
    expect(await watch.clock.mayDelete(), 'looking confirms nothing').toBe(false);
    expect(logged).toEqual([expect.stringContaining('npm run tool confirm-clock')]);
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['server/programs/confirm-clock.ts'], {
      env: { ...process.env, DATABASE_URL: platform.database.url, LOG_LEVEL: 'error' },
    });
    expect(stdout).toMatch(/^The time is confirmed: /);
    expect(await watch.clock.mayDelete()).toBe(true);
  });

  test('deletes again without a confirmation once it has leapt back', async () => {
    await seenIs('-3 years');
    const watch = await open();
    expect(await watch.clock.mayDelete()).toBe(false);
    await seenIs('1 hour');
    expect(await watch.clock.mayDelete()).toBe(true);
  });
});

/** A context of the platform with a clock of its own. */
const withClock = (clock: Clock) => ({ ...contextOf(platform), clock }) as SubgraphContext;
const later = (ms: number, mayDelete: boolean): Clock => ({
  now: () => new Date(Date.now() + ms),
  mayDelete: async () => mayDelete,
});

const NO_LOG = { info() {}, warn() {}, error() {} };

/** Rows of each table of the subgraphs. */
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
        ELSIF now ? 'next_at' AND TG_TABLE_NAME = 'rule_turn' THEN
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
  /** What was left since the last call. */
  async take() {
    const left = await query<{ what: string }>('DELETE FROM public.trail RETURNING what');
    return [...new Set(left.map(({ what }) => what))].sort();
  },
};

/** Ends that only age brings about. */
const AN_END =
  /deleted$|to (released|canceled|EXPIRED|lapsed|expired|closed)$|^tasks\.task: OPEN to ASSIGNED$|^tasks\.rule_turn: moved$/;

describe('jobs three years later', () => {
  /** The rows that each job deleted, and the states that it ended, by the job's name. */
  const endsOfAll = async (mayDelete: boolean) => {
    const ends: Record<string, readonly string[]> = {};
    await trail.take();
    for (const job of SUBGRAPHS.flatMap(({ recurring }) => recurring)) {
      const ran = Promise.withResolvers<void>();
      let looks = 0;
      // What runs by the clock asks for a context once before each run.
      const running = repeat({ ...job, everyMs: () => 20 }, () => {
        looks += 1;
        if (looks > 2) ran.resolve();
        return { ...withClock(later(YEARS_MS, mayDelete)), log: NO_LOG } as SubgraphContext;
      });
      await ran.promise;
      await running.stop();
      const left = (await trail.take()).filter((what) => AN_END.test(what));
      if (left.length > 0) ends[job.name] = left;
    }
    return ends;
  };
  /** Jobs that go on after a leap, and keep what is old themselves. */
  const KEEP_THEMSELVES = ['catalog/check-injections', 'catalog/extend-horizon', 'catalog/read-due-feeds'];

  beforeAll(async () => {
    await platform.close();
    platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' }); // its own jobs leave no trail meanwhile
    await bookStay(platform, { checkIn: daysAhead(60), checkOut: daysAhead(62), guest: 'Ada Leap' });
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const [stay] = await searchStays(platform.address, 'lakeside.localhost', {
      check_in: daysAhead(64),
      check_out: daysAhead(66),
    });
    await agent.call('create_checkout', {
      checkout: { line_items: [{ item: { id: stay?.id }, quantity: 1 }] },
    });
    await (await openRequests(platform, 'alpine')).request();
    await query(`INSERT INTO checkout.conversations (contact_id, team_id, provider, status, waiting_since, created_at, last_message_at, updated_at)
      SELECT id, team_id, 'platform', 'open', now(), now(), now(), now() FROM checkout.contacts ORDER BY id LIMIT 1`);
    await query(`INSERT INTO tasks.task_type (team_id, key, name, sla_ms, at_check_out, rules)
      VALUES (1, 'filter', 'Filter', 60000, false, '[{"trigger": "every", "enabled": true, "offsetMs": 86400000}]')`);
    await query(
      `INSERT INTO tasks.rule_turn (team_id, task_type, next_at) VALUES (1, 'filter', now() + interval '1 hour')`,
    );
    await query(`INSERT INTO catalog.injection_check (app_slug, url, status, next_at)
      VALUES ('gone', 'https://gone.example/', 'fine', now())`);
    await query(`INSERT INTO payments.session (id, team_id, install_id, app_slug, app_name, booking_id, amount, currency, test, status,
        request, expires_at, created_at, updated_at)
      SELECT gen_random_uuid(), 1, 1, 'pay', 'Pay', id, 1, 'CHF', false, 'INITIATED', '{}', now() + interval '1 hour', now(), now()
      FROM checkout.bookings ORDER BY id DESC LIMIT 1`);
    await query(`UPDATE catalog.night_change SET changed_at = now() - interval '1 day'`);
    await query(`UPDATE catalog.night SET confirmed = 1 WHERE night = current_date + 100`);
    await trail.begin();
  }, 60_000);

  test('no job deletes or ends anything until the leap is confirmed', async () => {
    const before = await rowCounts();
    expect(before['catalog.night']).toBeGreaterThan(1_000);
    expect(before['catalog.night_change']).toBeGreaterThan(0);
    expect(await endsOfAll(false)).toEqual({});
    const after = await rowCounts();
    expect(Object.keys(before).filter((table) => (after[table] ?? 0) < (before[table] ?? 0))).toEqual([]);
  });

  test('each job that deletes or ends what is old declares it', async () => {
    const [booked] = await query<{ n: number }>(
      'SELECT count(*)::int AS n FROM catalog.night WHERE confirmed > 0',
    );
    await query(`UPDATE catalog.injection_check SET status = 'fine', next_at = now()`);
    const ends = await endsOfAll(true);
    expect(ends).toMatchObject({
      'catalog/check-injections': ['catalog.injection_check: deleted'],
      'catalog/extend-horizon': ['catalog.night: deleted'],
      'catalog/prune-night-log': ['catalog.night_change: deleted'],
      'checkout/close-quiet': ['checkout.conversations: open to closed'],
      'tasks/repeat-rules': ['tasks.rule_turn: moved'],
      'checkout/expire-sessions': [expect.stringMatching(/^checkout.sessions: \w+ to canceled$/)],
      'checkout/sweep-holds': expect.arrayContaining(['checkout.bookings: held to released']),
      'checkout/sweep-requests': [expect.stringMatching(/^checkout.booking_requests: /)],
      'payments/expire-sessions': ['payments.session: INITIATED to EXPIRED'],
    });
    const declared = SUBGRAPHS.flatMap(({ recurring }) =>
      recurring.flatMap(({ name, deletes }) => (deletes ? [name] : [])),
    );
    expect(Object.keys(ends).filter((name) => ![...declared, ...KEEP_THEMSELVES].includes(name))).toEqual([]);
    await endsOfAll(true); // the nights of holds that ended are free now
    const [old] = await query<{ free: number; booked: number }>(
      `SELECT count(*) FILTER (WHERE held + confirmed = 0)::int AS free, count(*) FILTER (WHERE confirmed > 0)::int AS booked
       FROM catalog.night WHERE night < now() + interval '600 days'`,
    );
    expect(booked?.n).toBeGreaterThan(0);
    expect(old, 'nights with a booking stay').toEqual({ free: 0, booked: booked?.n });
  });
});

test('what the read model read by a clock that was ahead is read again', async () => {
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

  test('ends within one window', async () => {
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

  test('for a job keeps the delay that was booked', async () => {
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

  test('for a rate limit is a new window', async () => {
    const limiter = openRateLimiter({ db: platform.db, name: 'clocks', limit: 1, windowMs: 60_000 });
    await query(
      `INSERT INTO rate_limits (key, used, ends_at) VALUES ('clocks:ada', 100, now() + interval '3 hours')`,
    );
    expect(await limiter.take('ada')).toMatchObject({ allowed: true, retryAfterSeconds: 60 });
    expect(await limiter.take('ada')).toMatchObject({ allowed: false });
  });

  test('for a calendar is at least as long as any interval between readings', () => {
    const now = new Date();
    const { waits = [] } = SUBGRAPHS.find(({ name }) => name === 'catalog') ?? expect.unreachable();
    const feeds = waits.find(({ table }) => table === 'catalog.ical_feed') ?? expect.unreachable();
    for (let slow = 0; slow <= 20; slow += 1) {
      const at = nextReading(now, { intervalMs: config.icalIntervalMs, slow, chance: 1 });
      expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(feeds.longestMs(config));
    }
  });

  /** Dates that people chose. */
  const CHOSEN = ['tasks.rule_turn.next_at', 'tasks.task.due_at'];

  test('has its column in the lists of the subgraphs', async () => {
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
