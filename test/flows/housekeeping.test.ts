import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeUnit } from '#subgraphs/catalog/stays/commands/close-unit.ts';
import { setHousekeeping } from '#subgraphs/checkout/housekeeping/commands/set-housekeeping.ts';
import { checkIn } from '#subgraphs/checkout/stays/commands/check-in.ts';
import { checkOut, undoCheckOut } from '#subgraphs/checkout/stays/commands/check-out.ts';
import { recordDays } from '#subgraphs/checkout/stays/commands/record-days.ts';
import { demoHost } from '../support/app-world.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, contextOf, type Developer } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead, searchStays } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// Units are cleaned, get dirty and break (docs/interface/housekeeping.md).

const LAKESIDE = 'lakeside.localhost';

let platform: TestPlatform;
let host: Developer;
let propertyId: number;
let timeZone: string;
/** A unit type with two units. */
let unitTypeId: string;
let units: readonly { readonly id: string; readonly name: string }[];

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  await recordJobs(platform.database);
  host = await demoHost(platform, 'lakeside');
  const [property] = await sql(
    `SELECT p.id, p.time_zone AS zone FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 ORDER BY p.id LIMIT 1`,
    [host.teamId],
  );
  ({ id: propertyId, zone: timeZone } = property as { id: number; zone: string });
  const { unitTypeCreate } = await asked<{
    unitTypeCreate: { unitType: { id: string; namedUnits: { id: string; name: string }[] } };
  }>(
    `mutation($input: UnitTypeCreateInput!) { unitTypeCreate(input: $input) { unitType { id namedUnits { id name } } userErrors { message } } }`,
    {
      input: {
        propertyId: String(propertyId),
        name: 'Loft',
        maxGuests: 2,
        units: 2,
        baseRate: 10_000,
        active: true,
      },
    },
  );
  ({ id: unitTypeId, namedUnits: units } = unitTypeCreate.unitType);
});
afterAll(() => platform.close());

const sql = (text: string, values: readonly unknown[] = []) =>
  platform.database.query<Record<string, unknown>>(text, values);
const asked = <T>(text: string, variables: Readonly<Record<string, unknown>> = {}) =>
  ask<T>(platform, host.host, text, variables);

interface Booked {
  readonly id: string;
  readonly from: number;
}

const entered = (from: number, nights: number) => ({
  unitTypeId,
  checkIn: daysAhead(from),
  checkOut: daysAhead(from + nights),
  adults: 1,
  children: 0,
  quantity: 1,
  guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
  payment: 'paid',
});

let nextDay = 20;
/** Enters a booking of the loft; if `unit` is given, with that unit. */
async function booked({ nights = 2, from = nextDay, unit = null as number | null } = {}): Promise<Booked> {
  nextDay = Math.max(nextDay, from + nights + 1);
  const { bookingCreate } = await asked<{
    bookingCreate: { booking: { id: string } | null; userErrors: object[] };
  }>(
    'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { code message } } }',
    {
      input: entered(from, nights),
    },
  );
  expect(bookingCreate.userErrors).toEqual([]);
  const id = bookingCreate.booking?.id ?? '';
  if (unit !== null) expect(await assign(id, unit)).toBeNull();
  return { id, from };
}

/** Assigns a unit by its place; returns the error's code. */
async function assign(bookingId: string, unit: number): Promise<string | null> {
  const { bookingUnitsAssign } = await asked<{ bookingUnitsAssign: { userErrors: { code: string }[] } }>(
    'mutation($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { code } } }',
    { input: { bookingId, unitIds: [units[unit]?.id] } },
  );
  return bookingUnitsAssign.userErrors[0]?.code ?? null;
}

interface Shown {
  readonly status: string;
  readonly from: string | null;
  readonly until: string | null;
  readonly reason: string | null;
}

