import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoHost } from '../support/app-world.ts';
import { ask, type Developer, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { TIME_ZONE } from '../support/today.ts';

// docs/interface/bookings.md#changes: the team changes a stay, also while its guests are in house.

let platform: TestPlatform;
let desk: Developer;
let propertyId: string;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  desk = await demoHost(platform, 'lakeside');
  const { made } = await run<{ made: { property: { id: string } } }>(
    'mutation ($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id } } }',
    {
      input: {
        name: 'Seehof',
        currency: 'EUR',
        timeZone: TIME_ZONE,
        address: { locality: 'Brienz', country: 'CH' },
      },
    },
  );
  propertyId = made.property.id;
});
afterAll(() => platform.close());

const run = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> =>
  ask<T>(platform, desk.host, text, variables);
const sql = <R extends object = object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);

/** Creates a unit type at 100.00 a night. */
async function sell(units = 1): Promise<string> {
  const input = { propertyId, name: 'Lake room', maxGuests: 4, units, baseRate: 10_000 };
  const text =
    'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id } } }';
  return (await run<{ made: { unitType: { id: string } } }>(text, { input })).made.unitType.id;
}

const price = (unitTypeId: string, rate: number) =>
  run(
    'mutation ($updates: [RatesUpdateEntry!]!) { ratesUpdate(input: { updates: $updates }) { userErrors { code } } }',
    { updates: [{ unitTypeId, from: daysAhead(0), until: daysAhead(200), rate }] },
  );

/** Books a stay that is paid elsewhere, under terms without any refund. */
async function book(unitTypeId: string, from: number, to: number): Promise<string> {
  const { made } = await run<{ made: { booking: { id: string } | null; userErrors: object[] } }>(
    'mutation ($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { id } userErrors { code message } } }',
    {
      input: {
        unitTypeId,
        checkIn: daysAhead(from),
        checkOut: daysAhead(to),
        adults: 2,
        guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
        payment: 'paid',
      },
    },
  );
  expect(made.userErrors).toEqual([]);
  const id = made.booking?.id ?? '';
  const cost = { refundPercent: 0, feeNights: null, feeAmount: null };
  await sql(
    `UPDATE checkout.bookings SET lines = jsonb_set(lines::jsonb, '{0,cancellation}', $2::jsonb) WHERE id = $1`,
    [Number(id), JSON.stringify({ tiers: [], afterLast: cost, timeOfDay: '18:00' })],
  );
  return id;
}

/** Moves a stay that begins today and its nights back in time, so that it began `days` days ago. */
async function beganEarlier(id: string, unitTypeId: string, days: number): Promise<void> {
  const nights = (change: number) =>
    sql(
      `UPDATE catalog.night n SET confirmed = confirmed + $2 FROM checkout.bookings b
       WHERE b.id = $1 AND n.unit_type_id = $3 AND n.night >= b.check_in AND n.night < b.check_out`,
      [Number(id), change, Number(unitTypeId)],
    );
  await nights(-1);
  await sql(
    `INSERT INTO catalog.night (unit_type_id, night, total) SELECT u.id, current_date - day, u.units
     FROM catalog.unit_type u, generate_series(1, $2::int) AS day WHERE u.id = $1 ON CONFLICT DO NOTHING`,
    [Number(unitTypeId), days],
  );
  for (const table of ['catalog.stay_holds', 'checkout.bookings']) {
    const key =
      table === 'catalog.stay_holds' ? '(SELECT hold_id FROM checkout.bookings WHERE id = $1)' : '$1';
    await sql(
      `UPDATE ${table} SET check_in = check_in - $2::int, check_out = check_out - $2::int WHERE id = ${key}`,
      [Number(id), days],
    );
  }
  await nights(1);
}

interface Shown {
  readonly checkIn: string;
  readonly checkOut: string;
  readonly total: number;
  readonly lines: readonly {
    readonly nightly: readonly { readonly amount: number }[];
    readonly units: readonly {
      readonly name: string;
      readonly from: string | null;
      readonly until: string | null;
    }[];
  }[];
  readonly folio: {
    readonly total: number;
    readonly balance: number;
    readonly charges: readonly { readonly kind: string; readonly amount: number }[];
  };
}
const SHOWN = `checkIn checkOut total lines { nightly { amount } units { name from until } }
  folio { total balance charges { kind amount } }`;

const change = async (id: string, input: object) => {
  const { it } = await run<{
    it: { booking: Shown | null; userErrors: readonly { field: string[]; code: string }[] };
  }>(
    `mutation ($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { booking { ${SHOWN} } userErrors { field code message } } }`,
    { input: { id, ...input } },
  );
  return it;
};
async function changed(id: string, input: object): Promise<Shown> {
  const { booking, userErrors } = await change(id, input);
  expect(userErrors).toEqual([]);
  if (!booking) throw new Error('The booking was not changed.');
  return booking;
}
const preview = async (id: string, input: object) =>
  (
    await run<{ it: object | null }>(
      `query ($input: BookingUpdateInput!) { it: bookingChangePreview(input: $input) {
         currency oldTotal total difference dropped userErrors { field code } } }`,
      { input: { id, ...input } },
    )
  ).it;
