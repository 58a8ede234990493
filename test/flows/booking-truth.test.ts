import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ViewerOf } from '#kit/viewer.ts';
import { connectAgent } from '../support/agent.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, hostOf } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// A booking keeps its party, nightly prices, origin and assigned units.

let platform: TestPlatform;
let host: ViewerOf<'hostUser'>;
let stranger: ViewerOf<'hostUser'>;
beforeAll(async () => {
  platform = await startPlatform();
  await recordJobs(platform.database);
  const teams = await platform.database.query<{ id: number; slug: string }>(
    'SELECT id, slug FROM apps.teams',
  );
  const teamOf = (slug: string) => hostOf(teams.find((team) => team.slug === slug)?.id ?? 0);
  host = teamOf('lakeside');
  stranger = teamOf('harbour');
});
afterAll(() => platform.close());

interface Unit {
  readonly id: string;
  readonly name: string;
}
interface Booking {
  readonly id: string;
  readonly version: number;
  readonly party: { readonly adults: number; readonly children: number };
  readonly source: object;
  readonly lines: readonly {
    readonly unitTypeId: string;
    readonly quantity: number;
    readonly subtotal: number;
    readonly nightly: readonly { readonly date: string; readonly amount: number }[];
    readonly units: readonly Unit[];
  }[];
}

const BOOKING = `id version party { adults children } source { kind name externalId }
  lines { unitTypeId quantity subtotal nightly { date amount } units { id name } }`;

/** Books two nights from `from` through an agent, for each unit type and its party. */
async function book(
  from: number,
  ...wanted: readonly { unitTypeId: string; party: string; quantity?: number }[]
) {
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  const session = await agent.call('create_checkout', {
    checkout: {
      line_items: wanted.map(({ unitTypeId, party, quantity = 1 }) => ({
        item: { id: `stay:${unitTypeId}:${daysAhead(from)}:${daysAhead(from + 2)}:${party}` },
        quantity,
      })),
      buyer: { first_name: 'Ada', last_name: 'Lovelace', email: `ada${from}@example.com` },
    },
  });
  const { order } = await agent.call('complete_checkout', {
    id: session.id,
    meta: { 'idempotency-key': session.id },
  });
  await agent.close();
  const [row] = await platform.database.query<{ id: number }>(
    'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
    [order?.id],
  );
  return read(String(row?.id));
}

async function read(id: string): Promise<Booking> {
  const { booking } = await ask<{ booking: Booking }>(
    platform,
    host,
    `query($id: ID!) { booking(id: $id) { ${BOOKING} } }`,
    { id },
  );
  return booking;
}

async function unitsOf(unitTypeId: string): Promise<readonly Unit[]> {
  const { unitTypes } = await ask<{ unitTypes: { nodes: { id: string; namedUnits: Unit[] }[] } }>(
    platform,
    host,
    '{ unitTypes(first: 100) { nodes { id namedUnits { id name } } } }',
  );
  return unitTypes.nodes.find(({ id }) => id === unitTypeId)?.namedUnits ?? [];
}

async function assign(bookingId: string, unitIds: readonly string[], viewer = host) {
  const { bookingUnitsAssign } = await ask<{
    bookingUnitsAssign: { booking: Booking | null; userErrors: { code: string; message: string }[] };
  }>(
    platform,
    viewer,
    `mutation($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) {
      booking { ${BOOKING} } userErrors { code field message } } }`,
    { input: { bookingId, unitIds } },
  );
  return bookingUnitsAssign;
}
const codes = ({ userErrors }: { userErrors: readonly { code: string }[] }) =>
  userErrors.map(({ code }) => code);

/** Finds a demo unit type at the first property with at least this many units. */
async function unitTypeWith(units: number): Promise<string> {
  const [row] = await platform.database.query<{ id: number }>(
    `SELECT t.id FROM catalog.unit_type t JOIN catalog.property p ON p.id = t.property_id
     JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 AND t.units >= $2 AND t.max_guests >= 2
       AND NOT EXISTS (SELECT FROM catalog.night n WHERE n.unit_type_id = t.id AND (n.min_stay > 2 OR n.closed_to_arrival))
     ORDER BY t.id LIMIT 1`,
    [host.teamId, units],
  );
  return String(row?.id);
}

