import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import type { BookingEvent, EventName } from '#schema/events.ts';
import { bookStay, demoHost } from '../support/app-world.ts';
import { ask, type Developer, installNewApp, newDeveloper } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTask, designate, eventually, openTaskWorld, type TaskWorld } from '../support/task-world.ts';

let platform: TestPlatform;
let receiver: Receiver;
beforeAll(async () => {
  platform = await startPlatform({ SLA_MIN: 'PT1S', SWEEP_INTERVAL: 'PT0.2S' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

const TASK =
  'id propertyId canonicalStatus assigneeType assigneeName assignedBy version updatedAt dueAt bookingId';

interface Task {
  readonly id: string;
  readonly canonicalStatus: string;
  readonly assigneeName: string | null;
  readonly assignedBy: string | null;
  readonly version: number;
  readonly updatedAt: string;
  readonly propertyId: string;
  readonly dueAt: string | null;
  readonly bookingId: string | null;
  readonly customFields?: readonly object[];
}
interface Payload {
  readonly task: Task | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] }[];
}

/** Runs one task mutation as the app or the host and returns its payload. */
async function change(
  who: TaskWorld['app']['viewer'] | Developer['host'],
  mutation: string,
  variables: Readonly<Record<string, unknown>>,
  types: string,
): Promise<Payload> {
  const text = `mutation(${types}) { done: ${mutation} { task { ${TASK} } userErrors { code field message } } }`;
  return (await ask<{ done: Payload }>(platform, who, text, variables)).done;
}

const assign = (who: TaskWorld['app']['viewer'] | Developer['host'], id: string, name = 'Anna') =>
  change(
    who,
    'taskAssign(input: { id: $id, assigneeType: external, assigneeName: $name })',
    { id, name },
    '$id: ID!, $name: String!',
  );

const transition = (who: TaskWorld['app']['viewer'], id: string, status: string) =>
  change(
    who,
    'taskTransitionStatus(id: $id, status: $status)',
    { id, status },
    '$id: ID!, $status: TaskStatus!',
  );

const setStatus = ({ host }: Developer, id: string, status: string) =>
  change(host, 'taskStatusSet(id: $id, status: $status)', { id, status }, '$id: ID!, $status: TaskStatus!');

async function tasksOf({ host }: Developer, args = 'first: 100'): Promise<readonly Task[]> {
  const { tasks } = await ask<{ tasks: { nodes: readonly Task[] } }>(
    platform,
    host,
    `{ tasks(${args}) { nodes { ${TASK} } } }`,
  );
  return tasks.nodes;
}

describe('the assignment protocol', () => {
  test('the assigned app can move a task from OPEN to COMPLETED', async () => {
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
    const id = await createTask(platform, { developer, propertyId });
    expect((await assign(app.viewer, id)).task).toMatchObject({
      canonicalStatus: 'ASSIGNED',
      assigneeName: 'Anna',
      assignedBy: `app:${app.slug}`,
      version: 2,
    });
    expect((await assign(app.viewer, id, 'Ben')).task).toMatchObject({ assigneeName: 'Ben', version: 3 });
    expect((await transition(app.viewer, id, 'IN_PROGRESS')).task?.version).toBe(4);
    expect((await transition(app.viewer, id, 'IN_PROGRESS')).task?.version, 'a repeat changes nothing').toBe(
      4,
    );
    await platform.database.query('UPDATE catalog.property SET guest_ready = false WHERE id = $1', [
      propertyId,
    ]);
    expect((await transition(app.viewer, id, 'COMPLETED')).task?.canonicalStatus).toBe('COMPLETED');
    await eventually(
      () => guestReady(propertyId),
      (ready) => ready,
    );
    expect(await transition(app.viewer, id, 'IN_PROGRESS')).toMatchObject({
      task: null,
      userErrors: [{ code: 'INVALID_TRANSITION', field: ['status'] }],
    });
    expect((await setStatus(developer, id, 'IN_PROGRESS')).task?.canonicalStatus).toBe('IN_PROGRESS');
    await eventually(
      () => guestReady(propertyId),
      (ready) => !ready,
    );
  });

  test("an app can't change a task assigned to another app", async () => {
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
    const rival = await installNewApp(platform, developer, {});
    const stranger = await installNewApp(platform, await newDeveloper(platform), {});
    const id = await createTask(platform, { developer, propertyId });
    await assign(app.viewer, id);
    expect(await assign(rival.viewer, id)).toMatchObject({ userErrors: [{ code: 'ALREADY_ASSIGNED' }] });
    expect(await transition(rival.viewer, id, 'IN_PROGRESS')).toMatchObject({
      userErrors: [{ code: 'NOT_ASSIGNER' }],
    });
    for (const refused of [await assign(stranger.viewer, id), await assign(app.viewer, 'nonsense')]) {
      expect(refused).toMatchObject({ task: null, userErrors: [{ code: 'NOT_FOUND' }] });
    }
    const { task } = await ask<{ task: Task | null }>(platform, stranger.viewer, '{ task(id: 1) { id } }');
    expect(task).toBeNull();
  });

  test('an app can write custom fields only in its own namespace', async () => {
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
    const id = await createTask(platform, { developer, propertyId });
    const write = (namespace: string, value: string) =>
      change(
        app.viewer,
        'taskSetCustomField(taskId: $id, namespace: $namespace, key: "crew", type: "string", value: $value)',
        { id, namespace, value },
        '$id: ID!, $namespace: String!, $value: String!',
      );
    expect((await write(app.slug, 'North')).userErrors).toEqual([]);
    expect((await write(app.slug, 'South')).task?.version).toBe(3);
    expect(await write('other', 'x')).toMatchObject({ userErrors: [{ code: 'NAMESPACE_NOT_OWNED' }] });
    const { task } = await ask<{ task: Task }>(
      platform,
      app.viewer,
      `{ task(id: ${id}) { customFields { namespace key type value } } }`,
    );
    expect(task.customFields).toEqual([{ namespace: app.slug, key: 'crew', type: 'string', value: 'South' }]);
  });

  test('a task falls back to the host team if no app responds within the SLA', async () => {
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
    await designate(platform, developer, app.slug, 1);
    const id = await createTask(platform, { developer, propertyId });
    const [task] = await eventually(
      () => tasksOf(developer),
      ([first]) => first?.canonicalStatus === 'ASSIGNED',
    );
    expect(task).toMatchObject({ id, assignedBy: 'platform', assigneeName: 'Host team', version: 2 });
    expect(await assign(app.viewer, id)).toMatchObject({ userErrors: [{ code: 'ALREADY_ASSIGNED' }] });
  });

  test('assigning a task requires the capability', async () => {
    const { app } = await openTaskWorld(platform, receiver);
    const viewer = { ...app.viewer, capabilities: [] };
    await expect(assign(viewer, '1')).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      extensions: { requiredCapability: 'act_as_assignment_provider' },
    });
  });
});