/** Sets a unit's status; returns the new housekeeping or the error's code and field. */
async function set(unit: number, input: object): Promise<Shown | string> {
  const { it } = await asked<{
    it: { unit: { housekeeping: Shown } | null; userErrors: { code: string; field: string[] }[] };
  }>(
    `mutation($input: UnitHousekeepingSetInput!) { it: unitHousekeepingSet(input: $input) {
       unit { housekeeping { status from until reason } } userErrors { code field } } }`,
    { input: { unitId: units[unit]?.id, ...input } },
  );
  const [error] = it.userErrors;
  return error ? `${error.code} ${error.field.at(-1)}` : (it.unit?.housekeeping as Shown);
}

const statusOf = async (unit: number): Promise<string> => {
  const { units: found } = await asked<{ units: { housekeeping: Shown }[] }>(
    'query($ids: [ID!]!) { units(ids: $ids) { housekeeping { status } } }',
    { ids: [units[unit]?.id] },
  );
  return found[0]?.housekeeping.status ?? '';
};

interface Stay {
  readonly version: number;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly lines: { units: { name: string }[] }[];
  readonly conflict: { nights: string[] } | null;
}
const stayOf = async ({ id }: Booked): Promise<Stay> =>
  (
    await asked<{ booking: Stay }>(
      'query($id: ID!) { booking(id: $id) { version checkIn checkOut lines { units { name } } conflict { nights } } }',
      { id },
    )
  ).booking;

/** The night's number, from today; a time on that day at the property. */
const at = (day: number, time: string) =>
  new Date(
    Temporal.PlainDateTime.from(`${daysAhead(day)}T${time}`).toZonedDateTime(timeZone).epochMilliseconds,
  );
const desk = (now: Date) => ({ ...contextOf(platform), viewer: host.host, clock: { now: () => now } });
const code = ({ userErrors }: { readonly userErrors: readonly { code: string }[] }) =>
  userErrors[0]?.code ?? null;
const everyone = { waiveFee: false } as const;

/** Units that agents can book on one night. */
async function offered(day: number): Promise<number> {
  const stays = await searchStays(platform.address, LAKESIDE, {
    check_in: daysAhead(day),
    check_out: daysAhead(day + 1),
    adults: 1,
  });
  return stays.find(({ title }) => title.startsWith('Loft'))?.available_units ?? 0;
}

const clean = async () => {
  for (const unit of [0, 1]) expect(await set(unit, { status: 'clean' })).toMatchObject({ status: 'clean' });
};

