import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { BookingEvent, EventName } from '#schema/events.ts';
import { recordJobs } from '../support/booked-jobs.ts';
import { ask, type Developer, installNewApp, newDeveloper, pushApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTask, eventually, openTaskWorld, type TaskWorld } from '../support/task-world.ts';

let platform: TestPlatform;
let receiver: Receiver;
beforeAll(async () => {
  platform = await startPlatform({ SLA_MIN: 'PT1S', SWEEP_INTERVAL: 'PT0.2S' });
  await recordJobs(platform.database);
  receiver = await startReceiver();
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

const CAPABILITIES = ['act_as_assignment_provider', 'register_task_types'];
const LINEN = {
  key: 'linen',
  name: 'Linen delivery',
  description: 'Fresh linen for every bed.',
  icon: 'wash',
  sla: 'PT30M',
  provider: 'self',
  blocks_guest_ready: true,
  fields: [{ key: 'bags', type: 'integer', label: 'Bags delivered', required_to_complete: true }],
  rules: [{ trigger: 'booking.checked_out', due: 'PT4H', enabled_by_default: true }],
};
const BATTERIES = { key: 'batteries', name: 'Change batteries' };

interface Error {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
}
interface Type {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly retiredBecause: string | null;
  readonly providerAppSlug: string | null;
  readonly slaSeconds: number;
}
interface Task {
  readonly id: string;
  readonly taskType: string;
  readonly canonicalStatus: string;
  readonly dueAt: string | null;
  readonly createdAt: string;
  readonly title: string | null;
  readonly externalId: string | null;
  readonly fields: readonly object[];
}

/** Installs an app with task types and waits until the types have arrived. */
async function linenWorld(taskTypes: readonly object[] = [LINEN]): Promise<TaskWorld> {
  const world = await openTaskWorld(platform, receiver, {
    capabilities: CAPABILITIES,
    task_types: taskTypes,
  });
  const viewer = { ...world.app.viewer, capabilities: CAPABILITIES };
  await eventually(
    () => typesOf(world.developer.host),
    (types) => taskTypes.length === types.filter(({ id }) => id.startsWith(world.app.slug)).length,
  );
  return { ...world, app: { ...world.app, viewer } };
}

const TYPE = 'id name state retiredBecause providerAppSlug slaSeconds';
const typesOf = async (viewer: Viewer) =>
  (await ask<{ taskTypes: readonly Type[] }>(platform, viewer, `{ taskTypes { ${TYPE} } }`)).taskTypes;
const typeOf = async ({ developer, app }: TaskWorld, key = 'linen') =>
  (await typesOf(developer.host)).find(({ id }) => id === `${app.slug}/${key}`);

const TASK =
  'id taskType canonicalStatus dueAt createdAt title externalId fields { key label requiredToComplete value }';

async function change<R = { readonly task: Task | null; readonly userErrors: readonly Error[] }>(
  who: Viewer,
  mutation: string,
  type: string,
  input: unknown,
  selection = `task { ${TASK} }`,
): Promise<R> {
  const text = `mutation($input: ${type}) { done: ${mutation} { ${selection} userErrors { code field message } } }`;
  return (await ask<{ done: R }>(platform, who, text, { input })).done;
}

const create = (who: Viewer, input: object) =>
  change(who, 'taskCreate(input: $input)', 'TaskCreateInput!', input);
const register = (who: Viewer, input: object) =>
  change<{ taskType: Type | null; userErrors: readonly Error[] }>(
    who,
    'taskTypeRegister(input: $input)',
    'TaskTypeRegisterInput!',
    input,
    `taskType { ${TYPE} }`,
  );
const retire = (who: Viewer, key: string) =>
  change<{ taskType: Type | null; userErrors: readonly Error[] }>(
    who,
    'taskTypeRetire(key: $input)',
    'String!',
    key,
    `taskType { ${TYPE} }`,
  );
const switchType = (who: Viewer, taskType: string, enabled: boolean) =>
  change<{ taskType: Type | null; userErrors: readonly Error[] }>(
    who,
    'taskTypeSwitch(input: $input)',
    'TaskTypeSwitchInput!',
    { taskType, enabled },
    `taskType { ${TYPE} }`,
  );
const setStatus = async (who: Viewer, id: string, status: string) =>
  (
    await ask<{ done: { task: Task | null; userErrors: readonly Error[] } }>(
      platform,
      who,
      `mutation($id: ID!, $status: TaskStatus!) { done: taskStatusSet(id: $id, status: $status) {
        task { ${TASK} } userErrors { code field message } } }`,
      { id, status },
    )
  ).done;

async function complete(who: Viewer, id: string) {
  for (const status of ['ASSIGNED', 'IN_PROGRESS']) await setStatus(who, id, status);
  return setStatus(who, id, 'COMPLETED');
}

const fill = (who: Viewer, taskId: string, value: string, key = 'bags') =>
  change(who, 'taskFieldSet(input: $input)', 'TaskFieldSetInput!', { taskId, key, value });

const uninstall = ({ developer, app }: TaskWorld) =>
  ask(
    platform,
    developer.viewer,
    'mutation($slug: String!, $team: String) { appUninstall(slug: $slug, team: $team) { userErrors { message } } }',
    { slug: app.slug, team: developer.team },
  );

async function tasksOf({ host }: Developer): Promise<readonly Task[]> {
  const text = `{ tasks(first: 100) { nodes { ${TASK} } } }`;
  return (await ask<{ tasks: { nodes: readonly Task[] } }>(platform, host, text)).tasks.nodes;
}

async function guestReady(propertyId: string): Promise<boolean> {
  const [row] = await platform.database.query<{ guest_ready: boolean }>(
    'SELECT guest_ready FROM catalog.property WHERE id = $1',
    [propertyId],
  );
  return row?.guest_ready ?? false;
}

describe('a task type that a manifest declares', () => {
  test('an install enables a declared task type with its provider and SLA', async () => {
    const world = await linenWorld();
    expect(await typeOf(world)).toEqual({
      id: `${world.app.slug}/linen`,
      name: 'Linen delivery',
      state: 'enabled',
      retiredBecause: null,
      providerAppSlug: world.app.slug,
      slaSeconds: 1800,
    });
    expect((await typesOf(world.developer.host)).slice(0, 3).map(({ id }) => id)).toEqual([
      'cleaning',
      'inspection',
      'maintenance',
    ]);
  });

  test('a task type added in a later version is offered to the host', async () => {
    const world = await linenWorld();
    await pushApp(platform, world.developer, {
      slug: world.app.slug,
      capabilities: CAPABILITIES,
      task_types: [LINEN, BATTERIES],
    });
    await eventually(
      () => typeOf(world, 'batteries'),
      (type) => type?.state === 'offered',
    );
    const input = { taskType: `${world.app.slug}/batteries`, propertyId: world.propertyId };
    expect((await create(world.developer.host, input)).userErrors).toMatchObject([
      { code: 'TASK_TYPE_DISABLED', field: ['input', 'taskType'] },
    ]);
    await switchType(world.developer.host, input.taskType, true);
    expect((await create(world.developer.host, input)).userErrors).toEqual([]);
    await switchType(world.developer.host, input.taskType, false);
    expect((await create(world.developer.host, input)).userErrors).toMatchObject([
      { code: 'TASK_TYPE_DISABLED' },
    ]);
    expect(await typeOf(world)).toMatchObject({ state: 'enabled' });
  });

  test('a version that omits a task type retires it', async () => {
    const world = await linenWorld();
    const taskType = `${world.app.slug}/linen`;
    const id = await createTask(platform, world, { taskType });
    await pushApp(platform, world.developer, { slug: world.app.slug, capabilities: CAPABILITIES });
    const type = await eventually(
      () => typeOf(world),
      (found) => found?.state === 'retired',
    );
    expect(type?.retiredBecause).toBe("The current version of Tidy doesn't declare it.");
    expect(await switchType(world.developer.host, taskType, true)).toMatchObject({
      userErrors: [{ code: 'TASK_TYPE_RETIRED' }],
    });
    expect((await tasksOf(world.developer)).map((task) => task.id)).toEqual([id]);
  });

  test('a host can still complete a task after the app that added its type is uninstalled', async () => {
    const world = await linenWorld();
    const { host } = world.developer;
    const id = await createTask(platform, world, { taskType: `${world.app.slug}/linen` });
    await setStatus(host, id, 'ASSIGNED');
    await setStatus(host, id, 'IN_PROGRESS');
    await uninstall(world);
    const type = await eventually(
      () => typeOf(world),
      (found) => found?.state === 'retired',
    );
    expect(type?.retiredBecause).toBe('Tidy was uninstalled.');
    expect((await setStatus(host, id, 'COMPLETED')).task?.canonicalStatus).toBe('COMPLETED');
    const again = { taskType: type?.id, propertyId: world.propertyId };
    expect((await create(host, again)).userErrors).toMatchObject([{ code: 'TASK_TYPE_RETIRED' }]);
  });

  test("task types reflect their install's newest event, regardless of arrival order", async () => {
    const world = await linenWorld();
    await uninstall(world);
    await eventually(
      () => typeOf(world),
      (found) => found?.state === 'retired',
    );
    await inTransaction(platform, (em) =>
      publish(platform, em, 'install.changed', {
        teamId: world.developer.teamId,
        app: world.app.slug,
        appName: 'Tidy',
        version: 1,
        isActive: true,
        capabilities: CAPABILITIES,
        seen: ['batteries'],
        taskTypes: [
          {
            key: 'batteries',
            name: 'Late',
            description: '',
            icon: null,
            slaMs: null,
            provider: 'host',
            blocksGuestReady: false,
            fields: [],
            rules: [],
          },
        ],
      }),
    );
    await eventually(
      () =>
        platform.database.query<{ left: number }>(
          `SELECT count(*)::int AS left FROM pgboss.job WHERE name = 'install.changed/tasks' AND state < 'completed'`,
        ),
      ([row]) => row?.left === 0,
    );
    expect(await typeOf(world, 'batteries')).toBeUndefined();
    expect(await typeOf(world)).toMatchObject({ state: 'retired' });
  });
});

describe('taskTypeRegister', () => {
  test('taskTypeRegister adds a type that the app and the host can use for tasks', async () => {
    const world = await linenWorld([]);
    const { taskType, userErrors } = await register(world.app.viewer, { ...BATTERIES, sla: 'PT1H' });
    expect(userErrors).toEqual([]);
    expect(taskType).toMatchObject({ id: `${world.app.slug}/batteries`, state: 'enabled', slaSeconds: 3600 });
    const input = { taskType: taskType?.id, propertyId: world.propertyId };
    expect((await create(world.developer.host, input)).task?.taskType).toBe(taskType?.id);
    expect((await create(world.app.viewer, { ...input, externalId: 'b-1' })).task?.externalId).toBe('b-1');
  });

  test('taskTypeRegister refuses a taken key', async () => {
    const world = await linenWorld();
    const { viewer } = world.app;
    for (const key of ['linen', 'cleaning']) {
      expect((await register(viewer, { key, name: 'Mine' })).userErrors).toMatchObject([
        { code: 'TASK_TYPE_TAKEN', field: ['input', 'key'] },
      ]);
    }
    for (const [field, input] of [
      ['key', { key: 'A b', name: 'x' }],
      ['name', { key: 'a', name: '' }],
      ['sla', { key: 'a', name: 'x', sla: 'P2D' }],
      ['sla', { key: 'a', name: 'x', sla: 'soon' }],
      ['fields', { key: 'a', name: 'x', fields: [{ key: 'k', type: 'rainbow', label: 'x' }] }],
    ] as const) {
      expect((await register(viewer, input)).userErrors).toMatchObject([
        { code: 'INVALID', field: ['input', field] },
      ]);
    }
  });

  test('taskTypeRegister accepts at most 50 types per install, even concurrently', async () => {
    const world = await linenWorld([]);
    const answers = await Promise.all(
      Array.from({ length: 55 }, (_, i) => register(world.app.viewer, { key: `k${i}`, name: `Kind ${i}` })),
    );
    const refused = answers.flatMap(({ userErrors }) => userErrors);
    expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'LIMIT'));
    const [taken] = answers.flatMap(({ taskType }) => (taskType ? [taskType] : []));
    await retire(world.app.viewer, taken?.id ?? '');
    expect((await register(world.app.viewer, { key: 'more', name: 'More' })).userErrors).toEqual([]);
  });

  test('taskTypeRegister requires the capability', async () => {
    const { app } = await linenWorld([]);
    const viewer = { ...app.viewer, capabilities: [] };
    await expect(register(viewer, BATTERIES)).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      extensions: { requiredCapability: 'register_task_types' },
    });
  });
});