async function guestReady(propertyId: string): Promise<boolean> {
  const [row] = await platform.database.query<{ guest_ready: boolean }>(
    'SELECT guest_ready FROM catalog.property WHERE id = $1',
    [propertyId],
  );
  return row?.guest_ready ?? false;
}

describe('a task that a host creates', () => {
  test("a host's task accepts only the team's bookings at the task's property", async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const { reference } = await bookStay(platform, 'lakeside');
    const [booking] = await platform.database.query<{ id: number; property_id: number }>(
      'SELECT id::float8, property_id FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const elsewhere = await platform.database.query<{ id: number }>(
      `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.team_id = $1 AND p.id <> $2 LIMIT 1`,
      [lakeside.teamId, booking?.property_id],
    );
    const stranger = await openTaskWorld(platform, receiver);
    const create = ({ host }: Pick<Developer, 'host'>, propertyId: unknown, bookingId: unknown) =>
      change(
        host,
        'taskCreate(input: { taskType: "cleaning", propertyId: $propertyId, bookingId: $bookingId })',
        { propertyId: String(propertyId), bookingId: String(bookingId) },
        '$propertyId: ID!, $bookingId: ID!',
      );
    const refusal = (code: string) => ({
      task: null,
      userErrors: [{ code, field: ['input', 'bookingId'] }],
    });

    expect((await create(lakeside, booking?.property_id, booking?.id)).task?.bookingId).toBe(
      String(booking?.id),
    );
    expect(await create(lakeside, elsewhere[0]?.id, booking?.id)).toMatchObject(refusal('INVALID'));
    expect(await create(stranger.developer, stranger.propertyId, booking?.id)).toMatchObject(
      refusal('NOT_FOUND'),
    );
    for (const nonsense of ['nonsense', '99999999999', '0']) {
      expect(await create(lakeside, booking?.property_id, nonsense)).toMatchObject(refusal('NOT_FOUND'));
    }
  });

  test("a host's task for a booking moves along with the booking", async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const { reference } = await bookStay(platform, 'lakeside');
    const [row] = await platform.database.query<{ id: number; property_id: number; version: number }>(
      'SELECT id::float8, property_id, version FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const { id: bookingId = 0, property_id: propertyId = 0, version = 0 } = row ?? {};
    const variables = { propertyId: String(propertyId), bookingId: String(bookingId) };
    const created = await inTransaction(platform, async (em) => {
      await em.execute(`SELECT FROM tasks.task_type WHERE team_id = ${lakeside.teamId} FOR UPDATE`);
      const creating = change(
        lakeside.host,
        'taskCreate(input: { taskType: "cleaning", propertyId: $propertyId, bookingId: $bookingId })',
        variables,
        '$propertyId: ID!, $bookingId: ID!',
      );
      await eventually(locksWaitedFor, ([{ count } = { count: 0 }]) => count === 1);
      const moved = { ...bookingOf(lakeside, '4711'), bookingId, version: version + 1 };
      await happens('booking.updated', moved);
      await eventually(
        async () => [await locksWaitedFor(), await updatesLeft()] as const,
        ([[waiting], [updates]]) => waiting?.count === 2 || updates?.left === 0,
      );
      return { creating };
    });
    const { task } = await created.creating;
    await eventually(
      () =>
        platform.database.query<{ property_id: string }>('SELECT property_id FROM tasks.task WHERE id = $1', [
          task?.id,
        ]),
      ([there]) => Number(there?.property_id) === 4_711,
    );
  });
});