describe('a booking', () => {
  test("a booking keeps every line's party and unit type", async () => {
    const unitTypeId = await unitTypeWith(2);
    const { party, lines, source } = await book(
      30,
      { unitTypeId, party: '2:0' },
      { unitTypeId, party: '1:1' },
    );
    expect(party).toEqual({ adults: 3, children: 1 });
    expect(lines.map((line) => line.unitTypeId)).toEqual([unitTypeId, unitTypeId]);
    for (const { nightly, subtotal } of lines) {
      expect(nightly.map(({ date }) => date)).toEqual([daysAhead(30), daysAhead(31)]);
      expect(nightly.reduce((sum, { amount }) => sum + amount, 0)).toBe(subtotal);
    }
    expect(source).toEqual({ kind: 'agent', name: 'agent.example', externalId: null });
  });

  test("an app with read access to bookings sees a booking's party and lines", async () => {
    const { id } = await book(40, { unitTypeId: await unitTypeWith(1), party: '2:0' });
    const app: ViewerOf<'app'> = {
      kind: 'app',
      installId: 1,
      appId: 1,
      appSlug: 'reader',
      teamId: host.teamId ?? 0,
      scopes: ['read_bookings'],
      capabilities: [],
    };
    const text = `query($id: ID!) { booking(id: $id) { party { adults children } lines { unitTypeId } } }`;
    expect(await ask(platform, app, text, { id })).toMatchObject({
      booking: { party: { adults: 2, children: 0 }, lines: [{ unitTypeId: expect.any(String) }] },
    });
  });
});

describe('units of a booking', () => {
  test("a host can assign units to a booking's lines and unassign them", async () => {
    const unitTypeId = await unitTypeWith(2);
    const booking = await book(50, { unitTypeId, party: '2:0', quantity: 2 });
    const [one, two] = await unitsOf(unitTypeId);
    if (!one || !two) return expect.unreachable();
    const assigned = await assign(booking.id, [two.id, one.id]);
    expect(assigned.userErrors).toEqual([]);
    expect(assigned.booking?.lines[0]?.units).toEqual([two, one]);
    expect(assigned.booking?.version).toBe(booking.version + 1);
    expect((await assign(booking.id, [two.id, one.id])).booking?.version).toBe(booking.version + 1);
    expect((await assign(booking.id, [])).booking?.lines[0]?.units).toEqual([]);
  });

  test("a unit can't be assigned to two bookings on one night", async () => {
    const unitTypeId = await unitTypeWith(2);
    const first = await book(60, { unitTypeId, party: '2:0' });
    const second = await book(61, { unitTypeId, party: '2:0' });
    const after = await book(62, { unitTypeId, party: '2:0' });
    const [one, two] = await unitsOf(unitTypeId);
    expect(codes(await assign(first.id, [one?.id ?? '']))).toEqual([]);
    expect(codes(await assign(second.id, [one?.id ?? '']))).toEqual(['UNIT_TAKEN']);
    expect(codes(await assign(second.id, [two?.id ?? '']))).toEqual([]);
    expect(codes(await assign(after.id, [one?.id ?? '']))).toEqual([]);
  });

  test('only one of two concurrent bookings gets the same unit', async () => {
    const unitTypeId = await unitTypeWith(2);
    const bookings = [
      await book(70, { unitTypeId, party: '2:0' }),
      await book(70, { unitTypeId, party: '1:0' }),
    ];
    const [one] = await unitsOf(unitTypeId);
    const answers = await Promise.all(bookings.map(({ id }) => assign(id, [one?.id ?? ''])));
    expect(answers.flatMap(codes)).toEqual(['UNIT_TAKEN']);
  });

  test('an assigned unit has to belong to the team and to a unit type in the booking', async () => {
    const unitTypeId = await unitTypeWith(2);
    const booking = await book(80, { unitTypeId, party: '2:0' });
    const [one, two] = await unitsOf(unitTypeId);
    const [foreign] = await platform.database.query<{ id: number }>(
      `SELECT u.id FROM catalog.unit u JOIN catalog.unit_type t ON t.id = u.unit_type_id JOIN catalog.property p
         ON p.id = t.property_id JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1 LIMIT 1`,
      [stranger.teamId],
    );
    const other = (await unitTypesBut(unitTypeId))[0] ?? '';
    const [kind] = await unitsOf(other);
    expect(codes(await assign(booking.id, [one?.id ?? '', two?.id ?? '']))).toEqual(['INVALID']);
    expect(codes(await assign(booking.id, [kind?.id ?? '']))).toEqual(['INVALID']);
    expect(codes(await assign(booking.id, [String(foreign?.id)]))).toEqual(['NOT_FOUND']);
    expect(codes(await assign(booking.id, ['nonsense']))).toEqual(['NOT_FOUND']);
    expect(codes(await assign(booking.id, [], stranger))).toEqual(['NOT_FOUND']);
  });

  const unitTypesBut = async (unitTypeId: string) => {
    const { unitTypes } = await ask<{ unitTypes: { nodes: { id: string }[] } }>(
      platform,
      host,
      '{ unitTypes(first: 100) { nodes { id } } }',
    );
    return unitTypes.nodes.map(({ id }) => id).filter((id) => id !== unitTypeId);
  };

  test("a cleaning names the booking's unit even if the host assigns it later", async () => {
    const unitTypeId = await unitTypeWith(2);
    const [one, two] = await unitsOf(unitTypeId);
    const booking = await book(90, { unitTypeId, party: '2:0' });
    await assign(booking.id, [one?.id ?? '']);
    await ask(platform, host, `mutation { bookingMarkPaid(id: ${booking.id}) { userErrors { code } } }`);
    const cleaning = (unitId: string | undefined) =>
      eventually(
        () =>
          platform.database.query<{ unit_id: string; unit_type_id: string }>(
            'SELECT unit_id, unit_type_id FROM tasks.task WHERE booking_id = $1',
            [booking.id],
          ),
        ([task]) => task?.unit_id === unitId && task?.unit_type_id === unitTypeId,
      );
    await cleaning(one?.id);
    await assign(booking.id, [two?.id ?? '']);
    await cleaning(two?.id);
  });
});

