import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { followSales } from '#subgraphs/checkout/reports/commands/follow-sales.ts';
import { recordNoShow } from '#subgraphs/checkout/stays/commands/record-no-show.ts';
import { contextOf } from '../support/developer.ts';
import { type InvoiceWorld, openInvoiceWorld, type Place } from '../support/invoice-world.ts';

// Reports about pace, lead times, lengths of stay and cancellations (docs/interface/reports.md).

interface Sums {
  readonly bookings: number;
  readonly sold: number;
  readonly roomRevenue: number;
}
interface Pace {
  readonly rows: readonly { readonly month: string; readonly now: Sums; readonly lastYear: Sums }[];
  readonly totals: Sums;
  readonly lastYear: Sums;
  readonly asOf: string;
  readonly currency: string | null;
}
interface Stays {
  readonly rows: readonly {
    readonly from: number;
    readonly until: number | null;
    readonly sums: Sums;
    readonly share: number | null;
  }[];
  readonly totals: Sums;
  readonly average: number | null;
}
interface Cancellations {
  readonly bookings: number;
  readonly cancelled: number;
  readonly share: number | null;
  readonly lostNights: number;
  readonly lostRoomRevenue: number;
}
interface Cancelled {
  readonly rows: readonly { readonly month: string; readonly cancellations: Cancellations }[];
  readonly totals: Cancellations;
}

let world: InvoiceWorld;
beforeAll(async () => {
  world = await openInvoiceWorld();
}, 120_000);
afterAll(() => world.close());

const SUMS = '{ bookings sold roomRevenue }';
const CANCELLATIONS = '{ bookings cancelled share lostNights lostRoomRevenue }';

/** A property's bookings with check-ins in a range. */
interface Asked {
  readonly from: string;
  readonly until: string;
  readonly propertyIds?: readonly string[];
}

const pace = async (given: Asked & { readonly asOf?: string }) =>
  (
    await world.run<{ paceReport: Pace }>(
      `query($from: Date!, $until: Date!, $propertyIds: [ID!], $asOf: Date) {
        paceReport(from: $from, until: $until, propertyIds: $propertyIds, asOf: $asOf) {
          rows { month now ${SUMS} lastYear ${SUMS} } totals ${SUMS} lastYear ${SUMS} asOf currency } }`,
      { ...given },
    )
  ).paceReport;
const stays = async (by: 'lead_time' | 'length_of_stay', given: Asked) =>
  (
    await world.run<{ stayReport: Stays }>(
      `query($by: StayReportGroup!, $from: Date!, $until: Date!, $propertyIds: [ID!]) {
        stayReport(by: $by, from: $from, until: $until, propertyIds: $propertyIds) {
          rows { from until sums ${SUMS} share } totals ${SUMS} average } }`,
      { by, ...given },
    )
  ).stayReport;
const cancelled = async (given: Asked) =>
  (
    await world.run<{ cancellationReport: Cancelled }>(
      `query($from: Date!, $until: Date!, $propertyIds: [ID!]) {
        cancellationReport(from: $from, until: $until, propertyIds: $propertyIds) {
          rows { month cancellations ${CANCELLATIONS} } totals ${CANCELLATIONS} } }`,
      { ...given },
    )
  ).cancellationReport;

/** Brings the stored sums up to date, as the background job does. */
const followed = () => followSales(contextOf(world.platform));

const cancel = async (id: string) => {
  const { done } = await world.run<{ done: { userErrors: readonly object[] } }>(
    'mutation($id: ID!) { done: bookingCancel(id: $id) { userErrors { code message } } }',
    { id },
  );
  expect(done.userErrors).toEqual([]);
};

/** Rewrites when, and in which time zone, a booking was made and cancelled. Times are ISO 8601. */
const redate = (id: string, made: string, ended: string | null, timeZone: string) =>
  world.platform.database.query(
    `UPDATE checkout.bookings SET created_at = $2, time_zone = $4, version = version + 1, updated_at = clock_timestamp(),
       cancelled_at = CASE WHEN status = 'cancelled' THEN coalesce($3::timestamptz, cancelled_at) END WHERE id = $1`,
    [id, made, ended, timeZone],
  );

