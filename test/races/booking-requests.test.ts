import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { addProperty } from '#subgraphs/catalog/index.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ROOM } from '../support/catalog.ts';
import { ask, contextOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newRequester, openRequests } from '../support/requests.ts';
import { EFFORT, patience, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/requests.md#concurrent-changes: exactly one of several concurrent final transitions takes
// effect, and the nights add up.

let platform: TestPlatform;
let requests: Awaited<ReturnType<typeof openRequests>>;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' });
  await recordJobs(platform.database);
  requests = await openRequests(platform, 'alpine');
  await platform.database.query('UPDATE catalog.night SET total = 1 WHERE unit_type_id = $1', [
    requests.unit,
  ]);
});
afterAll(() => platform.close());

const sql = <R extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);
const setMode = (mode: 'ask' | 'hold') =>
  ask(
    platform,
    requests.host,
    'mutation($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: String(requests.storefront), requestMode: mode } },
  );
let day = 100;
const freshDates = () => {
  day += 3;
  return { checkIn: daysAhead(day), checkOut: daysAhead(day + 2) };
};
const overdue = (id: string) =>
  sql(
    `UPDATE checkout.booking_requests SET respond_by = now() - interval '1 second' WHERE id = $1 AND status = 'pending'`,
    [id],
  );

interface Ended {
  readonly status: string;
  readonly bookings: number;
  readonly events: number;
}

/** A request, its bookings, and the events that ended its wait. */
async function ended(id: string): Promise<Ended> {
  const [row] = await sql<Ended>(
    `SELECT r.status, (SELECT count(*) FROM checkout.bookings b WHERE b.source_external_id = r.reference)::int AS bookings,
       (SELECT count(*) FROM booked_jobs j WHERE j.name ~ '^booking_request.(accepted|declined|withdrawn|expired|failed)/apps$'
        AND j.data ->> 'requestId' = r.id::text)::int AS events
     FROM checkout.booking_requests r WHERE r.id = $1`,
    [id],
  );
  return row ?? { status: 'gone', bookings: 0, events: 0 };
}

test.each(['ask', 'hold'] as const)(
  'concurrent accept, decline, withdrawal and expiry have one outcome in the mode %s',
  async (mode) => {
    await setMode(mode);
    for (let round = 0; round < 12 * EFFORT; round += 1) {
      const dates = freshDates();
      const { id } = await requests.request(dates);
      const answers = await Promise.all([
        requests.accept(id),
        requests.accept(id),
        round % 2 ? requests.withdraw(id) : requests.decline(id),
        ...(round % 3 ? [] : [overdue(id)]),
      ]);
      const { status, bookings, events } = await eventually(
        () => ended(id),
        (now) => now.status !== 'pending',
      );
      expect(events, JSON.stringify(answers)).toBe(1);
      expect(bookings).toBe(status === 'accepted' ? 1 : 0);
      const held = status === 'accepted' ? 1 : 0;
      await eventually(
        () => requests.takenOn(dates.checkIn),
        (taken) => taken.held === held && taken.confirmed === 0,
      );
    }
  },
  120_000 * EFFORT,
);

test(
  'only one of two requests and an entered booking gets the last unit',
  async () => {
    await setMode('ask');
    for (let round = 0; round < 10 * EFFORT; round += 1) {
      const dates = freshDates();
      const [one, two] = [await requests.request(dates), await requests.request(dates)];
      const enter = () =>
        ask<{ bookingCreate: { booking: { id: string } | null } }>(
          platform,
          requests.host,
          'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { code } } }',
          {
            input: {
              unitTypeId: String(requests.unit),
              ...dates,
              adults: 1,
              guest: { firstName: 'Bo', lastName: 'Desk' },
              payment: 'paid',
            },
          },
        );
      const [first, second, { bookingCreate }] = await Promise.all([
        requests.accept(one.id),
        requests.accept(two.id),
        round % 2 ? enter() : { bookingCreate: { booking: null } },
      ]);
      const statuses = [await requests.statusOf(one.id), await requests.statusOf(two.id)];
      const winners = [first.bookingRequest, second.bookingRequest, bookingCreate.booking].filter(Boolean);
      expect(winners).toHaveLength(1);
      expect(statuses.filter((status) => status === 'accepted')).toHaveLength(bookingCreate.booking ? 0 : 1);
      expect(statuses.filter((status) => status === 'failed')).toHaveLength(bookingCreate.booking ? 2 : 1);
      const { held, confirmed } = await requests.takenOn(dates.checkIn);
      expect(held + confirmed).toBe(1);
    }
  },
  120_000 * EFFORT,
);

/** Every night of a separate unit type with one unit: each round has its own night. */
const ROUNDS = EFFORT < 1 ? 12 : tries(100);
const AT_ONCE = 4;

/** Mails to a guest about an ended request, by outcome; an accepted request's mail is its booking's. */
const MAILED: Readonly<Record<string, readonly string[]>> = {
  accepted: [],
  withdrawn: [],
  expired: ['request-expired'],
  failed: ['request-failed'],
};