const locksWaitedFor = () =>
  platform.database.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
const updatesLeft = () =>
  platform.database.query<{ left: number }>(
    `SELECT count(*)::int AS left FROM pgboss.job WHERE name = 'booking.updated/tasks' AND state < 'completed'`,
  );

let bookings = 900_000;
const bookingOf = (developer: Developer, propertyId: string): BookingEvent => ({
  adults: 2,
  children: 0,
  lines: [{ unitTypeId: 1, quantity: 1, unitIds: [] }],
  total: 10_000,
  currency: 'EUR',
  amountDue: 0,
  paidBefore: 10_000,
  teamId: developer.teamId,
  bookingId: ++bookings,
  version: 2,
  reference: 'BK-TEST0000',
  status: 'confirmed',
  propertyId: Number(propertyId),
  timeZone: 'Europe/Zurich',
  checkIn: '2036-01-29',
  checkOut: '2036-01-31',
});
const happens = (event: Extract<EventName, `booking.${string}`>, booking: BookingEvent) =>
  inTransaction(platform, (em) => publish(platform, em, event, booking));

describe('a host rule', () => {
  test("a host rule creates a cleaning on a confirmed booking's check-out day", async () => {
    const { developer, propertyId } = await openTaskWorld(platform, receiver);
    const booking = bookingOf(developer, propertyId);
    await happens('booking.confirmed', booking);
    await happens('booking.confirmed', booking);
    const [task, ...more] = await eventually(
      () => tasksOf(developer),
      (tasks) => tasks.length > 0,
    );
    expect(task).toMatchObject({
      canonicalStatus: 'OPEN',
      bookingId: String(booking.bookingId),
      dueAt: '2036-01-31T10:00:00.000Z',
    });
    expect(more).toEqual([]);
    await happens('booking.cancelled', { ...booking, version: 3, status: 'cancelled' });
    await eventually(
      () => tasksOf(developer),
      ([first]) => first?.canonicalStatus === 'CANCELLED',
    );
    expect(await tasksOf(developer)).toHaveLength(1);
  });

  test("a host rule's task follows a real booking from hold to cancellation", async () => {
    const lakeside = await demoHost(platform, 'lakeside');
    const { reference } = await bookStay(platform, 'lakeside');
    const [booking] = await platform.database.query<{ id: number }>(
      'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
      [reference],
    );
    const untilCleaning = (wanted: string) =>
      eventually(
        () =>
          platform.database.query<{ status: string }>(
            `SELECT status FROM tasks.task WHERE booking_id = $1 AND task_type = 'cleaning'`,
            [booking?.id],
          ),
        ([task, ...more]) => task?.status === wanted && more.length === 0,
      );
    const host = (mutation: string) =>
      ask<Readonly<Record<string, { readonly userErrors: readonly object[] }>>>(
        platform,
        lakeside.host,
        `mutation { ${mutation}(id: ${booking?.id}) { userErrors { code } } }`,
      );
    expect(await host('bookingMarkPaid')).toEqual({ bookingMarkPaid: { userErrors: [] } });
    await untilCleaning('OPEN');
    expect(await host('bookingCancel')).toEqual({ bookingCancel: { userErrors: [] } });
    await untilCleaning('CANCELLED');
  });

  test('a host rule ignores a confirmation that arrives after the cancellation', async () => {
    const { developer, propertyId } = await openTaskWorld(platform, receiver);
    const booking = bookingOf(developer, propertyId);
    await happens('booking.cancelled', { ...booking, version: 3, status: 'cancelled' });
    await heard(booking.bookingId);
    await happens('booking.confirmed', booking);
    await happens('booking.expired', { ...booking, version: 4, status: 'released' });
    await heard(booking.bookingId, 4);
    expect(await tasksOf(developer)).toEqual([]);
  });

  const heard = (bookingId: number, version = 3) =>
    eventually(
      () =>
        platform.database.query<{ version: number }>(
          'SELECT version FROM tasks.booking_heard WHERE booking_id = $1',
          [bookingId],
        ),
      ([row]) => row?.version === version,
    );

  test("a host rule's task moves with the booking to another day and property, in that property's time zone", async () => {
    const { developer, propertyId } = await openTaskWorld(platform, receiver);
    const booking = bookingOf(developer, propertyId);
    await happens('booking.confirmed', booking);
    const [made] = await eventually(
      () => tasksOf(developer),
      (tasks) => tasks.length > 0,
    );
    const moved = { ...booking, propertyId: 4_711, timeZone: 'Asia/Tokyo', checkOut: '2036-02-03' };
    await happens('booking.updated', { ...moved, version: 4 });
    const there = { propertyId: '4711', dueAt: '2036-02-03T02:00:00.000Z' };
    await eventually(
      () => tasksOf(developer),
      ([task]) => task?.propertyId === there.propertyId,
    );
    await happens('booking.updated', { ...booking, version: 3 });
    await eventually(updatesLeft, ([row]) => row?.left === 0);
    const [task, ...more] = await tasksOf(developer);
    expect(task, 'an older event that comes late changes nothing').toMatchObject({
      id: made?.id,
      version: 2,
      canonicalStatus: 'OPEN',
      ...there,
    });
    expect(more).toEqual([]);
  });

  test.each(['booking.checked_out', 'booking.no_show'] as const)(
    "a host rule's task is due on the new last day after %s shortened the stay",
    async (topic) => {
      const { developer, propertyId } = await openTaskWorld(platform, receiver);
      const booking = bookingOf(developer, propertyId);
      await happens('booking.confirmed', booking);
      await eventually(
        () => tasksOf(developer),
        (tasks) => tasks.length > 0,
      );
      await happens(topic, { ...booking, version: 3, checkOut: '2036-01-30' });
      const [task] = await eventually(
        () => tasksOf(developer),
        ([one]) => one?.version === 2,
      );
      expect(task).toMatchObject({ canonicalStatus: 'OPEN', dueAt: '2036-01-30T10:00:00.000Z' });
    },
  );

  test('a host rule uses the dates from a change that arrived before the confirmation', async () => {
    const { developer, propertyId } = await openTaskWorld(platform, receiver);
    const booking = bookingOf(developer, propertyId);
    await happens('booking.updated', { ...booking, version: 3, checkOut: '2036-02-05' });
    await eventually(updatesLeft, ([row]) => row?.left === 0);
    await happens('booking.confirmed', booking);
    const [task] = await eventually(
      () => tasksOf(developer),
      (tasks) => tasks.length > 0,
    );
    expect(task).toMatchObject({ dueAt: '2036-02-05T10:00:00.000Z', version: 1 });
  });

  test("a host rule doesn't move a completed task", async () => {
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
    const booking = bookingOf(developer, propertyId);
    await happens('booking.confirmed', booking);
    const [made] = await eventually(
      () => tasksOf(developer),
      (tasks) => tasks.length > 0,
    );
    const id = made?.id ?? '';
    await assign(app.viewer, id);
    await transition(app.viewer, id, 'IN_PROGRESS');
    await transition(app.viewer, id, 'COMPLETED');
    await happens('booking.updated', { ...booking, version: 3, propertyId: 4_711, checkOut: '2036-02-05' });
    await eventually(updatesLeft, ([row]) => row?.left === 0);
    expect((await tasksOf(developer))[0]).toMatchObject({ propertyId, dueAt: '2036-01-31T10:00:00.000Z' });
  });

  test('moving a cleaning to another property makes the previous property guest-ready', async () => {
    const { developer, propertyId } = await openTaskWorld(platform, receiver);
    const over = { checkIn: '2026-01-01', checkOut: '2026-01-02' };
    const booking = { ...bookingOf(developer, propertyId), ...over };
    await happens('booking.confirmed', booking);
    await eventually(
      () => guestReady(propertyId),
      (ready) => !ready,
    );
    await happens('booking.updated', { ...booking, version: 3, propertyId: 4_711, checkOut: '2036-02-05' });
    await eventually(
      () => guestReady(propertyId),
      (ready) => ready,
    );
  });

  test.each(['COMPLETED', 'CANCELLED'])(
    "a cleaning without a due time keeps its property from being guest-ready until it's %s",
    async (ended) => {
      const { developer, propertyId } = await openTaskWorld(platform, receiver);
      const readyBecomes = (wanted: boolean) =>
        eventually(
          () => guestReady(propertyId),
          (ready) => ready === wanted,
        );
      expect(await guestReady(propertyId)).toBe(true);
      const id = await createTask(platform, { developer, propertyId }, { dueAt: null });
      await readyBecomes(false);
      if (ended === 'COMPLETED')
        for (const status of ['ASSIGNED', 'IN_PROGRESS']) await setStatus(developer, id, status);
      await setStatus(developer, id, ended);
      await readyBecomes(true);
    },
  );

  test("an unfinished cleaning makes its property not guest-ready once it's due", async () => {
    const { developer, propertyId } = await openTaskWorld(platform, receiver);
    expect(await guestReady(propertyId)).toBe(true);
    await createTask(platform, { developer, propertyId }, { dueAt: '2026-01-01T00:00:00Z' });
    await eventually(
      () => guestReady(propertyId),
      (ready) => !ready,
    );
  });
});

