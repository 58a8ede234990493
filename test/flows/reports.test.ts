import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import type { RefundSessionEvent } from '#schema/events.ts';
import { followRefund } from '#subgraphs/checkout/folio/commands/follow-refund.ts';
import { followSales } from '#subgraphs/checkout/reports/commands/follow-sales.ts';
import { checkIn } from '#subgraphs/checkout/stays/commands/check-in.ts';
import { checkOut } from '#subgraphs/checkout/stays/commands/check-out.ts';
import { recordNoShow } from '#subgraphs/checkout/stays/commands/record-no-show.ts';
import { demoHost } from '../support/app-world.ts';
import { contextOf, type InstalledApp, installNewApp } from '../support/developer.ts';
import { type InvoiceWorld, openInvoiceWorld, type Place } from '../support/invoice-world.ts';
import { daysAhead } from '../support/stays.ts';
import { type Member, newMember } from '../support/team-world.ts';

// Reports about occupancy, revenue, taxes, payments and balances, from bookings made and changed through the API.

interface Value {
  readonly metric: string;
  readonly amount: number | null;
  readonly currency: string | null;
}
interface Row {
  readonly key: string;
  readonly label: string;
  readonly values: readonly Value[];
}
interface Report {
  readonly rows: readonly Row[];
  readonly totals: readonly Value[];
  readonly comparison: readonly Value[];
}

let world: InvoiceWorld;
beforeAll(async () => {
  world = await openInvoiceWorld();
}, 120_000);
afterAll(() => world.close());

const VALUES = '{ metric amount currency }';

const report = async (input: object): Promise<Report> =>
  (
    await world.run<{ report: Report }>(
      `query($input: ReportInput!) { report(input: $input) { rows { key label values ${VALUES} } totals ${VALUES} comparison ${VALUES} } }`,
      { input },
    )
  ).report;

const amountsOf = (values: readonly Value[]) =>
  Object.fromEntries(values.map(({ metric, amount }) => [metric, amount]));

/** Brings the stored sums up to date, as the background job does. */
const followed = () => followSales(contextOf(world.platform));

const METRICS = ['sold', 'available', 'room_revenue', 'occupancy', 'occupancy_of_all_units', 'adr', 'revpar'];

const change = async (text: string, variables: object) => {
  const { done } = await world.run<{ done: { userErrors: readonly { code: string; message: string }[] } }>(
    text,
    variables as Record<string, unknown>,
  );
  return done.userErrors;
};

const cancel = (id: string) =>
  change('mutation($id: ID!) { done: bookingCancel(id: $id) { userErrors { code message } } }', { id });

const addCharge = (input: object) =>
  change(
    'mutation($input: FolioChargeAddInput!) { done: folioChargeAdd(input: $input) { userErrors { code message } } }',
    { input },
  );