describe('names of units', () => {
  const rename = (unitTypeId: string, names: readonly string[], viewer = host) =>
    ask<{ unitNamesSet: { unitType: { namedUnits: Unit[] } | null; userErrors: { code: string }[] } }>(
      platform,
      viewer,
      `mutation($input: UnitNamesSetInput!) { unitNamesSet(input: $input) {
        unitType { namedUnits { id name } } userErrors { code field message } } }`,
      { input: { unitTypeId, names } },
    ).then(({ unitNamesSet }) => unitNamesSet);

  test('unit names are numbers until the host changes them', async () => {
    const unitTypeId = await unitTypeWith(2);
    const before = (await unitsOf(unitTypeId)).map(({ name }) => name);
    expect(before).toEqual(before.map((_, place) => String(place + 1)));
    const swapped = before.toReversed();
    const { unitType } = await rename(unitTypeId, swapped);
    expect(unitType?.namedUnits.map(({ name }) => name)).toEqual(swapped);
    await rename(unitTypeId, before);
  });

  test('renaming a unit publishes a new version of its unit type', async () => {
    const unitTypeId = await unitTypeWith(2);
    const names = (await unitsOf(unitTypeId)).map(({ name }) => name);
    const told = () =>
      platform.database.query<{ version: number }>(
        `SELECT (data->>'version')::int AS version FROM booked_jobs
         WHERE name = 'unit_type.updated/apps' AND data->>'unitTypeId' = $1 ORDER BY 1`,
        [unitTypeId],
      );
    const before = (await told()).length;
    await rename(unitTypeId, ['Garden', ...names.slice(1)]);
    await rename(unitTypeId, ['Garden', ...names.slice(1)]);
    const after = await told();
    expect(after).toHaveLength(before + 1);
    const [row] = await platform.database.query<{ revision: number }>(
      'SELECT revision FROM catalog.unit_type WHERE id = $1',
      [unitTypeId],
    );
    expect(after.at(-1)?.version).toBe(row?.revision);
    await rename(unitTypeId, names);
  });

  test('unit names are unique within a unit type', async () => {
    const unitTypeId = await unitTypeWith(2);
    const names = (await unitsOf(unitTypeId)).map(({ name }) => name);
    expect(codes(await rename(unitTypeId, names.slice(1)))).toEqual(['INVALID']);
    expect(
      codes(
        await rename(
          unitTypeId,
          names.map(() => 'Same'),
        ),
      ),
    ).toEqual(['INVALID']);
    expect(codes(await rename(unitTypeId, ['', ...names.slice(1)]))).toEqual(['INVALID']);
    expect(codes(await rename(unitTypeId, ['x'.repeat(61), ...names.slice(1)]))).toEqual(['INVALID']);
    expect(codes(await rename(unitTypeId, names, stranger))).toEqual(['NOT_FOUND']);
  });
});
