import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reader } from '#db/transaction.ts';
import { quoteCancel, refundNow } from '#subgraphs/checkout/bookings/queries/refund-of-booking.ts';
import type { BookingResult } from '#subgraphs/checkout/errors.ts';
import { checkIn, undoCheckIn } from '#subgraphs/checkout/stays/commands/check-in.ts';
import { checkOut, undoCheckOut } from '#subgraphs/checkout/stays/commands/check-out.ts';
import { recordDays } from '#subgraphs/checkout/stays/commands/record-days.ts';
import { recordNoShow } from '#subgraphs/checkout/stays/commands/record-no-show.ts';
import { departureFee, noShowFee } from '#subgraphs/checkout/stays/queries/early-end-fees.ts';
import { BookingEntity } from '#subgraphs/checkout/store/entities.ts';
import { demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, contextOf, type Developer, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver } from '../support/receiver.ts';
import { chanceOf, SEED, tries } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';

// Guests arrive, leave, leave early, or never arrive (docs/interface/stays.md).

let platform: TestPlatform;
let host: Developer;
let unitTypeId: string;
let propertyId: number;
let timeZone: string;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  await recordJobs(platform.database);
  host = await demoHost(platform, 'lakeside');
  const [type] = await sql(
    `SELECT u.id, p.id AS property, p.time_zone AS zone FROM catalog.unit_type u JOIN catalog.property p ON p.id = u.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 AND u.units = 1 AND u.active ORDER BY u.id LIMIT 1`,
    [host.teamId],
  );
  ({ property: propertyId, zone: timeZone } = type as { property: number; zone: string });
  unitTypeId = String(type?.id);
  // The stays have no units, because guests are checked in to dirty ones only if the desk confirms it.
  await sql('UPDATE catalog.property SET auto_assign_units = false WHERE id = $1', [propertyId]);
});
afterAll(() => platform.close());

const sql = (text: string, values: readonly unknown[] = []) =>
  platform.database.query<Record<string, unknown>>(text, values);

interface Booked {
  readonly id: string;
  /** The stay's day number `n` from its check-in, at a time in the property's time zone. */
  readonly at: (n: number, time: string) => Date;
  readonly day: (n: number) => string;
}

let nextDay = 20;
const CREATE = `mutation($input: BookingCreateInput!) { it: bookingCreate(input: $input) { booking { id } userErrors { code message } } }`;

/** Enters a booking of a few nights at 100.00 each, sold with half of the price back. */
async function booked(nights = 3, from = nextDay): Promise<Booked> {
  nextDay = Math.max(nextDay, from + nights + 1);
  const input = {
    unitTypeId,
    checkIn: daysAhead(from),
    checkOut: daysAhead(from + nights),
    adults: 1,
    children: 0,
    quantity: 1,
    guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
    payment: 'paid',
  };
  const { it } = await ask<{ it: { booking: { id: string } | null; userErrors: object[] } }>(
    platform,
    host.host,
    CREATE,
    { input },
  );
  expect(it.userErrors).toEqual([]);
  const id = it.booking?.id ?? '';
  const total = nights * 10_000;
  const terms = {
    tiers: [],
    afterLast: { refundPercent: 50, feeNights: null, feeAmount: null },
    timeOfDay: '18:00',
  };
  await sql(
    `UPDATE checkout.bookings SET total = $2, paid = $2, totals = $3,
       lines = (SELECT json_agg((line::jsonb || $4::jsonb)) FROM json_array_elements(lines) line) WHERE id = $1`,
    [
      id,
      total,
      JSON.stringify([
        { kind: 'subtotal', label: 'Accommodation', amount: total },
        { kind: 'total', label: 'Total', amount: total },
      ]),
      JSON.stringify({ subtotal: total, nightly: new Array(nights).fill(10_000), cancellation: terms }),
    ],
  );
  const day = (n: number) => daysAhead(from + n);
  const at = (n: number, time: string) =>
    new Date(Temporal.PlainDateTime.from(`${day(n)}T${time}`).toZonedDateTime(timeZone).epochMilliseconds);
  return { id, at, day };
}

const desk = (now: Date) => ({ ...contextOf(platform), viewer: host.host, clock: { now: () => now } });
const job = (now: Date) => ({ ...contextOf(platform), clock: { now: () => now } });
const code = ({ userErrors }: BookingResult) => userErrors[0]?.code ?? null;

