import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkIn } from '#subgraphs/checkout/stays/commands/check-in.ts';
import { moveUnit } from '#subgraphs/checkout/stays/commands/move-unit.ts';
import { recordNoShow } from '#subgraphs/checkout/stays/commands/record-no-show.ts';
import { connectAgent, type McpAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { type ChannelWorld, openChannel, reservation } from '../support/channel.ts';
import { ask, contextOf, type Developer } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// Confirmed bookings get units automatically (docs/interface/bookings.md#units).

let platform: TestPlatform;
let host: Developer;
let agent: McpAgent;
let channel: ChannelWorld;
let propertyId: string;

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  await recordJobs(platform.database);
  host = await demoHost(platform, 'lakeside');
  agent = await connectAgent(platform.port, 'lakeside.localhost');
  channel = await openChannel(platform, host);
  const input = {
    name: 'Seehof',
    currency: 'EUR',
    timeZone: 'Europe/Zurich',
    address: { locality: 'Brienz', country: 'CH' },
  };
  const { made } = await asked<{ made: { property: { id: string; autoAssignUnits: boolean } } }>(
    'mutation ($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id autoAssignUnits } } }',
    { input },
  );
  expect(made.property.autoAssignUnits).toBe(true);
  propertyId = made.property.id;
});
afterAll(async () => {
  await agent.close();
  await channel.server.close();
  await platform.close();
});

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<Row>(text, values);
const asked = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}) =>
  ask<T>(platform, host.host, text, variables);

/** Creates a unit type whose units are named 1, 2, … */
async function sell(units: number, baseRate = 10_000): Promise<string> {
  const { made } = await asked<{ made: { unitType: { id: string } } }>(
    'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id } } }',
    { input: { propertyId, name: 'Room', maxGuests: 4, units, baseRate } },
  );
  return made.unitType.id;
}

/** Enters a paid booking of nights from now; returns its id. */
async function enter(unitTypeId: string, from: number, until: number, quantity = 1): Promise<string> {
  const { made } = await asked<{ made: { booking: { id: string } | null; userErrors: { code: string }[] } }>(
    'mutation ($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { id } userErrors { code } } }',
    {
      input: {
        unitTypeId,
        checkIn: daysAhead(from),
        checkOut: daysAhead(until),
        adults: 1,
        quantity,
        payment: 'paid',
        guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
      },
    },
  );
  return made.booking?.id ?? made.userErrors[0]?.code ?? '';
}

let guests = 0;
/** Holds a stay for a new guest as an agent; returns the booking's id. */
async function hold(unitTypeId: string, from: number, until: number): Promise<string> {
  guests += 1;
  const { id } = await agent.call('create_checkout', {
    checkout: {
      line_items: [
        { item: { id: `stay:${unitTypeId}:${daysAhead(from)}:${daysAhead(until)}:1:0` }, quantity: 1 },
      ],
      buyer: { first_name: 'Ada', last_name: 'Byron', email: `ada${guests}@example.com` },
    },
  });
  const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': id } });
  const [row] = await sql<{ id: string }>('SELECT id::text FROM checkout.bookings WHERE reference = $1', [
    order?.id,
  ]);
  return row?.id ?? '';
}

/** Names of a booking's units, by line. */
async function unitsOf(id: string): Promise<readonly string[]> {
  const { booking } = await asked<{ booking: { lines: { units: { name: string }[] }[] } }>(
    'query ($id: ID!) { booking(id: $id) { lines { units { name } } } }',
    { id },
  );
  return booking.lines.flatMap(({ units }) => units.map(({ name }) => name));
}

const unitId = async (unitTypeId: string, name: string): Promise<string> => {
  const [unit] = await sql<{ id: string }>(
    'SELECT id::text FROM catalog.unit WHERE unit_type_id = $1 AND name = $2',
    [Number(unitTypeId), name],
  );
  return unit?.id ?? '';
};

