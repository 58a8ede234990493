import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { Role } from '#kit/roles.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { demoHost } from '../support/app-world.ts';
import { ask } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { publishApp } from '../support/public-app.ts';
import { newMember } from '../support/team-world.ts';

type Host = ViewerOf<'hostUser'>;

let platform: TestPlatform;
let owner: Host;
let places: readonly { readonly propertyId: string; readonly unitTypeId: string }[];
beforeAll(async () => {
  platform = await startPlatform();
  owner = (await demoHost(platform, 'lakeside')).host;
  const { properties } = await ask<{
    properties: { nodes: readonly { id: string; unitTypes: readonly { id: string }[] }[] };
  }>(platform, owner, '{ properties { nodes { id unitTypes { id } } } }');
  places = properties.nodes.map(({ id, unitTypes }) => ({
    propertyId: id,
    unitTypeId: unitTypes[0]?.id ?? '',
  }));
  expect(places.length).toBeGreaterThan(1);
});
afterAll(() => platform.close());

const run = <R>(viewer: Host, text: string) => ask<R>(platform, viewer, text);

const newTask = async (propertyId: string, bookingId?: string) =>
  (
    await run<{ taskCreate: { task: { id: string } } }>(
      owner,
      `mutation { taskCreate(input: { taskType: "inspection", propertyId: "${propertyId}"
        ${bookingId ? `bookingId: "${bookingId}"` : ''} }) { task { id } } }`,
    )
  ).taskCreate.task.id;

let day = 200;
/** Enters a booking as the owner; returns its id and contact. */
async function newBooking(
  unitTypeId: string,
): Promise<{ readonly id: string; readonly guest: { readonly id: string } }> {
  day += 3;
  const from = Temporal.Now.plainDateISO().add({ days: day });
  const { bookingCreate } = await run<{
    bookingCreate: { booking: { id: string; guest: { id: string } } | null; userErrors: readonly object[] };
  }>(
    owner,
    `mutation { bookingCreate(input: { unitTypeId: "${unitTypeId}", checkIn: "${from}", checkOut: "${from.add({ days: 2 })}",
      adults: 1, guest: { firstName: "Ada", lastName: "L${day}", email: "ada${day}@example.com" }, payment: paid }) {
      booking { id guest { id } } userErrors { message } } }`,
  );
  if (!bookingCreate.booking) throw new Error(JSON.stringify(bookingCreate.userErrors));
  return bookingCreate.booking;
}

describe('housekeeping', () => {
  const statusSet = (viewer: Host, id: string, status: string) =>
    run<{ taskStatusSet: { userErrors: readonly { code: string }[] } }>(
      viewer,
      `mutation { taskStatusSet(id: "${id}", status: ${status}) { userErrors { code } } }`,
    ).then(({ taskStatusSet }) => taskStatusSet.userErrors.map(({ code }) => code));
  const seen = async (viewer: Host) =>
    (
      await run<{ tasks: { nodes: readonly { id: string }[] } }>(
        viewer,
        '{ tasks(first: 100) { nodes { id } } }',
      )
    ).tasks.nodes.map(({ id }) => id);

  test('housekeeping sees unassigned tasks and its own tasks', async () => {
    const [one, other] = await Promise.all([
      newMember(platform, 'lakeside', 'housekeeping'),
      newMember(platform, 'lakeside', 'housekeeping'),
    ]);
    const [open, own, others] = await Promise.all([1, 2, 3].map(() => newTask(places[0]?.propertyId ?? '')));
    expect(await statusSet(one.viewer, own ?? '', 'ASSIGNED')).toEqual([]);
    expect(await statusSet(other.viewer, others ?? '', 'ASSIGNED')).toEqual([]);
    const visible = await seen(one.viewer);
    expect(visible).toContain(open);
    expect(visible).toContain(own);
    expect(visible).not.toContain(others);
    expect(await run(one.viewer, `{ task(id: "${others}") { id } }`)).toEqual({ task: null });
    expect(await statusSet(one.viewer, others ?? '', 'IN_PROGRESS')).toEqual(['NOT_FOUND']);
    expect(
      (
        await run<{ hostTasks: { nodes: readonly { id: string }[] } }>(
          one.viewer,
          '{ hostTasks(status: ASSIGNED, first: 100) { nodes { id } } }',
        )
      ).hostTasks.nodes,
    ).toEqual([{ id: own }]);
  });

  test('housekeeping completes its own tasks and the host verifies them', async () => {
    const { viewer } = await newMember(platform, 'lakeside', 'housekeeping');
    const id = await newTask(places[0]?.propertyId ?? '');
    expect(await statusSet(viewer, id, 'CANCELLED')).toEqual(['ROLE_REQUIRED']);
    for (const status of ['ASSIGNED', 'IN_PROGRESS', 'COMPLETED'])
      expect(await statusSet(viewer, id, status)).toEqual([]);
    expect(await statusSet(viewer, id, 'VERIFIED')).toEqual(['ROLE_REQUIRED']);
  });

  test("housekeeping sees names and times of today's guests", async () => {
    const { viewer } = await newMember(platform, 'lakeside', 'housekeeping');
    const [arrives, leaves, later] = await Promise.all(
      places.slice(0, 1).flatMap(({ unitTypeId }) => [1, 2, 3].map(() => newBooking(unitTypeId))),
    );
    const move = (id: string | undefined, column: 'check_in' | 'check_out', other: string) =>
      platform.database.query(
        `UPDATE checkout.bookings SET check_in = (now() AT TIME ZONE time_zone)::date + $2::int,
           check_out = (now() AT TIME ZONE time_zone)::date + $3::int WHERE id = $1`,
        [id, column === 'check_in' ? 0 : Number(other), column === 'check_in' ? Number(other) : 0],
      );
    await move(arrives?.id, 'check_in', '2');
    await move(leaves?.id, 'check_out', '-2');
    const { todaysGuests } = await run<{
      todaysGuests: readonly { bookingId: string; kind: string; guestName: string }[];
    }>(viewer, '{ todaysGuests { bookingId kind guestName at property { name } unitNames } }');
    const kinds = new Map(todaysGuests.map(({ bookingId, kind }) => [bookingId, kind]));
    expect(kinds.get(arrives?.id ?? '')).toBe('arrival');
    expect(kinds.get(leaves?.id ?? '')).toBe('departure');
    expect(kinds.has(later?.id ?? '')).toBe(false);
    expect(todaysGuests.every(({ guestName }) => guestName.includes(' '))).toBe(true);
  });
});