describe('tasks of one team', () => {
  const FIELD =
    'taskSetCustomField(taskId: $id, namespace: $namespace, key: $key, type: "string", value: "1")';
  const FIELD_TYPES = '$id: ID!, $namespace: String!, $key: String!';

  test("a team's other tasks can change while a change to one task is blocked", async () => {
    const world = await openTaskWorld(platform, receiver, { capabilities: ['act_as_assignment_provider'] });
    const { app } = world;
    const [held, other] = [await createTask(platform, world), await createTask(platform, world)];
    const release = await holdUp(held);
    const assigned = assign(app.viewer, held, 'Crew');
    await eventually(
      () =>
        platform.database.query(`SELECT FROM pg_locks WHERE (classid, objid) = (1, ${held}) AND NOT granted`),
      (waiting) => waiting.length > 0,
    );
    const field = { id: other, namespace: app.slug, key: 'code' };
    expect((await change(app.viewer, FIELD, field, FIELD_TYPES)).task?.version).toBe(2);
    expect(await createTask(platform, world)).not.toBe('');
    await release();
    expect((await assigned).task?.canonicalStatus).toBe('ASSIGNED');
  });

  test("ten concurrent writes don't overwrite each other's custom fields", async () => {
    const world = await openTaskWorld(platform, receiver);
    const id = await createTask(platform, world);
    const keys = Array.from({ length: 10 }, (_, n) => `key-${n}`);
    const written = await Promise.all(
      keys.map((key) => change(world.app.viewer, FIELD, { id, namespace: world.app.slug, key }, FIELD_TYPES)),
    );
    expect(written.map(({ task }) => task?.version).sort((a = 0, b = 0) => a - b)).toEqual(
      keys.map((_, n) => n + 2),
    );
    const [row] = await platform.database.query<{ keys: string[] }>(
      `SELECT array_agg(field ->> 'key' ORDER BY field ->> 'key') AS keys FROM tasks.task, jsonb_array_elements(custom_fields) field
       WHERE id = $1`,
      [id],
    );
    expect(row?.keys).toEqual(keys);
  });

  /** Blocks the transaction that changes a task until the returned function is called. */
  async function holdUp(id: string): Promise<() => Promise<void>> {
    const { url, query } = platform.database;
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    onTestFinished(async () => {
      await holder.end();
      await query('DROP FUNCTION tasks.hold_up CASCADE');
    });
    await holder.query('SELECT pg_advisory_lock(1, $1)', [id]);
    await query(`CREATE FUNCTION tasks.hold_up() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock_shared(1, NEW.id::integer); RETURN NEW; END'`);
    await query(`CREATE TRIGGER hold_up BEFORE UPDATE ON tasks.task FOR EACH ROW WHEN (NEW.id = ${Number(id)})
      EXECUTE FUNCTION tasks.hold_up()`);
    return async () => {
      await holder.query('SELECT pg_advisory_unlock(1, $1)', [id]);
    };
  }
});