describe('a registration under way while its app is uninstalled', () => {
  const enabled = ({ app, developer }: TaskWorld) =>
    platform.database.query(
      `SELECT key FROM tasks.task_type WHERE team_id = $1 AND app = $2 AND state <> 'retired'`,
      [developer.teamId, app.slug],
    );
  const uninstall = ({ developer, app }: TaskWorld) =>
    ask(
      platform,
      developer.host,
      `mutation { appUninstall(slug: "${app.slug}", team: "${developer.team}") { userErrors { code } } }`,
    );
  const told = ({ developer, app }: TaskWorld) =>
    eventually(
      () =>
        platform.database.query<{ ended: boolean }>(
          'SELECT ended FROM tasks.install_heard WHERE team_id = $1 AND app = $2',
          [developer.teamId, app.slug],
        ),
      ([heard]) => heard?.ended === true,
    );

  test('registering a task type fails once the app is uninstalled', async () => {
    const world = await linenWorld();
    await uninstall(world);
    await told(world);
    expect(await register(world.app.viewer, { key: 'late', name: 'Late' })).toMatchObject({
      taskType: null,
      userErrors: [{ code: 'NOT_FOUND' }],
    });
  });

  test('registering during an uninstall leaves no type enabled, in either order', async () => {
    for (let round = 0; round < 6; round += 1) {
      const world = await linenWorld();
      const late = Array.from({ length: 4 }, (_, n) =>
        register(world.app.viewer, { key: `late-${n}`, name: 'Late' }),
      );
      await Promise.all([uninstall(world), ...late]);
      await told(world);
      expect(await enabled(world)).toEqual([]);
    }
  });
});