const ZURICH = 'Europe/Zurich';
const NOTHING = { bookings: 0, sold: 0, roomRevenue: 0 };

describe('Pace', () => {
  let place: Place;
  const asked = (from: string, until: string, asOf: string) =>
    pace({ from, until, asOf, propertyIds: [place.propertyId] });
  const enter = async (checkIn: string, nights: number, made: string, ended: string | null = null) => {
    const checkOut = Temporal.PlainDate.from(checkIn).add({ days: nights }).toString();
    const id = await world.enter(place, { nights, checkIn, checkOut });
    if (ended) await cancel(id);
    await redate(id, made, ended, ZURICH);
    return id;
  };
  beforeAll(async () => {
    place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Pace' });
    await enter('2027-05-30', 4, '2026-03-01T12:00:00Z');
    await enter('2028-05-02', 2, '2027-02-01T12:00:00Z');
    await enter('2028-05-10', 1, '2027-03-10T22:59:59Z', '2027-04-01T12:00:00Z');
    await enter('2028-05-11', 3, '2027-03-10T23:00:00Z');
  });

  test.each(['before', 'after'])(
    'a stay counts whole in its arrival month, %s the job adds it to the sums',
    async (when) => {
      if (when === 'after') await followed();
      const { rows, currency } = await asked('2027-05-31', '2027-06-01', '2026-12-31');
      expect(rows).toEqual([
        { month: '2027-05', now: { bookings: 1, sold: 4, roomRevenue: 40_000 }, lastYear: NOTHING },
        { month: '2027-06', now: NOTHING, lastYear: NOTHING },
      ]);
      expect(currency).toBe('EUR');
    },
  );

  test('a booking is on the books from the day at the property on which it was made', async () => {
    expect((await asked('2028-05-01', '2028-05-31', '2027-03-09')).totals.bookings).toBe(1);
    expect((await asked('2028-05-01', '2028-05-31', '2027-03-10')).totals.bookings).toBe(2);
    expect((await asked('2028-05-01', '2028-05-31', '2027-03-11')).totals).toEqual({
      bookings: 3,
      sold: 6,
      roomRevenue: 60_000,
    });
  });

  test('a cancelled booking was on the books until the day before it was cancelled', async () => {
    expect((await asked('2028-05-01', '2028-05-31', '2027-03-31')).totals.bookings).toBe(3);
    expect((await asked('2028-05-01', '2028-05-31', '2027-04-01')).totals.bookings).toBe(2);
  });

  test('last year’s month is shown as of the same day a year earlier', async () => {
    const early = await asked('2028-05-01', '2028-05-31', '2027-02-28');
    expect(early.rows[0]).toMatchObject({ now: { bookings: 1 }, lastYear: NOTHING });
    const later = await asked('2028-05-01', '2028-05-31', '2027-03-01');
    expect(later.rows[0]).toMatchObject({ now: { bookings: 1 }, lastYear: { bookings: 1, sold: 4 } });
    expect(later.lastYear).toEqual({ bookings: 1, sold: 4, roomRevenue: 40_000 });
  });

  test('a leap day’s last year is the end of February', async () => {
    await enter('2027-08-01', 1, '2027-02-28T12:00:00Z');
    await enter('2028-08-01', 1, '2028-02-29T12:00:00Z');
    const { rows } = await asked('2028-08-01', '2028-08-31', '2028-02-29');
    expect(rows[0]).toMatchObject({ now: { bookings: 1 }, lastYear: { bookings: 1 } });
  });

  test('the day is today if it’s omitted', async () => {
    const { asOf } = await pace({ from: '2028-05-01', until: '2028-05-31' });
    expect(asOf).toBe(new Date().toISOString().slice(0, 10));
  });

  test.each(['before', 'after'])(
    'today’s bookings count even where tomorrow has begun, %s the job adds them to the sums',
    async (when) => {
      const today = new Date().toISOString().slice(0, 10);
      const month = when === 'before' ? '2028-03' : '2028-04';
      const id = await enter(`${month}-02`, 2, `${today}T12:00:00Z`);
      await redate(id, `${today}T23:59:00Z`, null, 'Pacific/Kiritimati');
      if (when === 'after') await followed();
      const { totals } = await pace({
        from: `${month}-01`,
        until: `${month}-28`,
        propertyIds: [place.propertyId],
      });
      expect(totals.bookings).toBe(1);
    },
  );
});