describe('a membership that is limited to a property', () => {
  const [HERE, THERE] = [0, 1];
  async function limited(role: Role) {
    const here = places[HERE];
    const there = places[THERE];
    if (!here || !there) throw new Error('Lakeside has two properties.');
    const { viewer } = await newMember(platform, 'lakeside', role, [Number(here.propertyId)]);
    return { viewer, here, there };
  }

  test("a member limited to a property sees only that property's records in lists", async () => {
    const { viewer, here, there } = await limited('manager');
    const [mine, theirs] = [await newBooking(here.unitTypeId), await newBooking(there.unitTypeId)];
    const [myTask, theirTask] = [await newTask(here.propertyId), await newTask(there.propertyId)];
    const lists = await run<{
      properties: { nodes: readonly { id: string }[] };
      unitTypes: { nodes: readonly { property: { id: string } }[] };
      bookings: { nodes: readonly { id: string }[] };
      hostBookings: { nodes: readonly { id: string }[] };
      contacts: { nodes: readonly { id: string }[] };
      tasks: { nodes: readonly { id: string }[] };
    }>(
      viewer,
      `{ properties { nodes { id } } unitTypes { nodes { property { id } } } bookings(first: 100) { nodes { id } }
         hostBookings(first: 100) { nodes { id } } contacts(first: 100) { nodes { id } } tasks(first: 100) { nodes { id } } }`,
    );
    expect(lists.properties.nodes).toEqual([{ id: here.propertyId }]);
    expect(new Set(lists.unitTypes.nodes.map(({ property }) => property.id))).toEqual(
      new Set([here.propertyId]),
    );
    for (const { nodes } of [lists.bookings, lists.hostBookings]) {
      expect(nodes).toContainEqual({ id: mine.id });
      expect(nodes).not.toContainEqual({ id: theirs.id });
    }
    expect(lists.contacts.nodes).toContainEqual({ id: mine.guest.id });
    expect(lists.contacts.nodes).not.toContainEqual({ id: theirs.guest.id });
    expect(lists.tasks.nodes).toContainEqual({ id: myTask });
    expect(lists.tasks.nodes).not.toContainEqual({ id: theirTask });
  });

  test.each(['manager', 'front_desk', 'revenue'] as const)(
    "a %s limited to a property sees only that property's calendar",
    async (role) => {
      const { viewer, here, there } = await limited(role);
      await newBooking(there.unitTypeId);
      const night = 'from: "2027-06-01", until: "2027-06-02"';
      const drawn = await run<{
        unitTypes: { nodes: readonly { property: { id: string }; calendar: readonly object[] }[] };
        elsewhere: { nodes: readonly object[] };
        hostBookings: { nodes: readonly object[] };
        rates: { nodes: readonly object[] } | null;
        far: { nodes: readonly object[] } | null;
      }>(
        viewer,
        `{ unitTypes(first: 100) { nodes { property { id } calendar(${night}) { rate } } }
           elsewhere: unitTypes(filter: { propertyId: "${there.propertyId}" }) { nodes { id } }
           hostBookings(filter: { propertyId: "${there.propertyId}" }) { nodes { id } }
           rates(unitTypeId: "${here.unitTypeId}", ${night}) { nodes { rate } }
           far: rates(unitTypeId: "${there.unitTypeId}", ${night}) { nodes { rate } } }`,
      );
      expect(drawn.unitTypes.nodes.length).toBeGreaterThan(0);
      expect(drawn.unitTypes.nodes.filter(({ property }) => property.id !== here.propertyId)).toEqual([]);
      expect([drawn.elsewhere.nodes, drawn.hostBookings.nodes, drawn.far]).toEqual([[], [], null]);
      expect(drawn.rates?.nodes).toHaveLength(2);
    },
  );

  test("a member limited to a property can't find other properties' records by id or through a join", async () => {
    const { viewer, there } = await limited('manager');
    const { id, guest } = await newBooking(there.unitTypeId);
    const task = await newTask(there.propertyId, id);
    expect(
      await run(
        viewer,
        `{ booking(id: "${id}") { id } contact(id: "${guest.id}") { id } property(id: "${there.propertyId}") { id }
           task(id: "${task}") { id } paymentSessions(bookingId: "${id}") { id }
           rates(unitTypeId: "${there.unitTypeId}", from: "2031-01-01", until: "2031-01-02") { nodes { rate } } }`,
      ),
    ).toEqual({ booking: null, contact: null, property: null, task: null, paymentSessions: [], rates: null });
  });

  test.each([
    ['bookingCancel', ({ booking }: Ids) => `bookingCancel(id: "${booking}")`],
    ['bookingUpdate', ({ booking }: Ids) => `bookingUpdate(input: { id: "${booking}", adults: 2 })`],
    ['bookingMarkPaid', ({ booking }: Ids) => `bookingMarkPaid(id: "${booking}")`],
    [
      'bookingUnitsAssign',
      ({ booking }: Ids) => `bookingUnitsAssign(input: { bookingId: "${booking}", unitIds: [] })`,
    ],
    [
      'bookingUnitMove',
      ({ booking }: Ids) => `bookingUnitMove(id: "${booking}", unitId: "1", from: "2031-01-01")`,
    ],
    ['bookingNoteSet', ({ booking }: Ids) => `bookingNoteSet(bookingId: "${booking}", note: "Mine")`],
    [
      'bookingEmailResend',
      ({ booking }: Ids) => `bookingEmailResend(bookingId: "${booking}", kind: confirmed)`,
    ],
    [
      'unitMovesApply',
      ({ booking }: Ids) => `unitMovesApply(input: { moves: [{ bookingId: "${booking}", toUnitId: "1" }] })`,
    ],
    ['contactUpdate', ({ contact }: Ids) => `contactUpdate(input: { id: "${contact}", notes: "x" })`],
    ['contactRedact', ({ contact }: Ids) => `contactRedact(id: "${contact}")`],
    ['taskStatusSet', ({ task }: Ids) => `taskStatusSet(id: "${task}", status: CANCELLED)`],
    [
      'taskCreate',
      ({ property }: Ids) => `taskCreate(input: { taskType: "inspection", propertyId: "${property}" })`,
    ],
    ['propertyUpdate', ({ property }: Ids) => `propertyUpdate(input: { id: "${property}", name: "Mine" })`],
    ['unitTypeUpdate', ({ unitType }: Ids) => `unitTypeUpdate(input: { id: "${unitType}", name: "Mine" })`],
    ['propertyArchive', ({ property }: Ids) => `propertyArchive(id: "${property}")`],
    [
      'feeSet',
      ({ property }: Ids) =>
        `feeSet(input: { propertyId: "${property}", name: "Mine", basis: per_stay, amount: 1 })`,
    ],
    [
      'taxSet',
      ({ property }: Ids) => `taxSet(input: { propertyId: "${property}", name: "Mine", basisPoints: 1 })`,
    ],
    ['unitTypeArchive', ({ unitType }: Ids) => `unitTypeArchive(id: "${unitType}")`],
    [
      'ratesSet',
      ({ unitType }: Ids) =>
        `ratesSet(input: { unitTypeId: "${unitType}", from: "2027-06-01", until: "2027-06-01", rate: 1 })`,
    ],
    [
      'availabilityUpdate',
      ({ unitType }: Ids) =>
        `availabilityUpdate(input: { updates: [{ unitTypeId: "${unitType}", from: "2027-06-01", until: "2027-06-01", closed: 1 }] })`,
    ],
    [
      'nightsSet',
      ({ unitType }: Ids) =>
        `nightsSet(input: { unitTypeId: "${unitType}", from: "2027-06-01", until: "2027-06-01", rate: 1 })`,
    ],
    [
      'inventorySet',
      ({ unitType }: Ids) =>
        `inventorySet(input: { unitTypeId: "${unitType}", from: "2027-06-01", until: "2027-06-01", closed: 1 })`,
    ],
    [
      'unitNamesSet',
      ({ unitType }: Ids) => `unitNamesSet(input: { unitTypeId: "${unitType}", names: ["Mine"] })`,
    ],
    [
      'bookingCreate',
      ({ unitType }: Ids) =>
        `bookingCreate(input: { unitTypeId: "${unitType}", checkIn: "2027-06-01", checkOut: "2027-06-02", adults: 1,
          guest: { firstName: "A", lastName: "B" } })`,
    ],
  ])('is refused %s elsewhere', async (field, mutation) => {
    const { viewer, there } = await limited('manager');
    const { id: booking, guest } = await newBooking(there.unitTypeId);
    const ids = {
      booking,
      contact: guest.id,
      property: there.propertyId,
      unitType: there.unitTypeId,
      task: await newTask(there.propertyId),
    };
    const answer = await run<Readonly<Record<string, { userErrors: readonly { code: string }[] }>>>(
      viewer,
      `mutation { ${mutation(ids)} { userErrors { code } } }`,
    );
    expect(answer[field]?.userErrors.map(({ code }) => code)).toEqual(['NOT_FOUND']);
  });
});

