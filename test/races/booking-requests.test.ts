import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { EFFORT } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/requests.md#races: of everything that ends a request at once, one thing does, and the nights add up.

let platform: TestPlatform;
let requests: Awaited<ReturnType<typeof openRequests>>;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' });
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
       (SELECT count(*) FROM pgboss.job j WHERE j.name ~ '^booking_request.(accepted|declined|withdrawn|expired|failed)/apps$'
        AND j.data ->> 'requestId' = r.id::text)::int AS events
     FROM checkout.booking_requests r WHERE r.id = $1`,
    [id],
  );
  return row ?? { status: 'gone', bookings: 0, events: 0 };
}

test.each(['ask', 'hold'] as const)(
  'accept, decline, withdrawal and expiry at once have one outcome, mode %s',
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
  'two requests and an entered booking for the last unit: one gets it',
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