/** Returns a booking's room revenue from its folio: accommodation after discounts, or a no-show's charge. */
async function accommodationOf(id: string): Promise<number> {
  const { booking } = await world.run<{
    booking: {
      status: string;
      folio: { charges: readonly { kind: string; name: string; amount: number }[] };
    };
  }>('query($id: ID!) { booking(id: $id) { status folio { charges { kind name amount } } } }', { id });
  return booking.folio.charges
    .filter(
      ({ kind, name }) =>
        booking.status === 'confirmed' &&
        (kind === 'accommodation' || kind === 'discount' || name === 'No-show'),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
}

describe('A stay across two months', () => {
  const MAY = { from: '2027-05-01', until: '2027-05-31' };
  const JUNE = { from: '2027-06-01', until: '2027-06-30' };
  let place: Place;
  const own = (input: object) => ({ propertyIds: [place.propertyId], metrics: METRICS, ...input });

  beforeAll(async () => {
    place = await world.addPlace({ currency: 'EUR', baseRate: 3333, weekDiscountBp: 1000, name: 'Across' });
    await world.enter(place, { nights: 7, checkIn: '2027-05-28', checkOut: '2027-06-04' });
  });

  test.each(['before', 'after'])(
    'each night counts in its month, %s the job adds it to the sums',
    async (when) => {
      if (when === 'after') await followed();
      const { rows, totals } = await report(own({ from: MAY.from, until: JUNE.until, groupBy: 'month' }));
      expect(rows.map(({ key, label }) => [key, label])).toEqual([
        ['2027-05', 'May 2027'],
        ['2027-06', 'June 2027'],
      ]);
      expect(rows.map(({ values }) => amountsOf(values))).toMatchObject([
        { sold: 4, room_revenue: 12_000, available: 60 * 31, adr: 3000 },
        { sold: 3, room_revenue: 8_998, available: 60 * 30, adr: 2999 },
      ]);
      expect(amountsOf(totals)).toMatchObject({ sold: 7, room_revenue: 20_998, adr: 3000 });
    },
  );

  test('the sums are equal by day, week, month and without groups', async () => {
    for (const groupBy of ['day', 'week', 'month', null]) {
      const { rows } = await report(own({ from: MAY.from, until: JUNE.until, groupBy }));
      const sums = rows.map(({ values }) => amountsOf(values));
      expect(sums.reduce((sum, { sold }) => sum + Number(sold), 0)).toBe(7);
      expect(sums.reduce((sum, { room_revenue }) => sum + Number(room_revenue), 0)).toBe(20_998);
    }
  });

  test('the night of check-out is not sold', async () => {
    const { totals } = await report(own({ from: '2027-06-04', until: '2027-06-04' }));
    expect(amountsOf(totals)).toMatchObject({ sold: 0, room_revenue: 0, adr: null, occupancy: 0 });
  });

  test('a comparison returns the totals of the period before, or of the same dates a year earlier', async () => {
    const before = await report(own({ from: '2027-06-01', until: '2027-06-30', compare: 'previous_period' }));
    expect(amountsOf(before.comparison)).toMatchObject({ sold: 4, available: 60 * 30 });
    const year = await report(
      own({ from: '2028-05-01', until: '2028-05-31', compare: 'same_period_last_year' }),
    );
    expect(amountsOf(year.comparison)).toMatchObject({ sold: 4, room_revenue: 12_000 });
  });

  test('a stay counts on the day it was booked by booking date, and nights available have no value', async () => {
    const { totals } = await report(own({ from: daysAhead(-1), until: daysAhead(1), basis: 'booking' }));
    expect(amountsOf(totals)).toEqual({
      sold: 7,
      room_revenue: 20_998,
      adr: 3000,
      available: null,
      occupancy: null,
      occupancy_of_all_units: null,
      revpar: null,
    });
  });
});

describe('Nights available', () => {
  test('closed nights are not available, except those sold anyway, and no occupancy is capped', async () => {
    const place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Closed' });
    const day = '2027-07-10';
    const next = '2027-07-11';
    await world.enter(place, { nights: 1, checkIn: day, checkOut: next });
    await world.enter(place, { nights: 1, checkIn: day, checkOut: next });
    await world.platform.database.query(
      'UPDATE catalog.night SET closed = total - 2 WHERE unit_type_id = $1 AND night = $2',
      [place.unitTypeId, day],
    );
    const asked = { propertyIds: [place.propertyId], metrics: METRICS, from: day, until: day };
    expect(amountsOf((await report(asked)).totals)).toMatchObject({
      sold: 2,
      available: 2,
      occupancy: 1,
      occupancy_of_all_units: 0.0333,
    });
    const former = await report({ ...asked, metrics: ['occupancyOfAllUnits'] });
    expect(amountsOf(former.totals)).toEqual({ occupancyOfAllUnits: 0.0333 });
    await world.platform.database.query(
      "UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,quantity}', '40')::json, version = version + 1 WHERE property_id = $1",
      [place.propertyId],
    );
    expect(amountsOf((await report(asked)).totals)).toMatchObject({
      sold: 80,
      available: 60,
      occupancy: 1.3333,
    });
  });
});

describe('Stays that end otherwise', () => {
  let place: Place;
  const totalsOf = async (from: number, nights: number) =>
    amountsOf(
      (
        await report({
          metrics: ['sold', 'room_revenue', 'adr'],
          propertyIds: [place.propertyId],
          from: daysAhead(from),
          until: daysAhead(from + nights - 1),
        })
      ).totals,
    );
  const entered = (from: number, nights: number, given: object = {}) =>
    world.enter(place, { nights, checkIn: daysAhead(from), checkOut: daysAhead(from + nights), ...given });
  beforeAll(async () => {
    place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Ends' });
  });

  test('a no-show charged with one night sells that night for the charge', async () => {
    await befall(await entered(200, 3), 'noShow', 200, 3);
    expect(await totalsOf(200, 3)).toEqual({ sold: 1, room_revenue: 10_000, adr: 10_000 });
    await followed();
    expect(await totalsOf(200, 3)).toEqual({ sold: 1, room_revenue: 10_000, adr: 10_000 });
  });

  test('a no-show whose charge is waived sells nothing', async () => {
    const id = await entered(210, 2);
    await withTerms(id);
    await recordNoShow(deskAt(211), { id, waiveFee: true });
    expect(await totalsOf(210, 2)).toEqual({ sold: 0, room_revenue: 0, adr: null });
  });

  test('an early departure sells the nights stayed, and its fee is no room revenue', async () => {
    await befall(await entered(220, 4), 'left', 220, 4);
    expect(await totalsOf(220, 4)).toEqual({ sold: 1, room_revenue: 10_000, adr: 10_000 });
  });

  test('a cancellation fee is no room revenue', async () => {
    const id = await entered(230, 2);
    await withTerms(id);
    await followed();
    expect(await totalsOf(230, 2)).toMatchObject({ sold: 2 });
    expect(await cancel(id)).toEqual([]);
    expect(await totalsOf(230, 2)).toEqual({ sold: 0, room_revenue: 0, adr: null });
    await followed();
    expect(await totalsOf(230, 2)).toEqual({ sold: 0, room_revenue: 0, adr: null });
  });

  test('a complimentary night counts in neither nights sold nor revenue', async () => {
    await entered(240, 2, { price: { mode: 'nightly', nightly: [10_000, 0], reason: 'Anniversary' } });
    expect(await totalsOf(240, 2)).toEqual({ sold: 1, room_revenue: 10_000, adr: 10_000 });
  });

  test('a guest’s new country moves their stays at once, before and after the job follows it', async () => {
    const id = await entered(244, 2);
    await followed();
    const [guest] = await world.platform.database.query<{ id: string }>(
      'SELECT contact_id::text AS id FROM checkout.bookings WHERE id = $1',
      [id],
    );
    const countries = async () => {
      const asked = { from: daysAhead(244), until: daysAhead(245), groupBy: 'country', metrics: ['sold'] };
      const { rows } = await report({ propertyIds: [place.propertyId], ...asked });
      return rows.map(({ key, values }) => [key, amountsOf(values).sold]);
    };
    for (const country of ['CH', 'AT']) {
      const input = { id: guest?.id, country };
      expect(
        await change(
          'mutation($input: ContactUpdateInput!) { done: contactUpdate(input: $input) { userErrors { code message } } }',
          { input },
        ),
      ).toEqual([]);
      expect(await countries()).toEqual([[country, 2]]);
      await followed();
      expect(await countries()).toEqual([[country, 2]]);
    }
  });

  test('an unpaid hold sells nothing until it is confirmed', async () => {
    await entered(250, 2, { payment: 'unpaid' });
    expect(await totalsOf(250, 2)).toMatchObject({ sold: 0 });
  });
});

describe('Sums that can’t be added up', () => {
  test('amounts in two currencies are refused with MIXED_CURRENCIES, while nights sold are counted', async () => {
    const zurich = await world.addPlace({ currency: 'CHF', baseRate: 20_000, name: 'Franken' });
    const paris = await world.addPlace({ currency: 'EUR', baseRate: 20_000, name: 'Euro' });
    for (const place of [zurich, paris]) {
      await world.enter(place, { nights: 1, checkIn: '2027-08-01', checkOut: '2027-08-02' });
    }
    const asked = {
      from: '2027-08-01',
      until: '2027-08-31',
      propertyIds: [zurich.propertyId, paris.propertyId],
    };
    await expect(report({ ...asked, metrics: ['adr'] })).rejects.toThrow(/CHF and EUR can't be added up/);
    expect((await report({ ...asked, metrics: ['sold'] })).totals).toEqual([
      { metric: 'sold', amount: 2, currency: null },
    ]);
    const own = await report({ ...asked, propertyIds: [zurich.propertyId], metrics: ['adr'] });
    expect(own.totals).toEqual([{ metric: 'adr', amount: 20_000, currency: 'CHF' }]);
  });

  test('a range that is too long or reversed is refused with the limit', async () => {
    const metrics = ['sold'];
    await expect(
      report({ metrics, groupBy: 'day', from: '2027-01-01', until: '2028-12-31' }),
    ).rejects.toThrow(/at most 400 days/);
    await expect(report({ metrics, from: '2027-01-01', until: '2031-01-01' })).rejects.toThrow(
      /at most 3 years/,
    );
    await expect(report({ metrics, from: '2027-01-02', until: '2027-01-01' })).rejects.toThrow(
      /can't be before/,
    );
  });
});

describe('Random bookings', () => {
  test('revenue equals the folios’ accommodation after discounts, and taxes equal their taxes, to the minor unit', async () => {
    const taxes = [{ name: 'VAT', percent: 7.5, inclusive: false }];
    const stay = fc.record({
      from: fc.integer({ min: 0, max: 50 }),
      nights: fc.integer({ min: 1, max: 16 }),
      fate: fc.constantFrom('kept', 'kept', 'cancelled', 'adjusted', 'extra', 'changed', 'noShow', 'left'),
      total: fc.option(fc.integer({ min: 0, max: 99_999 })),
    });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(stay, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1, max: 40_000 }),
        async (stays, baseRate) => {
          const place = await world.addPlace({
            currency: 'EUR',
            baseRate,
            taxes,
            weekDiscountBp: 1750,
            name: `Random ${round++}`,
          });
          const ids: string[] = [];
          for (const { from, nights, fate, total } of stays) {
            const id = await world.enter(place, {
              nights,
              checkIn: daysAhead(100 + from),
              checkOut: daysAhead(100 + from + nights),
              ...(total !== null && { price: { mode: 'total', amount: total, reason: 'Agreed' } }),
            });
            ids.push(id);
            await befall(id, fate, from + 100, nights);
          }
          const folios = await Promise.all(ids.map(accommodationOf));
          const expected = folios.reduce((sum, amount) => sum + amount, 0);
          if (round % 2 === 0) await followed();
          const asked = { propertyIds: [place.propertyId], from: daysAhead(90), until: daysAhead(190) };
          for (const groupBy of [
            'day',
            'week',
            'month',
            'unit_type',
            'source',
            'rate_plan',
            'country',
            'property',
            null,
          ]) {
            const { rows, totals } = await report({ ...asked, groupBy, metrics: ['room_revenue'] });
            expect(totals[0]?.amount).toBe(expected);
            expect(rows.reduce((sum, { values }) => sum + Number(values[0]?.amount), 0)).toBe(expected);
          }
          expect(await taxesOf(place)).toBe(
            (await Promise.all(ids.map(taxInFolio))).reduce((sum, tax) => sum + tax, 0),
          );
        },
      ),
      { numRuns: 8 },
    );
  }, 300_000);
});