async function assign(bookingId: string, unitTypeId: string, ...names: string[]): Promise<string | null> {
  const unitIds = await Promise.all(names.map((name) => unitId(unitTypeId, name)));
  const { it } = await asked<{ it: { userErrors: { code: string }[] } }>(
    'mutation ($input: BookingUnitsAssignInput!) { it: bookingUnitsAssign(input: $input) { userErrors { code } } }',
    { input: { bookingId, unitIds } },
  );
  return it.userErrors[0]?.code ?? null;
}

const cancel = (id: string) => asked('mutation ($id: ID!) { bookingCancel(id: $id) { applied } }', { id });

const move = (id: string, from: number, until: number) =>
  asked(
    'mutation ($input: BookingUpdateInput!) { bookingUpdate(input: $input) { applied userErrors { code } } }',
    { input: { id, checkIn: daysAhead(from), checkOut: daysAhead(until) } },
  );

const markPaid = (id: string) =>
  asked<{ it: { booking: { status: string } } }>(
    'mutation ($id: ID!) { it: bookingMarkPaid(id: $id) { booking { status } } }',
    { id },
  );

const setHousekeeping = async (unitTypeId: string, name: string, input: object) =>
  asked(
    'mutation ($input: UnitHousekeepingSetInput!) { unitHousekeepingSet(input: $input) { userErrors { code } } }',
    { input: { unitId: await unitId(unitTypeId, name), ...input } },
  );

const automatically = (isOn: boolean) =>
  asked(
    'mutation ($input: PropertyUpdateInput!) { propertyUpdate(input: $input) { property { autoAssignUnits } userErrors { code } } }',
    { input: { id: propertyId, autoAssignUnits: isOn } },
  );

/** The host's requests on a day from now, at the property. */
const desk = (day: number, time: string) => ({
  ...contextOf(platform),
  viewer: host.host,
  clock: {
    now: () =>
      new Date(
        Temporal.PlainDateTime.from(`${daysAhead(day)}T${time}`).toZonedDateTime('Europe/Zurich')
          .epochMilliseconds,
      ),
  },
});

/** Units with two bookings on one night. */
const twice = async () => (await brokenInvariants(platform.database))['a unit has two bookings on one night'];

describe('a confirmed booking', () => {
  test('three stays fit into two units because the second one leaves no gap', async () => {
    const type = await sell(2);
    const x = await enter(type, 31, 33);
    const y = await enter(type, 33, 35);
    const z = await enter(type, 31, 35);
    expect(await unitsOf(y)).toEqual(await unitsOf(x));
    expect([...(await unitsOf(x)), ...(await unitsOf(z))].sort()).toEqual(['1', '2']);
  });

  test("an agent's booking gets a unit when it's paid, not while it's held", async () => {
    const type = await sell(1);
    const id = await hold(type, 10, 12);
    expect(await unitsOf(id)).toEqual([]);
    await markPaid(id);
    expect(await unitsOf(id)).toEqual(['1']);
  });

  test('a recorded payment that confirms a booking assigns its unit, which its event and its cleaning name', async () => {
    const type = await sell(2);
    const id = await hold(type, 10, 12);
    const { booking } = await asked<{ booking: { total: number } }>(
      'query ($id: ID!) { booking(id: $id) { total } }',
      { id },
    );
    await asked(
      'mutation ($input: FolioPaymentRecordInput!) { folioPaymentRecord(input: $input) { userErrors { code } } }',
      { input: { bookingId: id, method: 'cash', amount: booking.total } },
    );
    expect(await unitsOf(id)).toEqual(['1']);
    const unit = await unitId(type, '1');
    const events = await sql(
      `SELECT data #>> '{lines,0,unitIds,0}' AS unit FROM booked_jobs
       WHERE name = 'booking.confirmed/tasks' AND data ->> 'bookingId' = $1`,
      [id],
    );
    expect(events).toEqual([{ unit }]);
    await eventually(
      () => sql<{ unit: string }>('SELECT unit_id::text AS unit FROM tasks.task WHERE booking_id = $1', [id]),
      ([task]) => task?.unit === unit,
    );
  });

  test('a free stay gets its unit when the agent completes the checkout', async () => {
    const type = await sell(1, 0);
    expect(await unitsOf(await hold(type, 10, 12))).toEqual(['1']);
  });

  test("a channel's reservation gets a unit and keeps it on other nights", async () => {
    const connection = await channel.connect('P-1');
    const given = reservation(connection, 300);
    const made = await channel.bring(given);
    const id: string = made.booking.id;
    const before = await unitsOf(id);
    expect(before).toHaveLength(1);
    const moved = { ...reservation(connection, 305), externalId: given.externalId, revision: 2 };
    expect((await channel.bring(moved)).userErrors).toEqual([]);
    expect(await unitsOf(id)).toEqual(before);
    expect(await twice()).toBeUndefined();
  });

  test('a booking of several units gets all of them', async () => {
    const type = await sell(3);
    expect(await unitsOf(await enter(type, 10, 12, 2))).toEqual(['1', '2']);
    expect(await unitsOf(await enter(type, 11, 13, 1))).toEqual(['3']);
  });

  test('a unit out of order on one of the nights is left out', async () => {
    const type = await sell(2);
    await setHousekeeping(type, '1', { status: 'out_of_order', from: daysAhead(11), until: daysAhead(11) });
    expect(await unitsOf(await enter(type, 10, 12))).toEqual(['2']);
    expect(await unitsOf(await enter(type, 9, 11))).toEqual(['1']);
  });

  test('no units are assigned at a property that turned it off, until it turns it on again', async () => {
    const type = await sell(2);
    await automatically(false);
    const id = await enter(type, 10, 12);
    expect(await unitsOf(id)).toEqual([]);
    await automatically(true);
    await move(id, 10, 13);
    expect(await unitsOf(id)).toEqual(['1']);
  });
});

