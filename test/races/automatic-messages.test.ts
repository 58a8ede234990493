import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterSend } from '#db/jobs/lease-states.ts';
import { RULE_MESSAGES } from '#subgraphs/checkout/messages/commands/send-rule-messages.ts';
import { planMessages } from '#subgraphs/checkout/messages/steps/plan-messages.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, contextOf, type Developer } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type Chance, patience, seededTest, tries } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
import { eventually } from '../support/task-world.ts';

// Each automatic message is sent once, through a year of changes and killed processes
// (docs/interface/messages.md#sending).

/** Serves requests without sending messages: the tests and killable workers do that. */
let platform: TestPlatform;
let dataDir: string;
let host: Developer;
let unitTypeId: string;

beforeAll(async () => {
  platform = await startPlatform({ ROLE: 'gateway' });
  dataDir = await mkdtemp(join(tmpdir(), 'platform-messages-'));
  host = await demoHost(platform, 'lakeside');
  const [type] = await sql<{ id: number }>(
    `SELECT u.id FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 AND u.active ORDER BY u.units DESC LIMIT 1`,
    [host.teamId],
  );
  unitTypeId = String(type?.id);
});
afterAll(async () => {
  await platform.close();
  await rm(dataDir, { recursive: true, force: true });
});

const sql = <T extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<T>(text, values);

async function run<T>(document: string, variables: Record<string, unknown>): Promise<T> {
  const { it } = await ask<{ it: T & { userErrors?: readonly object[] } }>(
    platform,
    host.host,
    document,
    variables,
  );
  expect(it.userErrors ?? []).toEqual([]);
  return it;
}

/** Adds a rule with its own template, so that its text names it. */
async function addRule(
  name: string,
  time: Record<string, unknown>,
  channel = 'conversation',
): Promise<string> {
  const texts = [{ locale: 'en', subject: name, body: `${name}, {{guest.firstName}}` }];
  const { messageTemplate } = await run<{ messageTemplate: { id: string } }>(
    'mutation($input: MessageTemplateSetInput!) { it: messageTemplateSet(input: $input) { messageTemplate { id } userErrors { message } } }',
    { input: { name, texts } },
  );
  const { messageRule } = await run<{ messageRule: { id: string } }>(
    'mutation($input: MessageRuleSetInput!) { it: messageRuleSet(input: $input) { messageRule { id } userErrors { message } } }',
    { input: { name, templateId: messageTemplate.id, channel, ...time } },
  );
  return messageRule.id;
}

const removeRule = (id: string) =>
  run('mutation($id: ID!) { it: messageRuleRemove(id: $id) { userErrors { message } } }', { id });

async function book(checkIn: string, checkOut: string, name = 'Ada'): Promise<number> {
  const { booking } = await run<{ booking: { id: string } }>(
    'mutation($input: BookingCreateInput!) { it: bookingCreate(input: $input) { booking { id } userErrors { message } } }',
    {
      input: {
        unitTypeId,
        checkIn,
        checkOut,
        adults: 1,
        children: 0,
        quantity: 1,
        payment: 'paid',
        guest: { firstName: name, lastName: 'Byron', email: `${name.toLowerCase()}@example.com` },
      },
    },
  );
  return Number(booking.id);
}

/** The year of the stays, both of whose clock changes are on sale. */
const YEAR = Temporal.Now.plainDateISO().year + 1;
const NORTH = 'Europe/Zurich';
const SOUTH = 'Australia/Sydney';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Rule {
  readonly name: string;
  readonly time: Record<string, unknown>;
  /** The time at which its message is due. */
  readonly due: (stay: Stay, zone: string) => number;
}

interface Stay {
  readonly checkIn: Temporal.PlainDate;
  readonly checkOut: Temporal.PlainDate;
}

const at = (day: Temporal.PlainDate, time: string, zone: string): number =>
  day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds;