interface Shown {
  readonly status: string;
  readonly checkOut: string;
  readonly version: number;
  readonly stay: {
    state: string;
    checkedInAt: string | null;
    checkedOutAt: string | null;
    isAssumed: boolean;
  };
  readonly folio: { total: number; balance: number; charges: { kind: string; amount: number }[] };
}
const shown = async ({ id }: Booked): Promise<Shown> =>
  (
    await ask<{ booking: Shown }>(
      platform,
      host.host,
      `query($id: ID!) { booking(id: $id) { status checkOut version stay { state checkedInAt checkedOutAt isAssumed }
        folio { total balance charges { kind amount } } } }`,
      { id },
    )
  ).booking;
/** Confirmed units of each night. */
const sold = async ({ day }: Booked, nights = 3): Promise<unknown[]> =>
  (
    await sql(
      'SELECT confirmed FROM catalog.night WHERE unit_type_id = $1 AND night >= $2 AND night < $3 ORDER BY night',
      [unitTypeId, day(0), day(nights)],
    )
  ).map(({ confirmed }) => confirmed);
const events = async ({ id }: Booked, topic: string): Promise<number> => {
  const rows = await sql(
    `SELECT count(*)::int AS n FROM booked_jobs WHERE name = $1 AND data ->> 'bookingId' = $2`,
    [`${topic}/apps`, id],
  );
  return Number(rows[0]?.n);
};

describe('the desk', () => {
  test("guests can't be checked in before their day, and a repeated check-in changes nothing", async () => {
    const stay = await booked();
    const early = await checkIn(desk(stay.at(-1, '23:59')), { id: stay.id });
    expect([code(early), early.booking]).toEqual(['TOO_EARLY', null]);
    const now = stay.at(0, '14:00');
    expect(code(await checkIn(desk(now), { id: stay.id, at: stay.at(0, '14:01') }))).toBe('INVALID');
    await checkIn(desk(now), { id: stay.id, at: stay.at(0, '13:00') });
    await checkIn(desk(stay.at(0, '15:00')), { id: stay.id });
    expect(await shown(stay)).toMatchObject({
      status: 'confirmed',
      version: 2,
      stay: {
        state: 'in_house',
        checkedInAt: stay.at(0, '13:00').toISOString(),
        checkedOutAt: null,
        isAssumed: false,
      },
    });
    expect(await events(stay, 'booking.checked_in')).toBe(1);
    expect(code(await recordNoShow(desk(stay.at(1, '09:00')), { id: stay.id, waiveFee: false }))).toBe(
      'INVALID_TRANSITION',
    );
  });

  test('a check-in and a check-out can be undone only on the same day', async () => {
    const stay = await booked();
    await checkIn(desk(stay.at(0, '14:00')), { id: stay.id });
    expect((await undoCheckIn(desk(stay.at(0, '23:59')), stay.id)).booking).not.toBeNull();
    expect((await shown(stay)).stay).toEqual({
      state: 'expected',
      checkedInAt: null,
      checkedOutAt: null,
      isAssumed: false,
    });
    await checkIn(desk(stay.at(0, '14:00')), { id: stay.id });
    expect(code(await undoCheckIn(desk(stay.at(1, '00:01')), stay.id))).toBe('TOO_LATE');
    await checkOut(desk(stay.at(3, '09:00')), { id: stay.id, waiveFee: false });
    expect((await shown(stay)).stay).toMatchObject({ state: 'departed', isAssumed: false });
    await undoCheckOut(desk(stay.at(3, '23:00')), stay.id);
    expect((await shown(stay)).stay).toMatchObject({ state: 'in_house', checkedOutAt: null });
    await checkOut(desk(stay.at(3, '23:30')), { id: stay.id, waiveFee: false });
    expect(code(await undoCheckOut(desk(stay.at(4, '00:10')), stay.id))).toBe('TOO_LATE');
  });

  test("another team's booking isn't found, and an unpaid or cancelled one isn't checked in", async () => {
    const stay = await booked();
    const other = await demoHost(platform, 'harbour');
    const stranger = { ...desk(stay.at(0, '14:00')), viewer: other.host };
    expect(code(await checkIn(stranger, { id: stay.id }))).toBe('NOT_FOUND');
    await sql(`UPDATE checkout.bookings SET status = 'held' WHERE id = $1`, [stay.id]);
    expect(code(await checkIn(desk(stay.at(0, '14:00')), { id: stay.id }))).toBe('NOT_CONFIRMED');
    await sql(`UPDATE checkout.bookings SET status = 'confirmed' WHERE id = $1`, [stay.id]);
    await ask(platform, host.host, 'mutation($id: ID!) { bookingCancel(id: $id) { applied } }', {
      id: stay.id,
    });
    expect(code(await checkIn(desk(stay.at(0, '14:00')), { id: stay.id }))).toBe('BOOKING_CANCELLED');
  });
});