describe('a changed booking', () => {
  test('a booking keeps its unit on its new dates, even if another one leaves a smaller gap', async () => {
    const type = await sell(2);
    const other = await enter(type, 10, 12);
    const id = await enter(type, 20, 22);
    expect(await assign(id, type, '2')).toBeNull();
    await move(id, 12, 14);
    expect([await unitsOf(other), await unitsOf(id)]).toEqual([['1'], ['2']]);
  });

  test('a booking whose unit is taken on its new dates gets another one', async () => {
    const type = await sell(2);
    const other = await enter(type, 10, 12);
    const id = await enter(type, 12, 14);
    expect([await unitsOf(other), await unitsOf(id)]).toEqual([['1'], ['1']]);
    await move(id, 11, 13);
    expect([await unitsOf(other), await unitsOf(id)]).toEqual([['1'], ['2']]);
  });

  test("a unit that a person chose isn't replaced when the booking is confirmed", async () => {
    const type = await sell(2);
    await enter(type, 8, 10);
    const id = await hold(type, 10, 12);
    expect(await assign(id, type, '2')).toBeNull();
    await markPaid(id);
    expect(await unitsOf(id)).toEqual(['2']);
  });

  test('a no-show that arrives after all gets another unit if its own was given away', async () => {
    const type = await sell(2);
    const id = await enter(type, 3, 6);
    await recordNoShow(desk(4, '08:00'), { id, waiveFee: true });
    const later = await enter(type, 4, 6);
    expect([await unitsOf(id), await unitsOf(later)]).toEqual([['1'], ['1']]);
    expect((await checkIn(desk(4, '09:00'), { id })).userErrors).toEqual([]);
    expect([await unitsOf(id), await unitsOf(later)]).toEqual([['2'], ['1']]);
  });
});