/** The hour that clock changes skip or repeat, and times that are counted across it. */
const RULES: readonly Rule[] = [
  {
    name: 'Two days before',
    time: { trigger: 'before_check_in', days: 2, at: '02:30' },
    due: ({ checkIn }, zone) => at(checkIn.subtract({ days: 2 }), '02:30', zone),
  },
  {
    name: 'A day before',
    time: { trigger: 'before_check_in', hours: 24 },
    due: ({ checkIn }, zone) => at(checkIn, '15:00', zone) - DAY_MS,
  },
  {
    name: 'On the day',
    time: { trigger: 'check_in_day', at: '02:30' },
    due: ({ checkIn }, zone) => at(checkIn, '02:30', zone),
  },
  {
    name: 'A day after',
    time: { trigger: 'after_check_out', days: 1, at: '02:30' },
    due: ({ checkOut }, zone) => at(checkOut.add({ days: 1 }), '02:30', zone),
  },
];

/** Returns a month's first or last Sunday. */
function sunday(month: number, which: 'first' | 'last'): Temporal.PlainDate {
  const start = Temporal.PlainDate.from({ year: YEAR, month, day: 1 });
  const first = start.add({ days: 7 - start.dayOfWeek });
  if (which === 'first') return first;
  const days = start.daysInMonth - first.day;
  return first.add({ days: days - (days % 7) });
}

/** A booking in the simulated year, with its dates since each time. */
interface Simulated {
  readonly id: number;
  readonly zone: string;
  readonly bookedAt: number;
  readonly stays: { readonly since: number; readonly stay: Stay }[];
  cancelledAt: number | null;
}

/** A planned event in the simulated year. */
interface Event {
  readonly at: number;
  readonly happen: (now: number) => Promise<void>;
}

/** Context at a simulated time, in which planning doesn't start a sender of its own. */
function contextAt(now: number) {
  const ctx = contextOf(platform);
  const checkout = { ...ctx.services.checkout, ruleMessages: { wake() {} } };
  const services = { ...ctx.services, checkout };
  return { ...ctx, services, clock: { now: () => new Date(now) } } as unknown as typeof ctx;
}

/** Sends what's due. A process may die after claiming or sending, or record its message twice. */
async function sendDue(now: number, chance: Chance): Promise<void> {
  const ctx = contextAt(now);
  const policy = RULE_MESSAGES.retry(ctx.config);
  for (;;) {
    const items = await RULE_MESSAGES.scan(ctx, { shares: [], ids: [], free: 8 });
    if (items.length === 0) return;
    for (const item of items) {
      const lease = await RULE_MESSAGES.claim(ctx, item);
      if (lease === null || lease === 'nothing' || chance.below(6) === 0) continue;
      const sent = await RULE_MESSAGES.send(ctx, lease);
      if (chance.below(6) === 0) continue;
      const outcome = afterSend(policy, sent, { attempts: lease.attempts, random: 0 });
      const record = () => RULE_MESSAGES.record(ctx, lease, outcome);
      await Promise.all(chance.below(4) === 0 ? [record(), record()] : [record()]);
    }
  }
}