describe('taskTypeRetire', () => {
  test('taskTypeRetire retires a registered type', async () => {
    const world = await linenWorld([]);
    const { viewer } = world.app;
    await register(viewer, BATTERIES);
    for (const key of ['batteries', `${world.app.slug}/batteries`]) {
      expect((await retire(viewer, key)).taskType).toMatchObject({ state: 'retired' });
    }
    const input = { taskType: `${world.app.slug}/batteries`, propertyId: world.propertyId, externalId: '1' };
    expect((await create(viewer, input)).userErrors).toMatchObject([{ code: 'TASK_TYPE_RETIRED' }]);
    expect((await register(viewer, BATTERIES)).taskType).toMatchObject({ state: 'enabled' });
  });

  test("taskTypeRetire refuses another app's types", async () => {
    const world = await linenWorld();
    const rival = await installNewApp(platform, world.developer, { capabilities: CAPABILITIES });
    const viewer = { ...rival.viewer, capabilities: CAPABILITIES };
    const codeOf = async (key: string) => (await retire(viewer, key)).userErrors[0]?.code;
    expect(await codeOf(`${world.app.slug}/linen`)).toBe('NOT_YOURS');
    expect(await codeOf('cleaning')).toBe('NOT_YOURS');
    expect(await codeOf('nothing')).toBe('NOT_FOUND');
    expect(await codeOf("'; --")).toBe('NOT_FOUND');
    expect((await retire(world.app.viewer, 'linen')).userErrors).toMatchObject([{ code: 'INVALID' }]);
  });
});