describe('a no-show', () => {
  test('a no-show frees the remaining nights and owes the fee, once its check-in day is over', async () => {
    const stay = await booked();
    const noShow = (now: Date) => recordNoShow(desk(now), { id: stay.id, waiveFee: false });
    expect(code(await noShow(stay.at(0, '23:59')))).toBe('TOO_EARLY');
    await noShow(stay.at(1, '00:00'));
    await noShow(stay.at(1, '00:05'));
    expect(await shown(stay)).toMatchObject({
      status: 'confirmed',
      checkOut: stay.day(3),
      stay: { state: 'no_show', checkedInAt: null, isAssumed: false },
      folio: { total: 15_000, balance: -15_000 },
    });
    expect(await sold(stay)).toEqual([1, 0, 0]);
    expect(await events(stay, 'booking.no_show')).toBe(1);
    const cancelled = await ask<{ bookingCancel: { userErrors: { code: string }[] } }>(
      platform,
      host.host,
      'mutation($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }',
      { id: stay.id },
    );
    expect(cancelled.bookingCancel.userErrors).toMatchObject([{ code: 'BOOKING_OVER' }]);
  });

  test('a no-show is a confirmed booking in earlier versions, and its webhook names the pinned one', async () => {
    const receiver = await startReceiver();
    const app = await installNewApp(platform, host, {
      scopes: ['read_bookings'],
      webhooks: ['booking.no_show'],
      webhook_url: receiver.url,
      delivery: { api_version: '2026-10' },
    });
    const stay = await booked();
    await recordNoShow(desk(stay.at(1, '00:05')), { id: stay.id, waiveFee: false });
    const read = (version: string, fields: string) =>
      graphql(
        platform.address,
        `query ($id: ID!) { booking(id: $id) { ${fields} } __type(name: "BookingStatus") { enumValues { name } } }`,
        { token: app.token, version, variables: { id: stay.id } },
      );
    const statuses = ['cancelled', 'confirmed', 'held', 'released'];
    for (const version of ['2026-01', '2026-10', '2027-01']) {
      const { data } = await read(version, 'status');
      expect(data, version).toEqual({
        booking: { status: 'confirmed' },
        __type: { enumValues: statuses.map((name) => ({ name })) },
      });
    }
    expect((await read('2027-01', 'stay { state }')).data).toMatchObject({
      booking: { stay: { state: 'no_show' } },
    });
    expect((await read('2026-10', 'stay { state }')).status).toBe(400);
    await receiver.until((all) => all.length === 1);
    expect(receiver.received[0]?.envelope).toMatchObject({
      topic: 'booking.no_show',
      api_version: '2026-10',
      resource: { status: 'confirmed' },
    });
    await receiver.close();
  });

  test('guests who arrive after midnight get their stay and its price back', async () => {
    const stay = await booked();
    await recordNoShow(desk(stay.at(1, '00:05')), { id: stay.id, waiveFee: false });
    expect((await checkIn(desk(stay.at(1, '01:00')), { id: stay.id })).userErrors).toEqual([]);
    expect(await shown(stay)).toMatchObject({
      stay: { state: 'in_house', checkedInAt: stay.at(1, '01:00').toISOString() },
      folio: { total: 30_000, balance: 0 },
    });
    expect(await sold(stay)).toEqual([1, 1, 1]);
  });

  test("a no-show whose nights were sold again can't be checked in", async () => {
    const stay = await booked();
    await recordNoShow(desk(stay.at(1, '08:00')), { id: stay.id, waiveFee: true });
    expect((await shown(stay)).folio).toMatchObject({ total: 0, balance: -30_000 });
    const from = Temporal.PlainDate.from(daysAhead(0)).until(stay.day(2)).days;
    const later = await booked(1, from);
    expect(code(await checkIn(desk(stay.at(1, '09:00')), { id: stay.id }))).toBe('NIGHTS_TAKEN');
    expect([await sold(stay), (await shown(stay)).stay.state]).toEqual([[1, 0, 1], 'no_show']);
    await ask(platform, host.host, 'mutation($id: ID!) { bookingCancel(id: $id) { applied } }', {
      id: later.id,
    });
    expect(code(await checkIn(desk(stay.at(3, '11:00')), { id: stay.id }))).toBe('BOOKING_OVER');
    expect((await checkIn(desk(stay.at(2, '09:00')), { id: stay.id })).userErrors).toEqual([]);
    expect(await sold(stay)).toEqual([1, 1, 1]);
  });
});