test(
  'emails reflect that only one of many concurrent buyers gets the last unit',
  async ({ annotate }) => {
    const { unitTypeIds } = await addProperty(contextOf(platform), {
      storefrontId: requests.storefront,
      name: 'One Room',
      timeZone: 'Europe/Zurich',
      currency: 'CHF',
      unitTypes: [{ ...ROOM, units: 1 }],
    });
    const unitTypeId = String(unitTypeIds[0]);
    const outcomes = new Map<string, number>();
    const rounds: { readonly id: string; readonly status: string }[] = [];
    for (const mode of ['ask', 'hold'] as const) {
      await setMode(mode);
      const first = mode === 'ask' ? 0 : Math.ceil(ROUNDS / 2);
      const last = mode === 'ask' ? Math.ceil(ROUNDS / 2) : ROUNDS;
      for (let round = first; round < last; round += AT_ONCE) {
        const together = Array.from({ length: Math.min(AT_ONCE, last - round) }, (_, at) =>
          raceForLastUnit(unitTypeId, round + at),
        );
        for (const { id, status, other } of await Promise.all(together)) {
          rounds.push({ id, status });
          const outcome = `${mode}: ${status}${other ? ', other guest' : ''}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        }
      }
    }
    await eventually(
      () =>
        sql(
          `SELECT 1 FROM pgboss.job WHERE state <> 'completed' AND (name LIKE 'booking%/apps' OR name IN ('apps/mail-request', 'apps/mail-booking'))`,
        ),
      (open) => open.length === 0,
    );
    const wrong = [];
    for (const { id, status } of rounds) {
      const templates = await mailedTo(id);
      const expected = [...(MAILED[status] ?? []), ...(status === 'accepted' ? ['guest-held'] : [])];
      const last = templates.filter((template) => template !== 'request-verify');
      if (`${last}` !== `${expected}`) wrong.push({ id, status, last });
    }
    expect(wrong).toEqual([]);
    await annotate(`${ROUNDS} rounds: ${[...outcomes].map((entry) => entry.join(' ')).join('; ')}`);
  },
  patience(120_000),
);

/** Runs everything that wants or releases one night with one unit concurrently. */
async function raceForLastUnit(unitTypeId: string, round: number) {
  const dates = { checkIn: daysAhead(30 + round), checkOut: daysAhead(31 + round) };
  const { id } = await requests.request({ ...dates, unitTypeId, guest: newRequester() });
  const other = round % 2 ? enter(unitTypeId, dates) : bookByAgent(unitTypeId, dates);
  const [booked] = await Promise.all([
    other,
    requests.accept(id),
    ...(round % 3 === 0 ? [requests.withdraw(id)] : []),
    ...(round % 5 === 0 ? [overdue(id)] : []),
  ]);
  const { status, bookings, events } = await eventually(
    () => ended(id),
    (now) => now.status !== 'pending',
  );
  expect([status, events]).toEqual([expect.stringMatching(/^(?:accepted|failed|withdrawn|expired)$/), 1]);
  expect(bookings).toBe(status === 'accepted' ? 1 : 0);
  expect(bookings + (booked ? 1 : 0)).toBeLessThanOrEqual(1);
  const taken = async () => {
    const [night] = await sql<{ taken: number }>(
      'SELECT held + confirmed AS taken FROM catalog.night WHERE unit_type_id = $1 AND night = $2',
      [Number(unitTypeId), dates.checkIn],
    );
    return night?.taken;
  };
  await eventually(taken, (units) => units === bookings + (booked ? 1 : 0));
  return { id, status, other: booked };
}

interface Dates {
  readonly checkIn: string;
  readonly checkOut: string;
}

/** Enters another channel's booking as its app; returns whether it was accepted. */
async function enter(unitTypeId: string, dates: Dates): Promise<boolean> {
  const guest = { firstName: 'Bo', lastName: 'Desk' };
  const { bookingCreate } = await ask<{ bookingCreate: { booking: object | null } }>(
    platform,
    requests.host,
    'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } } }',
    { input: { unitTypeId, ...dates, adults: 1, guest, payment: 'paid' } },
  );
  return bookingCreate.booking !== null;
}

/** Books through the agents' checkout; returns whether it was accepted. */
async function bookByAgent(unitTypeId: string, { checkIn, checkOut }: Dates): Promise<boolean> {
  const idempotency = () => ({ key: newUuid(), fingerprint: '0'.repeat(64) });
  const lines = [{ itemId: `stay:${unitTypeId}:${checkIn}:${checkOut}:1:0`, quantity: 1 }];
  const buyer = { firstName: 'Ada', lastName: 'Agent', email: `agent-${checkIn}@example.com` };
  const agent = { ...requests.guest, surface: 'mcp' } as const;
  const { checkoutCreate } = await ask<{ checkoutCreate: { session: { id: string } } }>(
    platform,
    agent,
    'mutation($input: CheckoutCreateInput!) { checkoutCreate(input: $input) { session { id } } }',
    { input: { lines, buyer, idempotency: idempotency() } },
  );
  const { checkoutComplete } = await ask<{ checkoutComplete: { session: { order: object | null } } }>(
    platform,
    agent,
    'mutation($input: CheckoutCompleteInput!) { checkoutComplete(input: $input) { session { order { reference } } } }',
    { input: { id: checkoutCreate.session.id, idempotency: idempotency() } },
  );
  return checkoutComplete.session.order !== null;
}

/** Mails to a request's guest, in order. */
async function mailedTo(id: string): Promise<readonly string[]> {
  const rows = await sql<{ template: string }>(
    `SELECT m.template FROM apps.mails m JOIN checkout.booking_requests r ON r.id = $1 AND m.recipient = r.guest_email
     ORDER BY m.id`,
    [id],
  );
  return rows.map(({ template }) => template);
}