/** Lets something happen to a booking after it was made. */
async function befall(id: string, fate: string, from: number, nights: number): Promise<void> {
  if (fate === 'cancelled') expect(await cancel(id)).toEqual([]);
  if (fate === 'adjusted') {
    expect(await addCharge({ bookingId: id, kind: 'adjustment', name: 'Sorry', amount: -100 })).toEqual([]);
  }
  if (fate === 'extra') {
    expect(await addCharge({ bookingId: id, kind: 'extra', name: 'Breakfast', amount: 1234 })).toEqual([]);
  }
  if (fate === 'changed') {
    const input = { id, checkIn: daysAhead(from + 1), checkOut: daysAhead(from + nights + 2) };
    expect(
      await change(
        'mutation($input: BookingUpdateInput!) { done: bookingUpdate(input: $input) { userErrors { code message } } }',
        { input },
      ),
    ).toEqual([]);
  }
  if (fate === 'noShow') {
    await withTerms(id);
    expect((await recordNoShow(deskAt(from + 1), { id, waiveFee: false })).userErrors).toEqual([]);
  }
  if (fate === 'left' && nights > 1) {
    await withTerms(id);
    expect((await checkIn(deskAt(from), { id, confirm: true, at: null })).userErrors).toEqual([]);
    expect((await checkOut(deskAt(from + 1), { id, waiveFee: false, at: null })).userErrors).toEqual([]);
  }
}