describe('leaving early', () => {
  const inHouse = async () => {
    const stay = await booked();
    await checkIn(desk(stay.at(0, '15:00')), { id: stay.id });
    return stay;
  };

  test('an early check-out frees the remaining nights and charges them by the policy', async () => {
    const stay = await inHouse();
    await checkOut(desk(stay.at(1, '09:00')), { id: stay.id, waiveFee: false });
    const left = await shown(stay);
    expect(left).toMatchObject({
      checkOut: stay.day(1),
      stay: { state: 'departed', checkedOutAt: stay.at(1, '09:00').toISOString() },
      folio: { total: 20_000, balance: -10_000 },
    });
    expect(left.folio.charges.at(-1)).toMatchObject({ kind: 'cancellation', amount: 10_000 });
    expect(await sold(stay)).toEqual([1, 0, 0]);
    expect(await events(stay, 'booking.checked_out')).toBe(1);
  });

  test('the fee for leaving is known before, and nothing can be cancelled afterwards', async () => {
    const stay = await inHouse();
    const quoted = async (now: Date) => {
      const ctx = desk(now);
      const row = await reader(ctx).findOneOrFail(BookingEntity, { id: Number(stay.id) });
      const cancelling = await quoteCancel(ctx, row, { waiveFee: false });
      return [departureFee(ctx, row), await noShowFee(ctx, row), await refundNow(ctx, row), cancelling?.fee];
    };
    expect(await quoted(stay.at(1, '09:00'))).toEqual([10_000, 15_000, 15_000, 15_000]);
    await checkOut(desk(stay.at(1, '09:00')), { id: stay.id, waiveFee: false });
    expect(await quoted(stay.at(1, '10:00'))).toEqual([null, null, null, undefined]);
  });

  test('the desk can waive the fee, and undoing the check-out restores nights, dates and price', async () => {
    const stay = await inHouse();
    await checkOut(desk(stay.at(2, '09:00')), { id: stay.id, waiveFee: true });
    expect((await shown(stay)).folio).toMatchObject({ total: 20_000, balance: -10_000 });
    await undoCheckOut(desk(stay.at(2, '10:00')), stay.id);
    expect(await shown(stay)).toMatchObject({
      checkOut: stay.day(3),
      stay: { state: 'in_house' },
      folio: { total: 30_000, balance: 0 },
    });
    expect(await sold(stay)).toEqual([1, 1, 1]);
  });

  test('guests who leave on their first day keep the first night', async () => {
    const stay = await inHouse();
    await checkOut(desk(stay.at(0, '20:00')), { id: stay.id, waiveFee: false });
    expect((await shown(stay)).checkOut).toBe(stay.day(1));
    expect(await sold(stay)).toEqual([1, 0, 0]);
  });
});