describe('Stays', () => {
  test('each booking is in one row, with its share, and cancelled ones are left out', async () => {
    const place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Stays' });
    const enter = (checkIn: string, checkOut: string, nights: number) =>
      world.enter(place, { nights, checkIn, checkOut });
    const same = await enter('2027-05-01', '2027-05-02', 1);
    await redate(same, '2027-05-01T20:00:00Z', null, ZURICH);
    const late = await enter('2027-05-01', '2027-05-10', 9);
    await redate(late, '2027-05-03T20:00:00Z', null, ZURICH);
    const early = await enter('2027-05-03', '2027-05-04', 1);
    await redate(early, '2027-01-01T20:00:00Z', null, ZURICH);
    await cancel(await enter('2027-05-04', '2027-05-05', 1));
    const given = { from: '2027-05-01', until: '2027-05-31', propertyIds: [place.propertyId] };
    const leads = await stays('lead_time', given);
    expect(leads.rows.filter(({ sums }) => sums.bookings > 0)).toEqual([
      { from: 0, until: 0, sums: { bookings: 2, sold: 10, roomRevenue: 100_000 }, share: 0.6667 },
      { from: 91, until: 180, sums: { bookings: 1, sold: 1, roomRevenue: 10_000 }, share: 0.3333 },
    ]);
    expect(leads.average).toBe(40.7);
    const lengths = await stays('length_of_stay', given);
    expect(lengths.rows.filter(({ sums }) => sums.bookings > 0)).toMatchObject([
      { from: 1, until: 1, sums: { bookings: 2 } },
      { from: 8, until: 14, sums: { bookings: 1, sold: 9 } },
    ]);
    expect(lengths).toMatchObject({ average: 3.7, totals: { bookings: 3, sold: 11 } });
  });

  test('a period without bookings has every row, and no average', async () => {
    const { rows, average } = await stays('lead_time', { from: '2031-01-01', until: '2031-01-31' });
    expect(rows.map(({ from, until, share }) => [from, until, share])).toEqual([
      [0, 0, null],
      [1, 1, null],
      [2, 3, null],
      [4, 7, null],
      [8, 14, null],
      [15, 30, null],
      [31, 60, null],
      [61, 90, null],
      [91, 180, null],
      [181, null, null],
    ]);
    expect(average).toBeNull();
  });
});

describe('Cancellations', () => {
  test('a cancelled booking counts with the nights and revenue it had, before its fee and extras', async () => {
    const place = await world.addPlace({
      currency: 'EUR',
      baseRate: 10_000,
      taxes: [{ percent: 10, inclusive: false }],
      name: 'Lost',
    });
    const given = { from: '2027-05-01', until: '2027-06-30', propertyIds: [place.propertyId] };
    await world.enter(place, { nights: 1, checkIn: '2027-05-01', checkOut: '2027-05-02' });
    const id = await world.enter(place, { nights: 3, checkIn: '2027-05-31', checkOut: '2027-06-03' });
    await world.run(
      'mutation($input: FolioChargeAddInput!) { folioChargeAdd(input: $input) { userErrors { code } } }',
      { input: { bookingId: id, kind: 'extra', name: 'Breakfast', amount: 1234 } },
    );
    expect((await cancelled(given)).totals).toMatchObject({ bookings: 2, cancelled: 0, share: 0 });
    await followed();
    await cancel(id);
    for (const _ of ['live', 'stored']) {
      expect((await cancelled(given)).rows).toEqual([
        {
          month: '2027-05',
          cancellations: {
            bookings: 2,
            cancelled: 1,
            share: 0.5,
            lostNights: 3,
            lostRoomRevenue: 30_000,
          },
        },
        {
          month: '2027-06',
          cancellations: { bookings: 0, cancelled: 0, share: null, lostNights: 0, lostRoomRevenue: 0 },
        },
      ]);
      await followed();
    }
  });
});