describe('taskCreate of an app', () => {
  test('taskCreate creates one task per externalId, even for concurrent repeats', async () => {
    const world = await linenWorld();
    const input = {
      taskType: `${world.app.slug}/linen`,
      propertyId: world.propertyId,
      externalId: 'order-1',
      title: 'Linen for six',
      note: 'Back entrance',
    };
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(world.app.viewer, input)));
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect(new Set(answers.map(({ task }) => task?.id)).size).toBe(1);
    expect(answers[0]?.task).toMatchObject({ title: 'Linen for six', externalId: 'order-1' });
    expect(await tasksOf(world.developer)).toHaveLength(1);
  });

  test('an app can create tasks only for its own types and team', async () => {
    const world = await linenWorld();
    const { viewer, slug } = world.app;
    const stranger = await linenWorld();
    const at = { propertyId: world.propertyId, externalId: 'x' };
    const refusal = async (who: Viewer, input: object) => (await create(who, input)).userErrors[0];
    for (const taskType of ['cleaning', `${stranger.app.slug}/linen`, 'nobody/nothing']) {
      expect(await refusal(viewer, { ...at, taskType })).toMatchObject({ code: 'NOT_YOURS' });
    }
    expect(await refusal(viewer, { ...at, taskType: `${slug}/other` })).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await refusal(viewer, { taskType: `${slug}/linen`, propertyId: stranger.propertyId, externalId: 'x' }),
    ).toMatchObject({ code: 'NOT_FOUND', field: ['input', 'propertyId'] });
    expect(await refusal(viewer, { taskType: `${slug}/linen`, propertyId: world.propertyId })).toMatchObject({
      code: 'INVALID',
      field: ['input', 'externalId'],
    });
    await expect(create({ ...viewer, scopes: ['read_tasks'] }, at)).rejects.toThrow();
    expect(await tasksOf(world.developer)).toEqual([]);
    expect((await typesOf({ ...stranger.app.viewer, scopes: [] })).map(({ id }) => id)).toEqual([
      `${stranger.app.slug}/linen`,
    ]);
  });

  test('an app can create at most 1,000 tasks in 24 hours', async () => {
    const world = await linenWorld();
    const { slug, viewer } = world.app;
    await platform.database.query(
      `INSERT INTO tasks.task (team_id, task_type, status, property_id, sla_ms, assign_by, version, created_at, updated_at,
         created_by_app, external_id)
       SELECT $1, $2, 'CANCELLED', $3, 1000, now(), 1, now() - interval '1 hour', now(), $4, n
       FROM generate_series(1, 999) n`,
      [world.developer.teamId, `${slug}/linen`, world.propertyId, slug],
    );
    const make = (externalId: string) =>
      create(viewer, { taskType: `${slug}/linen`, propertyId: world.propertyId, externalId });
    expect((await make('a')).userErrors).toEqual([]);
    expect((await make('b')).userErrors).toMatchObject([{ code: 'LIMIT' }]);
    expect((await make('a')).task, 'a repeat is no new task').toMatchObject({ externalId: 'a' });
  });
});