/** The desk at noon of a day from today. */
const deskAt = (days: number): SubgraphContext => ({
  ...contextOf(world.platform),
  viewer: world.host.host,
  clock: { now: () => new Date(`${daysAhead(days)}T12:00:00Z`) },
});

/** Sells a booking with terms by which the first night is charged in the end. */
const withTerms = (id: string, afterLast: object = { refundPercent: null, feeNights: 1, feeAmount: null }) =>
  world.platform.database.query(
    `UPDATE checkout.bookings SET version = version + 1,
       lines = jsonb_set(lines::jsonb, '{0,cancellation}', $2::jsonb)::json WHERE id = $1`,
    [id, JSON.stringify({ tiers: [], afterLast, timeOfDay: '15:00' })],
  );

const RANGE = () => ({ from: daysAhead(-5), until: daysAhead(300) });

const taxesOf = async ({ propertyId }: Place): Promise<number> =>
  (
    await world.run<{ taxReport: { total: number } }>(
      'query($from: Date!, $until: Date!, $propertyIds: [ID!]) { taxReport(from: $from, until: $until, propertyIds: $propertyIds) { total } }',
      { ...RANGE(), propertyIds: [propertyId] },
    )
  ).taxReport.total;

async function taxInFolio(id: string): Promise<number> {
  const { booking } = await world.run<{
    booking: { folio: { charges: readonly { kind: string; amount: number }[] } };
  }>('query($id: ID!) { booking(id: $id) { folio { charges { kind amount } } } }', { id });
  return booking.folio.charges
    .filter(({ kind }) => kind === 'tax')
    .reduce((sum, { amount }) => sum + amount, 0);
}

const daysAfter = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString();