describe('a manager limited to a property', () => {
  const manager = async () =>
    (await newMember(platform, 'lakeside', 'manager', [Number(places[0]?.propertyId)])).viewer;

  test("a manager limited to a property can't change storefront settings", async () => {
    const { storefronts } = await run<{ storefronts: readonly { id: string; name: string }[] }>(
      owner,
      '{ storefronts { id name } }',
    );
    const id = storefronts[0]?.id ?? '';
    const terms = '{ tiers: [], afterLast: { refundPercent: 0 } }';
    for (const change of [
      `storefrontUpdate(input: { id: "${id}", name: "Mine", maintenance: true })`,
      `cancellationPolicyCreate(input: { storefrontId: "${id}", name: "Mine", isDefault: true, terms: ${terms} })`,
    ])
      await expect(
        run(await manager(), `mutation { ${change} { userErrors { code } } }`),
      ).rejects.toMatchObject({
        code: 'ROLE_REQUIRED',
        message: expect.stringContaining('limited'),
      });
    expect(await run(owner, '{ storefronts { id name } }')).toEqual({ storefronts });
  });

  test("a manager limited to a property can't install an app, which would reach the whole team", async () => {
    const slug = `store-${newUuid().slice(0, 8)}`;
    await publishApp(platform, { slug, scopes: ['read_bookings'] });
    const viewer = await manager();
    const { appInstall } = await run<{ appInstall: { token: string | null; userErrors: readonly object[] } }>(
      viewer,
      `mutation { appInstall(slug: "${slug}") { token userErrors { code message } } }`,
    );
    expect(appInstall).toEqual({
      token: null,
      userErrors: [{ code: 'ROLE_REQUIRED', message: expect.stringContaining('limited') }],
    });
  });
});

interface Ids {
  readonly booking: string;
  readonly contact: string;
  readonly property: string;
  readonly unitType: string;
  readonly task: string;
}

describe('revenue', () => {
  test("the revenue role can't find a booking by the guest's address", async () => {
    const { viewer } = await newMember(platform, 'lakeside', 'revenue');
    const { id } = await newBooking(places[0]?.unitTypeId ?? '');
    const found = async (who: Host, search: string) =>
      (
        await run<{ hostBookings: { nodes: readonly { id: string }[] } }>(
          who,
          `{ hostBookings(filter: { search: "${search}" }) { nodes { id } } }`,
        )
      ).hostBookings.nodes;
    expect(await found(owner, `ada${day}@example.com`)).toEqual([{ id }]);
    expect(await found(viewer, `ada${day}@example.com`)).toEqual([]);
    expect(await found(viewer, `L${day}`)).toEqual([{ id }]);
  });
});