describe('Refusals', () => {
  const months = { from: '2027-05-01', until: '2027-05-31' };

  test('bookings in two currencies are refused with MIXED_CURRENCIES by every report', async () => {
    const zurich = await world.addPlace({ currency: 'CHF', baseRate: 20_000, name: 'Franken' });
    const paris = await world.addPlace({ currency: 'EUR', baseRate: 20_000, name: 'Euro' });
    for (const place of [zurich, paris]) {
      await world.enter(place, { nights: 1, checkIn: '2027-09-01', checkOut: '2027-09-02' });
    }
    const propertyIds = [zurich.propertyId, paris.propertyId];
    const given = { from: '2027-09-01', until: '2027-09-30', propertyIds };
    const refused = /CHF and EUR can't be added up/;
    await expect(pace(given)).rejects.toThrow(refused);
    await expect(stays('lead_time', given)).rejects.toThrow(refused);
    await expect(cancelled(given)).rejects.toThrow(refused);
    expect((await cancelled({ ...given, propertyIds: [zurich.propertyId] })).totals.bookings).toBe(1);
  });

  test('a range that is too long, and a day in a year without bookings, are refused with the limit', async () => {
    await expect(cancelled({ from: '2027-01-01', until: '2031-01-01' })).rejects.toThrow(/at most 3 years/);
    await expect(pace({ ...months, asOf: '0001-01-01' })).rejects.toThrow(/`asOf` must be in the years/);
  });
});

/** A booking of the naive computation. */
interface Naive {
  readonly arrivesOn: Temporal.PlainDate;
  readonly nights: number;
  readonly bookedOn: Temporal.PlainDate;
  readonly cancelledOn: Temporal.PlainDate | null;
  readonly revenue: number;
  readonly sold: number;
}