describe('without a person at the desk', () => {
  test("arrival and departure are assumed at the property's times, once each", async () => {
    const stay = await booked();
    await sql(
      `UPDATE catalog.property SET check_in_from = '16:00', check_out_until = '10:00' WHERE id = $1`,
      [propertyId],
    );
    await recordDays(job(stay.at(0, '15:59')));
    expect((await shown(stay)).stay.state).toBe('expected');
    await recordDays(job(stay.at(0, '16:00')));
    await recordDays(job(stay.at(0, '16:05')));
    expect((await shown(stay)).stay).toEqual({
      state: 'in_house',
      checkedInAt: stay.at(0, '16:00').toISOString(),
      checkedOutAt: null,
      isAssumed: true,
    });
    expect(await events(stay, 'booking.checked_in')).toBe(1);
    await checkIn(desk(stay.at(0, '18:00')), { id: stay.id });
    expect((await shown(stay)).stay).toMatchObject({
      checkedInAt: stay.at(0, '18:00').toISOString(),
      isAssumed: false,
    });
    await recordDays(job(stay.at(3, '10:00')));
    expect((await shown(stay)).stay).toMatchObject({
      state: 'departed',
      checkedOutAt: stay.at(3, '10:00').toISOString(),
      isAssumed: true,
    });
    expect(await events(stay, 'booking.checked_in')).toBe(1);
    expect(await events(stay, 'booking.checked_out')).toBe(1);
    await undoCheckOut(desk(stay.at(3, '11:00')), stay.id);
    await recordDays(job(stay.at(3, '12:00')));
    expect((await shown(stay)).stay.state).toBe('in_house');
  });

  test('a property with manual check-in assumes nothing, and the old fields still give the days', async () => {
    const stay = await booked();
    const set = `mutation($input: PropertyUpdateInput!) { propertyUpdate(input: $input) { property { manualCheckIn } userErrors { code } } }`;
    const manual = (manualCheckIn: boolean) =>
      ask(platform, host.host, set, { input: { id: String(propertyId), manualCheckIn } });
    expect(await manual(true)).toEqual({
      propertyUpdate: { property: { manualCheckIn: true }, userErrors: [] },
    });
    await recordDays(job(stay.at(3, '12:00')));
    await manual(false);
    expect((await shown(stay)).stay.state).toBe('expected');
    const { booking } = await ask<{ booking: object }>(
      platform,
      host.host,
      'query($id: ID!) { booking(id: $id) { checkedInAt checkedOutAt } }',
      { id: stay.id },
    );
    expect(booking).toEqual({
      checkedInAt: stay.at(0, '00:00').toISOString(),
      checkedOutAt: stay.at(3, '11:00').toISOString(),
    });
    await recordDays(job(stay.at(3, '13:00')));
    expect((await shown(stay)).stay.state).toBe('departed');
  });

  test('a booking that an earlier release moved is in the state of its days, without a second event', async () => {
    const stay = await booked();
    await sql('UPDATE checkout.bookings SET checked_in_at = $2 WHERE id = $1', [
      stay.id,
      stay.at(0, '00:00'),
    ]);
    expect((await shown(stay)).stay).toMatchObject({ state: 'in_house', isAssumed: true });
    await recordDays(job(stay.at(1, '12:00')));
    expect(await events(stay, 'booking.checked_in')).toBe(0);
    await recordDays(job(stay.at(3, '12:00')));
    expect((await shown(stay)).stay.state).toBe('departed');
    expect(await events(stay, 'booking.checked_out')).toBe(1);
  });
});

test('any sequence of moves keeps nights, folio and state consistent', async () => {
  const chance = chanceOf(SEED);
  for (let round = 0; round < tries(8); round++) {
    const stay = await booked();
    const done: string[] = [];
    let hour = 12;
    for (let turn = 0; turn < 12; turn++) {
      hour += chance.below(9);
      const now = new Date(stay.at(0, '00:00').getTime() + hour * 3_600_000);
      const waiveFee = chance.below(2) === 0;
      const { id } = stay;
      const moves = {
        checkIn: () => checkIn(desk(now), { id }),
        undoCheckIn: () => undoCheckIn(desk(now), id),
        checkOut: () => checkOut(desk(now), { id, waiveFee }),
        undoCheckOut: () => undoCheckOut(desk(now), id),
        noShow: () => recordNoShow(desk(now), { id, waiveFee }),
        assume: () => recordDays(job(now)),
      };
      const move = chance.pick(Object.keys(moves) as (keyof typeof moves)[]);
      await moves[move]();
      done.push(`${move} ${hour}`);
      const { stay: view, folio, checkOut: ends } = await shown(stay);
      const expected = view.state === 'no_show' ? null : [0, 1, 2].map((n) => (stay.day(n) < ends ? 1 : 0));
      if (expected) expect(await sold(stay), `${SEED}: ${done.join(', ')}`).toEqual(expected);
      const charges = folio.charges.reduce((sum, { amount }) => sum + amount, 0);
      expect(charges, `${SEED}: ${done.join(', ')}`).toBe(folio.total);
      if (view.state === 'expected' || view.state === 'in_house') expect(folio.total).toBe(30_000);
    }
  }
  expect(await brokenInvariants(platform.database)).toEqual({});
});