describe('a unit', () => {
  test('a unit is clean until a stay leaves it, and dirty from then on', async () => {
    const stay = await booked({ unit: 0 });
    expect(await statusOf(0)).toBe('clean');
    await checkIn(desk(at(stay.from, '16:00')), { id: stay.id });
    expect(code(await checkOut(desk(at(stay.from + 2, '10:00')), { id: stay.id, ...everyone }))).toBeNull();
    expect(await statusOf(0)).toBe('dirty');
    expect(await statusOf(1)).toBe('clean');
  });

  test("undoing a check-out restores the unit's status", async () => {
    await set(0, { status: 'inspected' });
    const stay = await booked({ unit: 0 });
    await checkIn(desk(at(stay.from, '16:00')), { id: stay.id });
    await checkOut(desk(at(stay.from + 2, '10:00')), { id: stay.id, ...everyone });
    expect(await statusOf(0)).toBe('dirty');
    await undoCheckOut(desk(at(stay.from + 2, '10:05')), stay.id);
    expect(await statusOf(0)).toBe('inspected');
    await clean();
  });

  test('a departure that is assumed makes the unit dirty, too', async () => {
    const stay = await booked({ unit: 1 });
    await recordDays({ ...contextOf(platform), clock: { now: () => at(stay.from + 2, '23:59') } });
    expect(await statusOf(1)).toBe('dirty');
    await clean();
  });

  test('guests are checked in to a dirty unit only if the desk confirms it', async () => {
    const stay = await booked({ unit: 0 });
    await set(0, { status: 'dirty' });
    const arrival = desk(at(stay.from, '16:00'));
    expect(code(await checkIn(arrival, { id: stay.id }))).toBe('UNIT_NOT_READY');
    expect(code(await checkIn(arrival, { id: stay.id, confirm: true }))).toBeNull();
    await clean();
  });

  test.each([
    ['out of order without nights', { status: 'out_of_order' }, 'INVALID from'],
    ['without a last night', { status: 'out_of_order', from: daysAhead(3) }, 'INVALID until'],
    [
      'that ends before it begins',
      { status: 'out_of_order', from: daysAhead(3), until: daysAhead(2) },
      'INVALID until',
    ],
    [
      'out of order in the past',
      { status: 'out_of_order', from: daysAhead(-3), until: daysAhead(-2) },
      'INVALID until',
    ],
    [
      'out of order for longer than two years',
      { status: 'out_of_order', from: daysAhead(3), until: daysAhead(800) },
      'INVALID until',
    ],
    ['clean with nights', { status: 'clean', from: daysAhead(3) }, 'INVALID from'],
    [
      'with a reason that is too long',
      { status: 'out_of_order', from: daysAhead(3), until: daysAhead(4), reason: 'x'.repeat(201) },
      'INVALID reason',
    ],
    [
      'with a card number as its reason',
      { status: 'out_of_order', from: daysAhead(3), until: daysAhead(4), reason: '4111 1111 1111 1111' },
      'CARD_DATA reason',
    ],
    ['that belongs to another team', { unitId: '999999999', status: 'clean' }, 'NOT_FOUND unitId'],
  ])('a status is refused for a unit %s', async (_which, input, error) => {
    expect(await set(0, input)).toBe(error);
  });

  test.each([
    ['housekeeping', 'clean', null],
    ['housekeeping', 'dirty', null],
    ['housekeeping', 'inspected', 'ROLE_REQUIRED'],
    ['front_desk', 'inspected', null],
    ['front_desk', 'out_of_order', 'ROLE_REQUIRED'],
    ['manager', 'out_of_order', null],
  ] as const)('the role %s that sets a unit %s gets %s', async (role, status, error) => {
    const viewer = { ...host.host, role };
    const nights =
      status === 'out_of_order'
        ? { from: Temporal.PlainDate.from(daysAhead(9)), until: Temporal.PlainDate.from(daysAhead(9)) }
        : {};
    const given = { unitId: units[1]?.id ?? '', status, ...nights };
    expect(code(await setHousekeeping({ ...contextOf(platform), viewer }, given))).toBe(error);
    await clean();
  });

  test('apps receive one event for each change of a status, and none if nothing changed', async () => {
    await sql(`DELETE FROM booked_jobs WHERE name = 'unit.housekeeping_changed/apps'`);
    for (const status of ['dirty', 'dirty', 'clean']) await set(0, { status });
    const events = await sql(
      `SELECT data ->> 'status' AS status FROM booked_jobs WHERE name = 'unit.housekeeping_changed/apps' ORDER BY (data ->> 'version')::int`,
    );
    expect(events).toEqual([{ status: 'dirty' }, { status: 'clean' }]);
  });
});