const checkIn = (id: string) =>
  run<{ it: { userErrors: object[] } }>(
    'mutation ($id: ID!) { it: bookingCheckIn(id: $id, confirm: true) { userErrors { code message } } }',
    { id },
  );
const dropped = ({ folio }: Shown) =>
  folio.charges.filter(({ kind }) => kind === 'cancellation').map(({ amount }) => amount);
const units = ({ lines }: Shown) => lines.flatMap((line) => line.units);

describe('a change by the team', () => {
  test('a longer stay keeps the price of its nights, and its guest owes the added nights', async () => {
    const room = await sell();
    const id = await book(room, 10, 13);
    await price(room, 14_000);
    const wanted = { checkOut: daysAhead(15) };
    const shown = await preview(id, wanted);
    const booking = await changed(id, wanted);
    expect(booking.lines[0]?.nightly.map(({ amount }) => amount)).toEqual([
      10_000, 10_000, 10_000, 14_000, 14_000,
    ]);
    expect(booking.folio).toMatchObject({ total: 58_000, balance: 28_000 });
    expect(shown).toEqual({
      currency: 'EUR',
      oldTotal: 30_000,
      total: 58_000,
      difference: 28_000,
      dropped: 0,
      userErrors: [],
    });
  });

  test('dropped nights are charged by the cancellation policy, unless the team waives it', async () => {
    const room = await sell();
    const id = await book(room, 20, 23);
    const wanted = { checkOut: daysAhead(22) };
    expect(await preview(id, wanted)).toMatchObject({ total: 30_000, difference: 0, dropped: 10_000 });
    expect(await preview(id, { ...wanted, waiveFee: true })).toMatchObject({ total: 20_000, dropped: 0 });
    const charged = await changed(id, wanted);
    expect([dropped(charged), charged.folio.balance]).toEqual([[10_000], 0]);
    const waived = await changed(id, { checkOut: daysAhead(21), waiveFee: true });
    expect([dropped(waived), waived.folio.balance]).toEqual([[10_000], -10_000]);
  });

  test('restrictions bind guests and agents, not the team', async () => {
    const room = await sell();
    const id = await book(room, 30, 33);
    await run(
      `mutation ($updates: [RatesUpdateEntry!]!) { ratesUpdate(input: { updates: $updates }) { userErrors { code } } }`,
      { updates: [{ unitTypeId: room, from: daysAhead(29), until: daysAhead(40), minStay: 7 }] },
    );
    expect((await changed(id, { checkOut: daysAhead(34) })).checkOut).toBe(daysAhead(34));
  });

  test('a change is refused if a night is taken, and then nothing changes', async () => {
    const room = await sell();
    const id = await book(room, 40, 42);
    await book(room, 43, 44);
    const wanted = { checkOut: daysAhead(44) };
    expect(await preview(id, wanted)).toMatchObject({ total: 0, userErrors: [{ code: 'NIGHTS_TAKEN' }] });
    expect(await change(id, wanted)).toMatchObject({ booking: null, userErrors: [{ code: 'NIGHTS_TAKEN' }] });
    const { booking } = await run<{ booking: Shown }>(`query ($id: ID!) { booking(id: $id) { ${SHOWN} } }`, {
      id,
    });
    expect(booking).toMatchObject({ checkOut: daysAhead(42), total: 20_000 });
  });

  test('a unit stays assigned if it is free on the new dates', async () => {
    const room = await sell(2);
    const id = await book(room, 50, 52);
    const [before] = units(await changed(id, { adults: 1 }));
    expect(units(await changed(id, { checkIn: daysAhead(51), checkOut: daysAhead(54) }))).toEqual([before]);
  });

  test('the activity names who changed which dates, and no email is sent', async () => {
    const room = await sell();
    const id = await book(room, 60, 62);
    await changed(id, { checkOut: daysAhead(63) });
    const events = await sql(
      `SELECT change FROM team_events e JOIN checkout.bookings b ON b.reference = e.subject
       WHERE e.kind = 'booking.changed' AND b.id = $1 AND e.account_id IS NOT NULL`,
      [Number(id)],
    );
    expect(events).toEqual([
      { change: `${daysAhead(60)} to ${daysAhead(62)} → ${daysAhead(60)} to ${daysAhead(63)}` },
    ]);
    expect(
      await sql(`SELECT 1 FROM apps.mails WHERE booking_id = $1 AND template = 'guest-changed'`, [id]),
    ).toEqual([]);
  });

  test('another unit type is priced as a new stay', async () => {
    const id = await book(await sell(), 70, 72);
    const dearer = await sell();
    await price(dearer, 20_000);
    expect(await preview(id, { unitTypeId: dearer })).toBeNull();
    expect((await changed(id, { unitTypeId: dearer })).total).toBe(40_000);
  });

  test('an app on 2026-10 prices the whole stay again, and one on 2027-01 keeps kept nights', async () => {
    const app = await installNewApp(platform, desk, { scopes: ['read_bookings', 'write_bookings'] });
    const lengthen = async (id: string, version: string, to: number) => {
      const { data } = await graphql(
        platform.address,
        `mutation { it: bookingUpdate(input: { id: "${id}", checkOut: "${daysAhead(to)}" }) { booking { total } } }`,
        { token: app.token, version },
      );
      return (data as { it: { booking: { total: number } } }).it.booking.total;
    };
    const room = await sell(2);
    const [dated, kept] = [await book(room, 80, 82), await book(room, 80, 82)];
    await price(room, 14_000);
    expect(await lengthen(dated, '2026-10', 83)).toBe(42_000);
    expect(await lengthen(kept, '2027-01', 83)).toBe(34_000);
  });
});