/** Moves suggested for a booking, as `booking: unit → unit`. */
async function suggested(id: string): Promise<{ readonly moves: readonly UnitMove[]; words: string[] }> {
  const { unitAssignmentSuggest } = await asked<{ unitAssignmentSuggest: { moves: UnitMove[] } }>(
    'query ($id: ID!) { unitAssignmentSuggest(bookingId: $id) { moves { bookingId fromUnitId toUnitId } } }',
    { id },
  );
  const { moves } = unitAssignmentSuggest;
  const names = new Map(
    (await sql<{ id: string; name: string }>('SELECT id::text, name FROM catalog.unit')).map((unit) => [
      unit.id,
      unit.name,
    ]),
  );
  const name = (unit: string | null) => (unit === null ? 'none' : names.get(unit));
  return {
    moves,
    words: moves.map((one) => `${one.bookingId}: ${name(one.fromUnitId)} → ${name(one.toUnitId)}`),
  };
}

interface UnitMove {
  readonly bookingId: string;
  readonly fromUnitId: string | null;
  readonly toUnitId: string;
}

const apply = async (moves: readonly UnitMove[]) =>
  (
    await asked<{ it: { userErrors: { code: string }[] } }>(
      'mutation ($input: UnitMovesApplyInput!) { it: unitMovesApply(input: $input) { bookings { id } userErrors { code } } }',
      { input: { moves } },
    )
  ).it.userErrors.map(({ code }) => code);

describe('a booking without a unit', () => {
  test('a suggestion names the smallest set of moves, and a person applies them together', async () => {
    const type = await sell(2);
    const a = await enter(type, 10, 12);
    const b = await enter(type, 12, 14);
    expect(await assign(b, type, '2')).toBeNull();
    const c = await enter(type, 10, 14);
    expect(await unitsOf(c)).toEqual([]);
    const { moves, words } = await suggested(c);
    expect(words).toEqual([`${c}: none → 1`, `${a}: 1 → 2`]);
    expect(await unitsOf(c)).toEqual([]);
    expect(await apply(moves)).toEqual([]);
    expect([await unitsOf(a), await unitsOf(b), await unitsOf(c)]).toEqual([['2'], ['2'], ['1']]);
    expect((await suggested(c)).words).toEqual([]);
    expect(await apply(moves)).toEqual(['CONFLICT']);
  });

  test('moves are refused as a whole if a unit was taken since the suggestion', async () => {
    const type = await sell(3);
    await automatically(false);
    const id = await enter(type, 10, 12);
    await automatically(true);
    const { moves, words } = await suggested(id);
    expect(words).toEqual([`${id}: none → 1`]);
    const other = await enter(type, 11, 13);
    expect(await unitsOf(other)).toEqual(['1']);
    expect(await apply(moves)).toEqual(['CONFLICT']);
    expect(await unitsOf(id)).toEqual([]);
    expect((await suggested(id)).words).toEqual([`${id}: none → 2`]);
  });

  test('a broken unit that is sold leaves no move, and returns to its booking when the repair ends', async () => {
    const type = await sell(2);
    await enter(type, 0, 2);
    await enter(type, 0, 1);
    const id = await enter(type, 1, 2);
    expect(await unitsOf(id)).toEqual(['2']);
    await setHousekeeping(type, '2', { status: 'out_of_order', from: daysAhead(1), until: daysAhead(2) });
    expect(await unitsOf(id)).toEqual([]);
    expect((await suggested(id)).words).toEqual([]);
    await setHousekeeping(type, '2', { status: 'clean' });
    expect(await unitsOf(id)).toEqual(['2']);
  });

  test("another team's booking has no suggestion", async () => {
    const text =
      'query ($id: ID!) { unitAssignmentSuggest(bookingId: $id) { moves { bookingId fromUnitId toUnitId } } }';
    const id = await enter(await sell(1), 10, 12);
    const viewer = { ...host.host, teamId: 999_999 };
    expect(await ask(platform, viewer, text, { id })).toEqual({ unitAssignmentSuggest: null });
  });
});