describe('the list of tasks', () => {
  test('the list of tasks pages by time of last change, oldest first', async () => {
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver);
    const ids = [];
    for (let i = 0; i < 5; i += 1) ids.push(await createTask(platform, { developer, propertyId }));
    await assign(app.viewer, ids[1] ?? '');
    const order = [ids[0], ids[2], ids[3], ids[4], ids[1]];
    expect((await tasksOf(developer)).map(({ id }) => id)).toEqual(order);

    const seen: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page: Page = await ask(platform, app.viewer, PAGE, { after });
      expect(page.tasks.edges.map(({ node }) => node.id)).toEqual(page.tasks.nodes.map(({ id }) => id));
      seen.push(...page.tasks.nodes.map(({ id }) => id));
      after = page.tasks.pageInfo.endCursor;
      more = page.tasks.pageInfo.hasNextPage;
    }
    expect(seen).toEqual(order);

    const third = (await tasksOf(developer))[2];
    const since = await tasksOf(developer, `filter: { updatedSince: "${third?.updatedAt}" }`);
    expect(since.map(({ id }) => id)).toEqual(order.slice(2));
  });

  test.each(['first: 0', 'first: 101', 'after: "nonsense"'])(
    'the list of tasks refuses %s as BAD_USER_INPUT',
    async (args) => {
      const developer = await newDeveloper(platform);
      await expect(tasksOf(developer, args)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    },
  );
});

const PAGE = `query($after: String) { tasks(first: 2, after: $after) {
  nodes { id } edges { cursor node { id } } pageInfo { hasNextPage endCursor }
} }`;
interface Page {
  readonly tasks: {
    readonly nodes: readonly { readonly id: string }[];
    readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}