describe('Random bookings', () => {
  // Zones with summer time, 45-minute offsets and the date line, at times around their midnights and clock changes.
  const ZONES = [
    'UTC',
    ZURICH,
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'America/St_Johns',
    'Asia/Kathmandu',
  ];
  const TIMES = [
    '2027-03-28T00:59:59Z',
    '2027-10-31T01:00:00Z',
    '2028-02-28T23:30:00Z',
    '2028-02-29T11:00:00Z',
  ];
  const instant = fc.oneof(
    fc.constantFrom(...TIMES),
    fc
      .integer({ min: Date.parse('2026-12-01'), max: Date.parse('2028-06-01') })
      .map((ms) => new Date(ms).toISOString()),
  );
  const booking = fc.record({
    from: fc.integer({ min: 0, max: 420 }),
    nights: fc.integer({ min: 1, max: 20 }),
    fate: fc.constantFrom('kept', 'kept', 'cancelled', 'changed', 'noShow', 'held'),
    made: instant,
    ended: instant,
    zone: fc.constantFrom(...ZONES),
  });
  /** The first check-in; a leap day is among them. */
  const START = Temporal.PlainDate.from('2027-02-20');

  test('every report equals a naive computation, whenever the job follows', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(booking, { minLength: 3, maxLength: 7 }),
        fc.integer({ min: 0, max: 500 }),
        async (bookings, day) => {
          const place = await world.addPlace({ currency: 'EUR', baseRate: 7_777, name: `Random ${round++}` });
          const naive: Naive[] = [];
          for (const one of bookings) {
            if (round % 2 === 0) await followed();
            const found = await lived(place, one);
            if (found) naive.push(found);
          }
          if (round % 3 === 0) await followed();
          const propertyIds = [place.propertyId];
          const asOf = START.add({ days: day });
          const range = { from: '2027-02-20', until: '2028-04-20', propertyIds };
          const within = naive.filter(({ arrivesOn }) => arrivesOn.toString() <= range.until);
          const kept = within.filter(({ cancelledOn }) => cancelledOn === null);

          const { rows } = await pace({ ...range, asOf: asOf.toString() });
          for (const { month, now, lastYear } of rows) {
            expect(now).toEqual(sumUp(naive.filter(isOnTheBooks(month, asOf))));
            const before = Temporal.PlainYearMonth.from(month).subtract({ years: 1 }).toString();
            expect(lastYear).toEqual(sumUp(naive.filter(isOnTheBooks(before, asOf.subtract({ years: 1 })))));
          }

          for (const by of ['lead_time', 'length_of_stay'] as const) {
            const daysOf = ({ arrivesOn, bookedOn, nights }: Naive) =>
              by === 'length_of_stay' ? nights : Math.max(0, bookedOn.until(arrivesOn).days);
            const report = await stays(by, range);
            for (const { from, until, sums } of report.rows) {
              const own = kept.filter((one) => daysOf(one) >= from && daysOf(one) <= (until ?? Infinity));
              expect(sums).toEqual(sumUp(own));
            }
            expect(report.totals).toEqual(sumUp(kept));
            const mean = kept.reduce((sum, one) => sum + daysOf(one), 0) / kept.length;
            expect(report.average).toBe(kept.length === 0 ? null : Math.round(mean * 10) / 10);
          }

          const { rows: months } = await cancelled(range);
          for (const { month, cancellations } of months) {
            const own = within.filter(({ arrivesOn }) => arrivesOn.toString().startsWith(month));
            const lost = sumUp(own.filter(({ cancelledOn }) => cancelledOn !== null));
            expect(cancellations).toMatchObject({
              bookings: own.length,
              cancelled: lost.bookings,
              lostNights: lost.sold,
              lostRoomRevenue: lost.roomRevenue,
            });
          }
        },
      ),
      { numRuns: 8 },
    );
  }, 300_000);

  /** Enters a booking, lets something happen to it, and describes it from its history. */
  async function lived(
    place: Place,
    given: typeof booking extends fc.Arbitrary<infer T> ? T : never,
  ): Promise<Naive | null> {
    const { nights, fate, made, zone } = given;
    const ended = Date.parse(given.ended) > Date.parse(made) ? given.ended : made;
    let arrivesOn = START.add({ days: given.from });
    let length = nights;
    const stay = () => ({
      checkIn: arrivesOn.toString(),
      checkOut: arrivesOn.add({ days: length }).toString(),
    });
    const unpaid = fate === 'held' ? { payment: 'unpaid' } : {};
    const id = await world.enter(place, { nights, ...stay(), ...unpaid });
    if (fate === 'cancelled') await cancel(id);
    if (fate === 'changed') {
      arrivesOn = arrivesOn.add({ days: 1 });
      length += 1;
      const { done } = await world.run<{ done: { userErrors: readonly object[] } }>(
        'mutation($input: BookingUpdateInput!) { done: bookingUpdate(input: $input) { userErrors { code message } } }',
        { input: { id, ...stay() } },
      );
      expect(done.userErrors).toEqual([]);
    }
    const isWaived = fate === 'noShow';
    if (isWaived) {
      const desk: SubgraphContext = {
        ...contextOf(world.platform),
        viewer: world.host.host,
        clock: { now: () => new Date(`${arrivesOn.add({ days: 1 })}T12:00:00Z`) },
      };
      expect((await recordNoShow(desk, { id, waiveFee: true })).userErrors).toEqual([]);
    }
    await redate(id, made, ended, zone);
    if (fate === 'held') return null;
    const dateAt = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(zone).toPlainDate();
    return {
      arrivesOn,
      nights: length,
      bookedOn: dateAt(made),
      cancelledOn: fate === 'cancelled' ? dateAt(ended) : null,
      sold: isWaived ? 0 : length,
      revenue: isWaived ? 0 : length * 7_777,
    };
  }

  const isOnTheBooks =
    (month: string, day: Temporal.PlainDate) =>
    ({ arrivesOn, bookedOn, cancelledOn }: Naive): boolean =>
      arrivesOn.toString().startsWith(month) &&
      Temporal.PlainDate.compare(bookedOn, day) <= 0 &&
      (cancelledOn === null || Temporal.PlainDate.compare(cancelledOn, day) > 0);

  const sumUp = (bookings: readonly Naive[]): Sums => ({
    bookings: bookings.length,
    sold: bookings.reduce((sum, { sold }) => sum + sold, 0),
    roomRevenue: bookings.reduce((sum, { revenue }) => sum + revenue, 0),
  });
});