test('a burst of tasks stops exactly at the 24-hour limit', async () => {
  const world = await linenWorld();
  const { slug, viewer } = world.app;
  await platform.database.query(
    `INSERT INTO tasks.task (team_id, task_type, status, property_id, sla_ms, assign_by, version, created_at, updated_at,
       created_by_app, external_id)
     SELECT $1, $2, 'CANCELLED', $3, 1000, now(), 1, now() - interval '1 hour', now(), $4, n
     FROM generate_series(1, 998) n`,
    [world.developer.teamId, `${slug}/linen`, world.propertyId, slug],
  );
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      create(viewer, {
        taskType: `${slug}/linen`,
        propertyId: world.propertyId,
        externalId: `burst-${at}`,
      }),
    ),
  );
  expect(made.filter(({ task }) => task !== null)).toHaveLength(2);
});

describe('a field that is required', () => {
  test("a task can't be COMPLETED as long as a required field is empty", async () => {
    const world = await linenWorld();
    const { host } = world.developer;
    const id = await createTask(platform, world, { taskType: `${world.app.slug}/linen` });
    const refused = await complete(host, id);
    expect(refused).toMatchObject({
      task: null,
      userErrors: [{ code: 'FIELD_REQUIRED', field: ['status'] }],
    });
    expect(refused.userErrors[0]?.message).toContain('"Bags delivered"');
    expect((await fill(host, id, 'many')).userErrors).toMatchObject([{ code: 'INVALID' }]);
    expect((await fill(host, id, '1', 'boxes')).userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect((await fill(host, id, '6')).task?.fields).toEqual([
      { key: 'bags', label: 'Bags delivered', requiredToComplete: true, value: '6' },
    ]);
    expect((await setStatus(host, id, 'COMPLETED')).task?.canonicalStatus).toBe('COMPLETED');
  });
});

describe('guest-ready', () => {
  test.each([
    ['cleaning first', ['cleaning', 'linen']],
    ['linen first', ['linen', 'cleaning']],
  ])('guest-ready requires both the cleaning and the linen, %s', async (_case, order) => {
    const world = await linenWorld();
    const { host } = world.developer;
    await platform.database.query('UPDATE catalog.property SET guest_ready = false WHERE id = $1', [
      world.propertyId,
    ]);
    const ids = {
      cleaning: await createTask(platform, world),
      linen: await createTask(platform, world, { taskType: `${world.app.slug}/linen` }),
    };
    await fill(host, ids.linen, '2');
    const [first, second] = order.map((key) => ids[key as keyof typeof ids]);
    await complete(host, first ?? '');
    await eventually(
      () =>
        platform.database.query<{ told: number }>(
          `SELECT count(*)::int AS told FROM booked_jobs WHERE name = 'property.guest_ready_changed/catalog'
           AND data->>'propertyId' = $1`,
          [world.propertyId],
        ),
      ([row]) => row?.told === 0,
    );
    expect(await guestReady(world.propertyId)).toBe(false);
    await complete(host, second ?? '');
    await eventually(
      () => guestReady(world.propertyId),
      (ready) => ready,
    );
  });
});

describe('a rule that a type brings', () => {
  let bookings = 970_000;
  const bookingOf = ({ developer, propertyId }: TaskWorld): BookingEvent => ({
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
    reference: 'BK-TEST0001',
    status: 'confirmed',
    propertyId: Number(propertyId),
    timeZone: 'Europe/Zurich',
    checkIn: '2036-01-29',
    checkOut: '2036-01-31',
  });
  const happens = (event: Extract<EventName, `booking.${string}`>, booking: BookingEvent) =>
    inTransaction(platform, (em) => publish(platform, em, event, booking));
  const setRule = (world: TaskWorld, trigger: string, enabled: boolean) =>
    change<{ userErrors: readonly Error[] }>(
      world.developer.host,
      'hostRuleSet(input: $input)',
      'HostRuleSetInput!',
      { taskType: `${world.app.slug}/linen`, trigger, enabled },
      'hostRule { trigger enabled due }',
    );

  test("a type's rule creates one task after a booking's guests leave, with the declared due time", async () => {
    const world = await linenWorld();
    const booking = bookingOf(world);
    await happens('booking.checked_out', booking);
    await happens('booking.checked_out', booking);
    const [task] = await eventually(
      () => tasksOf(world.developer),
      (tasks) => tasks.length > 0,
    );
    expect(task?.taskType).toBe(`${world.app.slug}/linen`);
    const dueAfterMs = Date.parse(task?.dueAt ?? '') - Date.parse(task?.createdAt ?? '');
    expect(Math.round(dueAfterMs / 60_000)).toBe(240);
    await settled('booking.checked_out');
    expect(await tasksOf(world.developer)).toHaveLength(1);
  });

  const settled = (event: string) =>
    eventually(
      () =>
        platform.database.query<{ left: number }>(
          `SELECT count(*)::int AS left FROM pgboss.job WHERE name = $1 AND state < 'completed'`,
          [`${event}/tasks`],
        ),
      ([row]) => row?.left === 0,
    );

  test("a type's rule creates nothing after the host switches it off", async () => {
    const world = await linenWorld();
    expect(await setRule(world, 'booking_checked_out', false)).toMatchObject({
      hostRule: { trigger: 'booking_checked_out', enabled: false, due: '4 hours later' },
    });
    expect(await setRule(world, 'every', true)).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
    await happens('booking.checked_out', bookingOf(world));
    await settled('booking.checked_out');
    expect(await tasksOf(world.developer)).toEqual([]);
  });

  test("a task from booking.confirmed is due on the rule's day and cancelled with the booking", async () => {
    const rules = [{ trigger: 'booking.confirmed', due: 'check_in', enabled_by_default: true }];
    const world = await linenWorld([{ ...LINEN, rules }]);
    const booking = bookingOf(world);
    await happens('booking.confirmed', booking);
    const linen = () =>
      tasksOf(world.developer).then((all) => all.find(({ taskType }) => taskType.endsWith('/linen')));
    const task = await eventually(linen, (found) => found !== undefined);
    expect(task?.dueAt).toBe('2036-01-29T14:00:00.000Z');
    await happens('booking.cancelled', { ...booking, version: 3, status: 'cancelled' });
    await eventually(linen, (found) => found?.canonicalStatus === 'CANCELLED');
  });

  test('a rule with an offset follows the booking to its new date', async () => {
    const rules = [
      { trigger: 'booking.confirmed', offset: 'PT2S', due: 'check_out', enabled_by_default: true },
    ];
    const world = await linenWorld([{ ...LINEN, rules }]);
    const booking = bookingOf(world);
    await happens('booking.confirmed', booking);
    await settled('booking.confirmed');
    await happens('booking.updated', { ...booking, version: 3, checkOut: '2036-02-03' });
    const linen = () =>
      tasksOf(world.developer).then((all) => all.find(({ taskType }) => taskType.endsWith('/linen')));
    const task = await eventually(linen, (found) => found !== undefined);
    expect(task?.dueAt).toBe('2036-02-03T10:00:00.000Z');
  });

  test('a rule with an offset creates its task after the offset', async () => {
    const rules = [{ trigger: 'booking.confirmed', offset: 'PT4S', enabled_by_default: true }];
    const world = await linenWorld([{ ...LINEN, rules }]);
    const [kept, gone] = [bookingOf(world), bookingOf(world)];
    await happens('booking.confirmed', kept);
    await happens('booking.confirmed', gone);
    await eventually(
      () =>
        platform.database.query<{ booked: number }>(
          `SELECT count(*)::int AS booked FROM booked_jobs WHERE name = 'tasks/rule' AND data->>'taskType' = $1`,
          [`${world.app.slug}/linen`],
        ),
      ([row]) => row?.booked === 2,
    );
    await happens('booking.cancelled', { ...gone, version: 3, status: 'cancelled' });
    await eventually(
      () =>
        platform.database.query<{ left: number }>(
          `SELECT count(*)::int AS left FROM pgboss.job WHERE name = 'tasks/rule' AND data->>'taskType' = $1`,
          [`${world.app.slug}/linen`],
        ),
      ([row]) => row?.left === 0,
    );
    const made = (await tasksOf(world.developer)).filter(({ taskType }) => taskType.endsWith('/linen'));
    expect(made).toHaveLength(1);
  });

  test('a repeating rule creates one task per property', async () => {
    const rules = [{ trigger: 'every', offset: 'P1D', due: 'P1D', enabled_by_default: true }];
    const world = await linenWorld([{ ...LINEN, rules }]);
    const turn = 'team_id = $1 AND task_type = $2';
    const which = [world.developer.teamId, `${world.app.slug}/linen`];
    const passes = async () => {
      await eventually(
        () =>
          platform.database.query(`SELECT 1 FROM tasks.rule_turn WHERE ${turn} AND next_at > now()`, which),
        (rows) => rows.length === 1,
      );
      await platform.database.query(`UPDATE tasks.rule_turn SET next_at = now() WHERE ${turn}`, which);
    };
    await passes();
    await eventually(
      () => tasksOf(world.developer),
      (tasks) => tasks.length === 1,
    );
    await passes();
    await eventually(
      () => platform.database.query(`SELECT 1 FROM tasks.rule_turn WHERE ${turn} AND next_at > now()`, which),
      (rows) => rows.length === 1,
    );
    expect(await tasksOf(world.developer)).toHaveLength(1);
  });
});

describe('an app without task types', () => {
  test('an app without task types publishes no task-type event', async () => {
    const developer = await newDeveloper(platform);
    const app = await installNewApp(platform, developer, {});
    const [row] = await platform.database.query<{ version: number }>(
      `SELECT i.task_types_version AS version FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
      [app.slug],
    );
    expect(row?.version).toBe(0);
  });
});