describe('a cleaning', () => {
  const create = async (input: object) => {
    const { taskCreate } = await asked<{ taskCreate: { task: { id: string } | null; userErrors: object[] } }>(
      'mutation($input: TaskCreateInput!) { taskCreate(input: $input) { task { id } userErrors { code message } } }',
      { input: { taskType: 'cleaning', propertyId: String(propertyId), ...input } },
    );
    expect(taskCreate.userErrors).toEqual([]);
    return taskCreate.task?.id ?? '';
  };
  /** Moves a task through statuses, as the host. */
  const move = async (id: string, ...statuses: string[]) => {
    for (const status of statuses) await moveTo(id, status);
  };
  const moveTo = async (id: string, status: string) => {
    const { taskStatusSet } = await asked<{ taskStatusSet: { userErrors: object[] } }>(
      'mutation($id: ID!, $status: TaskStatus!) { taskStatusSet(id: $id, status: $status) { userErrors { code message } } }',
      { id, status },
    );
    expect(taskStatusSet.userErrors).toEqual([]);
  };
  /** Returns a booking that has just left a unit. */
  const departed = async () => {
    const stay = await booked({ unit: 0 });
    const arrival = desk(at(stay.from, '16:00'));
    expect(code(await checkIn(arrival, { id: stay.id, confirm: true }))).toBeNull();
    await checkOut(desk(at(stay.from + 2, '10:00')), { id: stay.id, ...everyone });
    return stay;
  };

  test('a completed cleaning of the stay that left last makes the unit clean, and a verified one inspected', async () => {
    const { id } = await departed();
    const task = await create({ bookingId: id });
    await move(task, 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED');
    expect(
      await eventually(
        () => statusOf(0),
        (status) => status !== 'dirty',
      ),
    ).toBe('clean');
    await move(task, 'VERIFIED');
    expect(
      await eventually(
        () => statusOf(0),
        (status) => status !== 'clean',
      ),
    ).toBe('inspected');
    await clean();
  });

  test("a cleaning of an earlier stay doesn't make the unit clean", async () => {
    const earlier = await departed();
    const late = await create({ bookingId: earlier.id });
    await departed();
    await move(late, 'ASSIGNED', 'IN_PROGRESS', 'COMPLETED');
    const last = await sql(
      `SELECT 1 FROM booked_jobs WHERE name = 'task.status_changed/checkout' AND data ->> 'taskId' = $1`,
      [late],
    );
    expect(last).toHaveLength(3);
    await eventually(
      () =>
        sql(
          `SELECT state FROM pgboss.job WHERE name = 'task.status_changed/checkout' AND state NOT IN ('completed')`,
        ),
      (open) => open.length === 0,
    );
    expect(await statusOf(0)).toBe('dirty');
    await clean();
  });
});

describe('a unit out of order', () => {
  test('a broken unit that is already sold keeps its booking, which loses the unit and conflicts where none is free', async () => {
    // Desk 10: both units are sold tonight and tomorrow; the booking in unit 2 arrives tomorrow.
    const tonight = nextDay;
    nextDay += 4;
    await booked({ from: tonight, nights: 2, unit: 0 });
    await booked({ from: tonight, nights: 1, unit: 1 });
    const arriving = await booked({ from: tonight + 1, nights: 1, unit: 1 });
    const before = await stayOf(arriving);
    expect(before).toMatchObject({ lines: [{ units: [{ name: units[1]?.name }] }], conflict: null });

    const out = { status: 'out_of_order', from: daysAhead(tonight + 1), until: daysAhead(tonight + 2) };
    expect(await set(1, { ...out, reason: 'Water damage' })).toEqual({ ...out, reason: 'Water damage' });

    expect(await stayOf(arriving)).toMatchObject({
      checkIn: before.checkIn,
      checkOut: before.checkOut,
      lines: [{ units: [] }],
      conflict: { nights: [daysAhead(tonight + 1)] },
    });
    expect(await offered(tonight + 1)).toBe(0);
    expect(await offered(tonight + 2)).toBe(1);
    expect(await assign(arriving.id, 1)).toBe('UNIT_OUT_OF_ORDER');
    expect(await brokenInvariants(platform.database)).toEqual({});

    expect(await set(1, { status: 'clean' })).toMatchObject({ status: 'clean', from: null, until: null });
    expect(await stayOf(arriving)).toMatchObject({
      lines: [{ units: [{ name: units[1]?.name }] }],
      conflict: null,
    });
    expect(await offered(tonight + 2)).toBe(2);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('a longer repair changes a booking that has lost its unit only once', async () => {
    const stay = await booked({ unit: 1 });
    const nights = (until: number) => ({
      status: 'out_of_order',
      from: daysAhead(stay.from),
      until: daysAhead(until),
    });
    await set(1, nights(stay.from));
    const { version } = await stayOf(stay);
    await set(1, nights(stay.from + 1));
    expect(await stayOf(stay)).toMatchObject({ version, lines: [{ units: [] }] });
    await clean();
  });

  test('a conflict ends as soon as another booking frees a unit', async () => {
    const other = await booked({ unit: 0 });
    const stay = await booked({ from: other.from, unit: 1 });
    await set(1, { status: 'out_of_order', from: daysAhead(stay.from), until: daysAhead(stay.from + 1) });
    expect((await stayOf(stay)).conflict?.nights).toHaveLength(2);
    await asked('mutation($id: ID!) { bookingCancel(id: $id) { userErrors { code } } }', { id: other.id });
    expect(
      await eventually(
        () => stayOf(stay),
        ({ conflict }) => conflict === null,
      ),
    ).toMatchObject({ conflict: null });
    expect(await assign(stay.id, 0)).toBeNull();
    await clean();
    expect(await stayOf(stay)).toMatchObject({ lines: [{ units: [{ name: units[0]?.name }] }] });
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('nights that catalog has not opened yet are opened by the next status', async () => {
    const from = nextDay;
    nextDay += 3;
    await set(1, { status: 'out_of_order', from: daysAhead(from), until: daysAhead(from) });
    expect(await offered(from)).toBe(1);
    // As after a process that ended between setting the unit clean and reaching catalog.
    await sql(
      `UPDATE checkout.unit_statuses SET out_from = NULL, out_until = NULL, nights_version = nights_version + 1, nights_synced = false
       WHERE unit_id = $1`,
      [units[1]?.id],
    );
    await set(1, { status: 'dirty' });
    expect(await offered(from)).toBe(2);
    await clean();
  });

  test('catalog ignores nights out of order that arrive late', async () => {
    const from = nextDay;
    nextDay += 3;
    const nights = {
      from: Temporal.PlainDate.from(daysAhead(from)),
      until: Temporal.PlainDate.from(daysAhead(from)),
    };
    const unitId = units[0]?.id ?? '';
    const catalog = { ...contextOf(platform), viewer: { kind: 'platform' } as const };
    const close = { unitId, displaced: [] };
    await closeUnit(catalog, { ...close, ...nights, version: 1_001 });
    expect(await offered(from)).toBe(1);
    await closeUnit(catalog, { ...close, from: null, until: null, version: 1_002 });
    await closeUnit(catalog, { ...close, ...nights, version: 1_001 });
    expect(await offered(from)).toBe(2);
    await sql('UPDATE catalog.unit SET nights_version = 0 WHERE id = $1', [unitId]);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });

  test('guests are never checked in to a unit out of order, even if the desk confirms it', async () => {
    const stay = await booked();
    await assign(stay.id, 0);
    await sql(`UPDATE checkout.unit_statuses SET out_from = $2, out_until = $2 WHERE unit_id = $1`, [
      units[0]?.id,
      daysAhead(stay.from),
    ]);
    const arrival = desk(at(stay.from, '16:00'));
    expect(code(await checkIn(arrival, { id: stay.id, confirm: true }))).toBe('UNIT_OUT_OF_ORDER');
    await clean();
  });

  test('units set out of order while they are assigned and booked are never oversold, and no booking keeps one', async () => {
    const from = nextDay;
    nextDay += 3;
    const [one, two] = [await booked({ from }), await booked({ from: from + 1, nights: 1 })];
    const enter = () =>
      asked<{ bookingCreate: { booking: object | null } }>(
        'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { code } } }',
        { input: entered(from, 1) },
      );
    const out = { status: 'out_of_order', from: daysAhead(from), until: daysAhead(from + 1) };
    const [{ bookingCreate }] = await Promise.all([
      enter(),
      set(0, out),
      set(0, { status: 'clean' }),
      set(0, out),
      assign(one.id, 0),
      assign(two.id, 1),
      set(1, out),
      assign(two.id, 0),
      checkIn(desk(at(from, '16:00')), { id: one.id, confirm: true }),
    ]);
    // "Clean" may have been set last.
    await set(0, out);
    const holders = await sql(
      `SELECT b.id FROM checkout.bookings b, jsonb_array_elements(b.assigned_units) unit
       JOIN checkout.unit_statuses u ON u.unit_id = (unit ->> 'id')::int AND u.out_from IS NOT NULL
       WHERE b.check_in <= u.out_until AND b.check_out > u.out_from AND b.status = 'confirmed'`,
    );
    expect(holders).toEqual([]);
    expect(await offered(from)).toBe(0);
    expect(await brokenInvariants(platform.database)).toEqual({});
    await clean();
    expect(await offered(from)).toBe(bookingCreate.booking ? 0 : 1);
    expect(await brokenInvariants(platform.database)).toEqual({});
  });
});