/** Reads the amounts in a property's bookings export, in minor units. */
async function exportedAmounts({ propertyId }: Place) {
  accountant ??= await newMember(world.platform, 'lakeside', 'front_desk');
  const answer = await accountant.open(`/panel/export/bookings.csv?team=lakeside&property=${propertyId}`);
  const [titles = [], ...rows] = (await answer.text())
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const first = titles.indexOf('Currency');
  const last = titles.indexOf('Balance');
  return rows.map((cells) =>
    Object.fromEntries(
      titles
        .slice(first, last + 1)
        .map((title, place) => [title, minorOf(title, cells[first + place] ?? '')]),
    ),
  );
}

let accountant: Member | undefined;

/** Returns an amount of the export in minor units, without rounding. */
const minorOf = (title: string, cell: string) => (title === 'Currency' ? cell : Number(`${cell}e2`));

describe('Taxes, payments and balances', () => {
  test.each([
    {
      stay: '50 nights at GBP 241.67 with 20 % on top',
      place: { currency: 'GBP', baseRate: 24_167, taxes: [{ percent: 20, inclusive: false }] },
      nights: 50,
      folio: [
        ['accommodation', 1_208_350],
        ['tax', 241_670],
      ],
      sums: { net: 1_208_350, tax: 241_670, total: 1_450_020 },
    },
    {
      stay: '16 nights at EUR 348.35, less 4 %, with 22 % on top',
      place: {
        currency: 'EUR',
        baseRate: 34_835,
        taxes: [{ percent: 22, inclusive: false }],
        weekDiscountBp: 400,
      },
      nights: 16,
      folio: [
        ['accommodation', 557_360],
        ['discount', -22_294],
        ['tax', 117_715],
      ],
      sums: { net: 535_066, tax: 117_715, total: 652_781 },
    },
  ])('quote, folio, invoice, tax report and CSV show the same figures for $stay', async (given) => {
    const place = await world.addPlace({ ...given.place, name: 'Rounded' });
    const { currency } = given.place;
    const percent = given.place.taxes[0]?.percent;
    const dates = { checkIn: '2027-09-01', checkOut: daysAfter('2027-09-01', given.nights) };
    const { net, tax, total } = given.sums;

    const { quote } = await world.run<{ quote: object }>(
      `query($input: BookingCreateInput!) {
        quote: bookingPreview(input: $input) { currency accommodation fees taxes total userErrors { code } } }`,
      {
        input: {
          ...dates,
          unitTypeId: place.unitTypeId,
          adults: 2,
          guest: { firstName: 'Ada', lastName: 'Byron' },
        },
      },
    );
    expect(quote).toEqual({ currency, accommodation: net, fees: 0, taxes: tax, total, userErrors: [] });

    const id = await world.enter(place, { nights: given.nights, ...dates });
    const { booking } = await world.run<{
      booking: { folio: { total: number; charges: readonly { kind: string; amount: number }[] } };
    }>('query($id: ID!) { booking(id: $id) { folio { total charges { kind amount } } } }', { id });
    expect(booking.folio.charges.map(({ kind, amount }) => [kind, amount])).toEqual(given.folio);
    expect(booking.folio.total).toBe(total);

    const { invoice } = await world.create(id);
    expect(invoice).toMatchObject({ total, taxes: [{ percent, net, amount: tax }] });

    const { taxReport } = await world.run<{ taxReport: object }>(
      `query($propertyIds: [ID!]) { taxReport(from: "2027-09-01", until: "2027-10-31", propertyIds: $propertyIds) {
        rows { tax percent month amount bookingCount bookings { bookingId amount } } total currency } }`,
      { propertyIds: [place.propertyId] },
    );
    const bookings = [{ bookingId: id, amount: tax }];
    expect(taxReport).toEqual({
      rows: [{ tax: 'VAT', percent, month: '2027-09', amount: tax, bookingCount: 1, bookings }],
      total: tax,
      currency,
    });

    expect(await exportedAmounts(place)).toEqual([
      {
        Currency: currency,
        Total: total,
        Fees: 0,
        Extras: 0,
        Net: net,
        Taxes: tax,
        Charged: total,
        Paid: total,
        Refunded: 0,
        Balance: 0,
      },
    ]);
  });

  test('the CSV’s net leaves out taxes contained in the price, and follows extras, payments and refunds', async () => {
    const place = await world.addPlace({
      currency: 'GBP',
      baseRate: 2390,
      taxes: [{ percent: 20, inclusive: true }],
      weekDiscountBp: 2500,
      name: 'Contained',
    });
    const stay = { nights: 10, checkIn: '2027-09-01', checkOut: '2027-09-11' };
    const id = await world.enter(place, stay);
    expect(await exportedAmounts(place)).toMatchObject([
      { Total: 17_925, Net: 14_937, Taxes: 2988, Charged: 17_925, Paid: 17_925, Balance: 0 },
    ]);
    await addCharge({ bookingId: id, kind: 'extra', name: 'Bar', amount: 4200 });
    expect(
      await change(
        'mutation($input: FolioRefundRecordInput!) { done: folioRefundRecord(input: $input) { userErrors { code message } } }',
        { input: { bookingId: id, method: 'cash', amount: 925 } },
      ),
    ).toEqual([]);
    const { invoice } = await world.create(id);
    const taxes = invoice.taxes.reduce((sum, { amount }) => sum + amount, 0);
    expect(taxes).toBeGreaterThan(2988);
    expect(await exportedAmounts(place)).toMatchObject([
      {
        Total: 17_925,
        Extras: 4200,
        Net: 22_125 - taxes,
        Taxes: taxes,
        Charged: 22_125,
        Paid: 17_925,
        Refunded: 925,
        Balance: 5125,
      },
    ]);
    await cancel(id);
    const [exported] = await exportedAmounts(place);
    const { booking } = await world.run<{
      booking: { folio: { total: number; taxAmount: number; balance: number } };
    }>('query($id: ID!) { booking(id: $id) { folio { total taxAmount balance } } }', { id });
    expect(exported).toMatchObject({
      Net: booking.folio.total - booking.folio.taxAmount,
      Taxes: booking.folio.taxAmount,
      Balance: booking.folio.balance,
    });
    expect(await taxesOf(place)).toBe(booking.folio.taxAmount);
  });

  test('an included tax is reported as the invoice shows it', async () => {
    const place = await world.addPlace({
      currency: 'GBP',
      baseRate: 2390,
      taxes: [{ percent: 20, inclusive: true }],
      weekDiscountBp: 2500,
      name: 'Inside',
    });
    const id = await world.enter(place, { nights: 10, checkIn: '2027-09-01', checkOut: '2027-09-11' });
    expect(await taxesOf(place)).toBe(2988);
    await cancel(id);
    expect(await taxesOf(place)).toBe(0);
  });

  test('payments of a day and method equal the folios’ payments less refunds, with each payment in its row', async () => {
    const place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Paid' });
    const id = await world.enter(place, { nights: 2, payment: 'unpaid' });
    await change(
      'mutation($input: FolioPaymentRecordInput!) { done: folioPaymentRecord(input: $input) { userErrors { code message } } }',
      {
        input: { bookingId: id, method: 'cash', amount: 25_000, reference: 'Till 4' },
      },
    );
    await change(
      'mutation($input: FolioRefundRecordInput!) { done: folioRefundRecord(input: $input) { userErrors { code message } } }',
      {
        input: { bookingId: id, method: 'cash', amount: 4_000 },
      },
    );
    await world.enter(place, { nights: 1 });
    const { paymentsReport } = await world.run<{
      paymentsReport: { rows: readonly { method: string; day: string }[] };
    }>(
      `query($from: Date!, $until: Date!, $propertyIds: [ID!]) { paymentsReport(from: $from, until: $until, propertyIds: $propertyIds) {
        rows { day method currency amount paid refunded paymentCount payments { bookingId amount reference } } } }`,
      { from: daysAhead(-1), until: daysAhead(1), propertyIds: [place.propertyId] },
    );
    expect(paymentsReport.rows).toMatchObject([
      {
        method: 'cash',
        currency: 'EUR',
        amount: 21_000,
        paid: 25_000,
        refunded: 4_000,
        paymentCount: 2,
        payments: [
          { bookingId: id, amount: 25_000, reference: 'Till 4' },
          { bookingId: id, amount: -4_000, reference: null },
        ],
      },
      { method: 'other', amount: 10_000, paid: 10_000, refunded: 0 },
    ]);
  });

  describe('The day of a refund', () => {
    let place: Place;
    beforeAll(async () => {
      place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Returned' });
    });
    /** Refunds by day that the report shows for one booking. */
    const refundsOf = async (bookingId: string) => {
      const { paymentsReport } = await world.run<{
        paymentsReport: {
          rows: readonly { day: string; payments: readonly { bookingId: string; amount: number }[] }[];
        };
      }>(
        `query($from: Date!, $until: Date!, $propertyIds: [ID!]) { paymentsReport(from: $from, until: $until, propertyIds: $propertyIds) {
          rows { day payments { bookingId amount } } } }`,
        { from: daysAhead(-30), until: daysAhead(30), propertyIds: [place.propertyId] },
      );
      return paymentsReport.rows.flatMap(({ day, payments }) =>
        payments
          .filter((one) => one.bookingId === bookingId && Math.abs(one.amount) === 4_000)
          .map(({ amount }) => [day, amount]),
      );
    };
    const at = (days: number) => new Date(`${daysAhead(days)}T12:00:00Z`);
    const follow = (bookingId: string, days: number, event: Partial<RefundSessionEvent>) =>
      followRefund(
        { ...contextOf(world.platform), clock: { now: () => at(days) } },
        {
          teamId: world.host.teamId,
          bookingId: Number(bookingId),
          refundSessionId: `00000000-0000-4000-8000-${bookingId.padStart(12, '0')}`,
          paymentSessionId: '00000000-0000-4000-8000-000000000000',
          status: 'RESOLVED',
          amount: 4_000,
          method: 'app:pay',
          reference: 're_1',
          ...event,
        },
      );

    test('a refund recorded later counts on the day the money was returned', async () => {
      const id = await world.enter(place, { nights: 2 });
      const input = { bookingId: id, method: 'cash', amount: 4_000, refundedAt: at(-9).toISOString() };
      expect(
        await change(
          'mutation($input: FolioRefundRecordInput!) { done: folioRefundRecord(input: $input) { userErrors { code message } } }',
          { input },
        ),
      ).toEqual([]);
      expect(await refundsOf(id)).toEqual([[daysAhead(-9), -4_000]]);
    });

    test('an app’s refund counts on the day it was resolved, even if the folio follows days later', async () => {
      const id = await world.enter(place, { nights: 2 });
      await follow(id, -8, { status: 'REQUESTED' });
      expect(await refundsOf(id)).toEqual([]);
      await follow(id, -3, { at: at(-5).toISOString() });
      expect(await refundsOf(id)).toEqual([[daysAhead(-5), -4_000]]);
    });

    test('a refund that fails later stays on its day and counts back on the day it failed', async () => {
      const id = await world.enter(place, { nights: 2 });
      await follow(id, -6, { at: at(-6).toISOString() });
      await follow(id, -2, { status: 'REJECTED', at: at(-2).toISOString(), wasRefunded: true });
      expect(await refundsOf(id)).toEqual([
        [daysAhead(-6), -4_000],
        [daysAhead(-2), 4_000],
      ]);
    });

    test('a refund that was never paid out doesn’t count', async () => {
      const id = await world.enter(place, { nights: 2 });
      await follow(id, -6, { status: 'REQUESTED' });
      await follow(id, -5, { status: 'REJECTED' });
      expect(await refundsOf(id)).toEqual([]);
    });
  });

  test('balances due list what each guest owes, with every page once', async () => {
    const place = await world.addPlace({ currency: 'EUR', baseRate: 10_000, name: 'Owing' });
    const id = await world.enter(place, { nights: 1 });
    await addCharge({ bookingId: id, kind: 'extra', name: 'Bar', amount: 4_200 });
    const found: { bookingId: string; balance: number }[] = [];
    let after: string | null = null;
    do {
      const {
        balancesDue,
      }: {
        balancesDue: { nodes: typeof found; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
      } = await world.run(
        'query($after: String) { balancesDue(first: 1, after: $after) { nodes { bookingId balance } pageInfo { hasNextPage endCursor } } }',
        { after },
      );
      found.push(...balancesDue.nodes);
      after = balancesDue.pageInfo.hasNextPage ? balancesDue.pageInfo.endCursor : null;
    } while (after !== null);
    expect(found.filter((one) => one.bookingId === id)).toEqual([{ bookingId: id, balance: 4_200 }]);
    expect(new Set(found.map(({ bookingId }) => bookingId)).size).toBe(found.length);
  });
});

describe('Access', () => {
  const DAY = '2028-02-01';
  let place: Place;
  let other: Place;
  let dueId: string;
  beforeAll(async () => {
    place = await world.addPlace({
      currency: 'EUR',
      baseRate: 10_000,
      taxes: [{ percent: 10, inclusive: false }],
      name: 'Within',
    });
    other = await world.addPlace({
      currency: 'EUR',
      baseRate: 20_000,
      taxes: [{ percent: 10, inclusive: false }],
      name: 'Beyond',
    });
    for (const one of [place, other]) {
      const id = await world.enter(one, { nights: 1, checkIn: DAY, checkOut: daysAfter(DAY, 1) });
      await addCharge({ bookingId: id, kind: 'adjustment', name: 'Late arrival', amount: 700 });
      if (one === place) dueId = id;
    }
  });

  interface Everything {
    readonly report: Report;
    readonly taxReport: { readonly total: number };
    readonly paymentsReport: { readonly rows: readonly { readonly amount: number }[] };
    readonly balancesDue: { readonly nodes: readonly { readonly bookingId: string }[] };
  }

  const FIELDS = {
    report: `report(input: { metrics: [sold, available, room_revenue], groupBy: property, from: "${DAY}", until: "${DAY}", propertyIds: $ids })
      { rows { key label values ${VALUES} } totals ${VALUES} comparison ${VALUES} }`,
    taxReport: `taxReport(from: "${DAY}", until: "${DAY}", propertyIds: $ids) { total }`,
    paymentsReport: 'paymentsReport(from: $from, until: $until, propertyIds: $ids) { rows { amount } }',
    balancesDue: 'balancesDue(first: 100) { nodes { bookingId } }',
  } as const;

  /** Reads some of the reports as a viewer, about both properties. */
  const read = (viewer: Viewer, fields: readonly (keyof typeof FIELDS)[]) => {
    const paid = fields.includes('paymentsReport') ? '$from: Date!, $until: Date!, ' : '';
    const ids = fields.some((field) => field !== 'balancesDue') ? '$ids: [ID!]' : '';
    const given = paid || ids ? `(${paid}${ids})` : '';
    return world.run<Everything>(
      `query${given} { ${fields.map((field) => FIELDS[field]).join('\n')} }`,
      { ids: [place.propertyId, other.propertyId], from: daysAhead(-1), until: daysAhead(1) },
      viewer,
    );
  };
  const ALL = ['report', 'taxReport', 'paymentsReport', 'balancesDue'] as const;
  const hostWith = (viewer: Partial<ViewerOf<'hostUser'>>) => ({ ...world.host.host, ...viewer });

  /** Figures that the two properties' bookings add. */
  const figuresOf = ({ report: { rows, totals }, taxReport, paymentsReport, balancesDue }: Everything) => ({
    properties: rows.map(({ key }) => key),
    revenue: amountsOf(totals).room_revenue,
    available: amountsOf(totals).available,
    taxes: taxReport.total,
    payments: paymentsReport.rows.map(({ amount }) => amount),
    owing: balancesDue.nodes.filter(({ bookingId }) => bookingId === dueId).length,
  });

  test.each(['owner', 'manager', 'revenue'] as const)('an unlimited %s reads every report', async (role) => {
    expect(figuresOf(await read(hostWith({ role }), ALL))).toEqual({
      properties: [other.propertyId, place.propertyId],
      revenue: 30_000,
      available: 120,
      taxes: 3000,
      payments: [33_000],
      owing: 1,
    });
  });

  test('a manager limited to a property reads only its figures, also if asking for another', async () => {
    const limited = hostWith({ role: 'manager', propertyIds: [Number(place.propertyId)] });
    const own = await read(limited, ALL);
    expect(figuresOf(own)).toEqual({
      properties: [place.propertyId],
      revenue: 10_000,
      available: 60,
      taxes: 1000,
      payments: [11_000],
      owing: 1,
    });
    expect(own.balancesDue.nodes).toEqual([{ bookingId: dueId }]);
    const elsewhere = hostWith({ role: 'manager', propertyIds: [Number(other.propertyId)] });
    expect(figuresOf(await read(elsewhere, ALL))).toMatchObject({ revenue: 20_000, owing: 0 });
  });

  test('stored sums respect a manager’s limits and teams, as live ones do', async () => {
    await followed();
    const limited = hostWith({ role: 'manager', propertyIds: [Number(place.propertyId)] });
    expect(figuresOf(await read(limited, ALL))).toMatchObject({ revenue: 10_000, available: 60 });
    const stranger = await demoHost(world.platform, 'harbour');
    expect(amountsOf((await read(stranger.host, ['report'])).report.totals)).toMatchObject({ sold: 0 });
  });

  test('another team’s host reads nothing about these properties', async () => {
    const stranger = await demoHost(world.platform, 'harbour');
    expect(figuresOf(await read(stranger.host, ALL))).toEqual({
      properties: [],
      revenue: 0,
      available: 0,
      taxes: 0,
      payments: [],
      owing: 0,
    });
  });

  describe.each(['front_desk', 'housekeeping', 'developer'] as const)('The role %s', (role) => {
    test.each(ALL)('the role is refused %s with ROLE_REQUIRED', async (field) => {
      await expect(read(hostWith({ role }), [field])).rejects.toThrow(/role/i);
    });
  });

  test.each(ALL)(
    'an app with read_reports reads its team’s %s, and one without it is refused',
    async (field) => {
      app ??= await installNewApp(world.platform, world.host, { scopes: ['read_reports'] });
      const viewerWith = (scopes: readonly string[]) => ({ ...app?.viewer, scopes }) as ViewerOf<'app'>;
      const owned = await read(world.host.host, [field]);
      expect(await read(viewerWith(['read_reports']), [field])).toEqual(owned);
      await expect(read(viewerWith(['read_bookings', 'read_payments']), [field])).rejects.toThrow(
        /read_reports/,
      );
      const stranger = {
        ...viewerWith(['read_reports']),
        teamId: (await demoHost(world.platform, 'harbour')).teamId,
      };
      expect(await read(stranger, [field])).not.toEqual(owned);
    },
  );

  let app: InstalledApp | undefined;
});