describe('guests in house', () => {
  test('guests in house stay longer at their price for the nights so far, under the same lock', async () => {
    const room = await sell();
    const id = await book(room, 0, 12);
    await beganEarlier(id, room, 9);
    await checkIn(id);
    await price(room, 14_000);
    const booking = await changed(id, { checkOut: daysAhead(5) });
    expect(booking).toMatchObject({ checkIn: daysAhead(-9), checkOut: daysAhead(5) });
    expect(booking.folio).toMatchObject({ total: 148_000, balance: 28_000 });
    expect(await brokenInvariants(platform.database)).toEqual({});
    const [taken] = await sql<{ nights: number }>(
      'SELECT sum(confirmed)::int AS nights FROM catalog.night WHERE unit_type_id = $1',
      [Number(room)],
    );
    expect(taken?.nights).toBe(14);
  });

  test('guests in house can only change their check-out date and party', async () => {
    const [room, other] = [await sell(2), await sell()];
    const id = await book(room, 0, 6);
    await beganEarlier(id, room, 3);
    await checkIn(id);
    const refused = async (input: object) =>
      (await change(id, input)).userErrors.map(({ code, field }) => [code, field[1]]);
    expect(await refused({ checkIn: daysAhead(1) })).toEqual([['STAY_BEGAN', 'checkIn']]);
    expect(await refused({ unitTypeId: other })).toEqual([['STAY_BEGAN', 'unitTypeId']]);
    expect(await refused({ quantity: 2 })).toEqual([['STAY_BEGAN', 'quantity']]);
    expect(await refused({ checkOut: daysAhead(0) })).toEqual([['STAY_BEGAN', 'checkOut']]);
    expect((await changed(id, { checkOut: daysAhead(2) })).folio).toMatchObject({
      total: 60_000,
      balance: 0,
    });
    expect((await changed(id, { adults: 1 })).checkOut).toBe(daysAhead(2));
  });

  test('guests who are late can come later, and guests on their first day can get a better room', async () => {
    const [room, better] = [await sell(2), await sell()];
    await price(better, 20_000);
    const late = await book(room, 0, 4);
    await beganEarlier(late, room, 2);
    const later = await changed(late, { checkIn: daysAhead(1), checkOut: daysAhead(3) });
    expect(later).toMatchObject({ checkIn: daysAhead(1), checkOut: daysAhead(3) });
    expect(dropped(later)).toEqual([30_000]);
    const upgraded = await book(room, 0, 2);
    await checkIn(upgraded);
    expect((await changed(upgraded, { unitTypeId: better })).total).toBe(40_000);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('an app on a dated version gets a refusal that names the reason once a stay has begun', async () => {
    const app = await installNewApp(platform, desk, { scopes: ['read_bookings', 'write_bookings'] });
    const room = await sell();
    const id = await book(room, 0, 6);
    await beganEarlier(id, room, 3);
    const { data } = await graphql(
      platform.address,
      `mutation { it: bookingUpdate(input: { id: "${id}", checkOut: "${daysAhead(5)}" }) { userErrors { code } } }`,
      { token: app.token, version: '2026-10' },
    );
    expect(data).toEqual({ it: { userErrors: [{ code: 'STAY_BEGAN' }] } });
  });

  test('guests whose unit is taken after their stay get another one for the added nights', async () => {
    const room = await sell(2);
    const id = await book(room, 0, 4);
    await beganEarlier(id, room, 2);
    await checkIn(id);
    const [own] = units(await changed(id, { adults: 1 }));
    const next = await book(room, 2, 4);
    const namedUnits = await sql<{ id: number; name: string }>(
      'SELECT id, name FROM catalog.unit WHERE unit_type_id = $1',
      [Number(room)],
    );
    const ownId = namedUnits.find(({ name }) => name === own?.name)?.id;
    await run(
      'mutation ($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { message } } }',
      { input: { bookingId: next, unitIds: [String(ownId)] } },
    );
    const other = namedUnits.find(({ id: unit }) => unit !== ownId)?.name;
    expect(units(await changed(id, { checkOut: daysAhead(3) }))).toEqual([
      { name: own?.name, from: null, until: daysAhead(2) },
      { name: other, from: daysAhead(2), until: null },
    ]);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });
});