seededTest(
  'through a simulated year with both hemispheres’ clock changes, changes and kills, each message is sent once',
  async (chance) => {
    const ruleIds: string[] = [];
    for (const { name, time } of RULES) ruleIds.push(await addRule(name, time));
    const bookings: Simulated[] = [];
    const events: Event[] = [];
    const plan = (bookingId: number, now: number) =>
      planMessages(contextAt(now), { teamId: host.teamId, bookingId }, []);
    const changed = [sunday(3, 'last'), sunday(10, 'last'), sunday(4, 'first'), sunday(10, 'first')];
    const days = [
      ...changed,
      ...changed.map((day) => day.add({ days: 1 })),
      ...Array.from({ length: tries(50) }, () =>
        Temporal.PlainDate.from({ year: YEAR, month: 1, day: 10 }).add({ days: chance.below(330) }),
      ),
    ];
    for (const [n, checkIn] of days.entries()) {
      const zone = n < 8 ? [NORTH, NORTH, SOUTH, SOUTH][n % 4] : chance.pick([NORTH, SOUTH]);
      const stay = { checkIn, checkOut: checkIn.add({ days: 1 + chance.below(3) }) };
      const arrives = at(checkIn, '15:00', zone ?? NORTH);
      // Some book on the day itself.
      const bookedAt = arrives - chance.pick([3 * HOUR_MS, 30 * HOUR_MS, 20 * DAY_MS, 40 * DAY_MS]);
      events.push({
        at: bookedAt,
        happen: async (now) => {
          const id = await book(String(stay.checkIn), String(stay.checkOut));
          await sql('UPDATE checkout.bookings SET time_zone = $2 WHERE id = $1', [id, zone]);
          const booking: Simulated = {
            id,
            zone: zone ?? NORTH,
            bookedAt: now,
            stays: [{ since: now, stay }],
            cancelledAt: null,
          };
          bookings.push(booking);
          await plan(id, now);
          if (n >= 8) events.push(...fateOf(booking, { chance, now, plan }));
        },
      });
    }
    let now = Date.UTC(YEAR, 0, 1);
    for (;;) {
      events.sort((one, other) => one.at - other.at);
      const [next] = await sql<{ at: Date | null }>(
        `SELECT min(next_attempt_at) AS at FROM checkout.rule_messages WHERE status = 'waiting'`,
      );
      const times = [events[0]?.at, next?.at?.getTime()].filter((time) => time !== undefined);
      if (times.length === 0) break;
      now = Math.max(now, Math.min(...times)) + chance.below(2 * HOUR_MS);
      while ((events[0]?.at ?? Number.POSITIVE_INFINITY) <= now) await events.shift()?.happen(now);
      await Promise.all([sendDue(now, chance), sendDue(now, chance)]);
    }
    expect(bookings).toHaveLength(days.length);
    for (const booking of bookings) await expectEachOnce(booking);
    for (const id of ruleIds) await removeRule(id);
  },
  patience(180_000),
);

/** Returns what happens to a booking: half of them move, some after the first messages, or are cancelled. */
function fateOf(
  booking: Simulated,
  {
    chance,
    now,
    plan,
  }: {
    readonly chance: Chance;
    readonly now: number;
    readonly plan: (id: number, now: number) => Promise<void>;
  },
): readonly Event[] {
  const [{ stay } = { stay: null }] = booking.stays;
  if (!stay) return [];
  const until = at(stay.checkIn, '15:00', booking.zone);
  const time = now + chance.below(Math.max(1, until - now));
  const id = String(booking.id);
  const kind = chance.below(4);
  if (kind === 0)
    return [
      {
        at: time,
        happen: async (then) => {
          await run('mutation($id: ID!) { it: bookingCancel(id: $id) { userErrors { message } } }', { id });
          booking.cancelledAt = then;
          await plan(booking.id, then);
        },
      },
    ];
  if (kind > 2) return [];
  const by = { days: 1 + chance.below(12) };
  const moved = { checkIn: stay.checkIn.add(by), checkOut: stay.checkOut.add(by) };
  return [
    {
      at: time,
      happen: async (then) => {
        await run(
          'mutation($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { userErrors { message } } }',
          { input: { id, checkIn: String(moved.checkIn), checkOut: String(moved.checkOut) } },
        );
        booking.stays.push({ since: then, stay: moved });
        await plan(booking.id, then);
      },
    },
  ];
}

/** Expects one message per rule, at the time due for the dates of that time, unless it was rightly skipped. */
async function expectEachOnce({ id, zone, bookedAt, stays, cancelledAt }: Simulated): Promise<void> {
  const sent = await sql<{ text: string; at: Date }>(
    'SELECT text, created_at AS at FROM checkout.messages WHERE booking_id = $1',
    [id],
  );
  const logged = await sql<{ rule: string; status: string; reason: string | null }>(
    `SELECT r.name AS rule, m.status, m.reason FROM checkout.rule_messages m
     JOIN checkout.message_rules r ON r.id = m.rule_id WHERE m.booking_id = $1`,
    [id],
  );
  expect(logged.map(({ rule }) => rule).toSorted()).toEqual(RULES.map(({ name }) => name).toSorted());
  for (const { name, due } of RULES) {
    const messages = sent.filter(({ text }) => text === `${name}, Ada`);
    const entry = logged.find(({ rule }) => rule === name);
    const about = `booking ${id}, ${name}, ${JSON.stringify({ stays, cancelledAt, bookedAt })}`;
    if (entry?.status === 'sent') {
      expect(messages, about).toHaveLength(1);
      const when = messages[0]?.at.getTime() ?? 0;
      const { stay } = stays.findLast(({ since }) => since <= when) ?? { stay: null };
      const late = stay ? when - due(stay, zone) : -1;
      expect(late, about).toBeGreaterThanOrEqual(0);
      expect(late, about).toBeLessThanOrEqual(DAY_MS);
      expect(cancelledAt === null || when <= cancelledAt, about).toBe(true);
    } else {
      expect(entry?.status, about).toBe('skipped');
      expect(messages, about).toEqual([]);
      if (entry?.reason === 'cancelled') expect(cancelledAt, about).not.toBeNull();
      else {
        expect(entry?.reason, about).toBe('overdue');
        const planned = stays.map(({ since, stay }) => since - due(stay, zone));
        expect(Math.max(...planned), about).toBeGreaterThan(DAY_MS - 3 * HOUR_MS);
      }
    }
  }
}