describe('a move to another unit', () => {
  const night = (day: number) => Temporal.PlainDate.from(daysAhead(day));
  const codes = ({ userErrors }: { readonly userErrors: readonly { code: string }[] }) =>
    userErrors.map(({ code }) => code);
  const statusOf = async (type: string, name: string) =>
    (
      await sql<{ status: string }>('SELECT status FROM checkout.unit_statuses WHERE unit_id = $1', [
        Number(await unitId(type, name)),
      ])
    )[0]?.status ?? 'clean';

  test('guests in house move from tonight on, which makes the unit that they leave dirty and free', async () => {
    const type = await sell(2);
    const id = await enter(type, 5, 9);
    expect(codes(await checkIn(desk(5, '16:00'), { id }))).toEqual([]);
    const to = { id, unitId: await unitId(type, '2') };
    expect(codes(await moveUnit(desk(7, '10:00'), { ...to, from: night(6) }))).toEqual(['INVALID']);
    expect(codes(await moveUnit(desk(7, '10:00'), { ...to, from: night(7) }))).toEqual([]);
    expect(codes(await moveUnit(desk(7, '10:05'), { ...to, from: night(7) }))).toEqual([]);
    expect(await unitsOf(id)).toEqual(['2']);
    expect([await statusOf(type, '1'), await statusOf(type, '2')]).toEqual(['dirty', 'clean']);
    expect(await unitsOf(await enter(type, 7, 9))).toEqual(['1']);
    const [recorded] = await sql<{ change: string }>(
      `SELECT change FROM team_events WHERE kind = 'booking.unit_moved' ORDER BY id DESC LIMIT 1`,
    );
    expect(recorded?.change).toBe(`1 → 2 from ${daysAhead(7)}`);
  });

  test('a move planned for later keeps both units for their own nights', async () => {
    const type = await sell(2);
    const id = await enter(type, 10, 14);
    const to = { id, unitId: await unitId(type, '2') };
    expect(codes(await moveUnit(desk(0, '10:00'), { ...to, from: night(12) }))).toEqual([]);
    const { booking } = await asked<{ booking: { lines: { units: object[] }[] } }>(
      'query ($id: ID!) { booking(id: $id) { lines { units { name from until } } } }',
      { id },
    );
    expect(booking.lines[0]?.units).toEqual([
      { name: '1', from: null, until: daysAhead(12) },
      { name: '2', from: daysAhead(12), until: null },
    ]);
    expect(await unitsOf(await enter(type, 10, 12))).toEqual(['2']);
    expect(await unitsOf(await enter(type, 12, 14))).toEqual(['1']);
    expect(await twice()).toBeUndefined();
  });

  test('a unit that is taken or out of order on one of the remaining nights is refused', async () => {
    const type = await sell(3);
    const id = await enter(type, 20, 24);
    const other = await enter(type, 22, 23);
    await setHousekeeping(type, '3', { status: 'out_of_order', from: daysAhead(23), until: daysAhead(23) });
    expect(await unitsOf(other)).toEqual(['2']);
    const move = async (name: string, from: number) =>
      codes(await moveUnit(desk(0, '10:00'), { id, unitId: await unitId(type, name), from: night(from) }));
    expect(await move('2', 21)).toEqual(['UNIT_TAKEN']);
    expect(await move('3', 21)).toEqual(['UNIT_OUT_OF_ORDER']);
    expect(await move('2', 24)).toEqual(['INVALID']);
    expect(await move('2', 23)).toEqual([]);
    expect(await twice()).toBeUndefined();
  });
});

test('simultaneous confirmations never give one unit to two bookings, and leave no unit empty', async () => {
  const type = await sell(5);
  const held = await Promise.all([hold(type, 40, 43), hold(type, 40, 43)]);
  const done = await Promise.all([
    ...held.map(async (id) => {
      await markPaid(id);
      return id;
    }),
    ...Array.from({ length: 5 }, (_, place) => enter(type, 40 + (place % 2), 43)),
  ]);
  const booked = done.filter((id) => id !== 'NIGHTS_TAKEN');
  expect(booked).toHaveLength(5);
  expect((await Promise.all(booked.map(unitsOf))).flat().sort()).toEqual(['1', '2', '3', '4', '5']);
  await Promise.all([cancel(booked[0] ?? ''), move(booked[1] ?? '', 41, 44), enter(type, 40, 42)]);
  expect(await brokenInvariants(platform.database)).toEqual({});
});