const startWorker = () =>
  startServerProcess({
    ROLE: 'worker',
    NODE_ENV: 'test',
    SECRET_KEY: TEST_SECRET_KEY,
    DATA_DIR: dataDir,
    DATABASE_URL: platform.database.url,
  });

test('each message is sent once even if workers are killed while they record it', {
  timeout: patience(180_000),
}, async () => {
  const ruleIds = [
    await addRule('Talk', { trigger: 'booked' }),
    await addRule('Mail', { trigger: 'booked' }, 'email'),
  ];
  const ids: number[] = [];
  for (let n = 0; n < tries(20); n += 1) {
    const day = Temporal.PlainDate.from({ year: YEAR, month: 2, day: 1 }).add({ days: 2 * n });
    ids.push(await book(String(day), String(day.add({ days: 1 })), `Guest${n}`));
  }
  // A worker waits in its transaction after it has written a message, until the test lets go.
  await sql(`CREATE FUNCTION checkout.hold_message() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_sleep(120) FROM checkout.held_messages; RETURN NEW; END $$`);
  await sql('CREATE TABLE checkout.held_messages AS SELECT 1 AS held');
  await sql(`CREATE TRIGGER hold_message AFTER UPDATE ON checkout.rule_messages FOR EACH ROW
    WHEN (NEW.status = 'sent') EXECUTE FUNCTION checkout.hold_message()`);
  const waiting = () =>
    sql<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
    );
  for (let kill = 0; kill < 2; kill += 1) {
    const worker = await startWorker();
    await eventually(waiting, (rows) => rows.length > 0);
    await worker.stop('SIGKILL');
    for (const { pid } of await waiting()) await sql('SELECT pg_terminate_backend($1)', [pid]);
    expect(await sql('SELECT 1 FROM checkout.messages WHERE booking_id = ANY ($1)', [ids])).toEqual([]);
    // Expires the killed worker's leases immediately, so the next worker doesn't wait.
    await sql(`UPDATE checkout.rule_messages SET next_attempt_at = now() WHERE status = 'waiting'`);
  }
  await sql('DELETE FROM checkout.held_messages');
  const workers = await Promise.all([startWorker(), startWorker()]);
  const mailed = () =>
    sql<{ id: number; mails: number }>(
      `SELECT booking_id::float8 AS id, count(*)::int AS mails FROM apps.mails
       WHERE template = 'rule-message' AND booking_id = ANY ($1) GROUP BY booking_id`,
      [ids],
    );
  await eventually(mailed, (rows) => rows.length === ids.length);
  await eventually(
    () => sql(`SELECT 1 FROM checkout.rule_messages WHERE status = 'sent' AND booking_id = ANY ($1)`, [ids]),
    (rows) => rows.length === 2 * ids.length,
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  expect((await mailed()).filter(({ mails }) => mails !== 1)).toEqual([]);
  const talked = await sql<{ messages: number }>(
    `SELECT count(*)::int AS messages FROM checkout.messages WHERE booking_id = ANY ($1) GROUP BY booking_id`,
    [ids],
  );
  expect(talked).toEqual(ids.map(() => ({ messages: 1 })));
  for (const id of ruleIds) await removeRule(id);
  await sql('DROP FUNCTION checkout.hold_message() CASCADE');
  await sql('DROP TABLE checkout.held_messages');
});
