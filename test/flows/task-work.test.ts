import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import type { Viewer } from '#kit/viewer.ts';
import type { BookingEvent } from '#schema/events.ts';
import { purgeAttachments } from '#subgraphs/checkout/conversations/commands/purge-attachments.ts';
import { applyTaskRules } from '#subgraphs/tasks/commands/apply-task-rules.ts';
import { createForBooking } from '#subgraphs/tasks/commands/create-for-booking.ts';
import { followStay } from '#subgraphs/tasks/commands/follow-stay.ts';
import { demoHost } from '../support/app-world.ts';
import { aPdf, download } from '../support/attachments.ts';
import { ask, contextOf, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { type Announced, plainPhoto, put, sha256Of } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';
import { type Member, newMember } from '../support/team-world.ts';

// Tasks that people can do: text, unit, assignee, checklist and comments (docs/interface/tasks.md).

const PROPERTY = '1';
const CARD = 'Paid with 4012 8888 8888 1881';

let platform: TestPlatform;
let host: Developer;
let app: InstalledApp;
let manager: Member;
let desk: Member;
let cleaner: Member;
let elsewhere: Member;
let units: readonly { readonly id: string; readonly unitTypeId: string }[];

beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1H' });
  host = await demoHost(platform, 'lakeside');
  [manager, desk, cleaner, elsewhere] = await Promise.all([
    newMember(platform, 'lakeside', 'manager'),
    newMember(platform, 'lakeside', 'front_desk'),
    newMember(platform, 'lakeside', 'housekeeping'),
    newMember(platform, 'lakeside', 'housekeeping', [4_711]),
  ]);
  app = await installNewApp(platform, host, { scopes: ['write_tasks'] });
  units = await platform.database.query(
    `SELECT r.id::text, t.id::text AS "unitTypeId" FROM catalog.unit r JOIN catalog.unit_type t ON t.id = r.unit_type_id
     WHERE t.property_id = $1 ORDER BY r.id`,
    [PROPERTY],
  );
});
afterAll(() => platform.close());

const TASK = `id canonicalStatus title description note unitId unitTypeId dueAt assignedBy version hostMoves
  assignee { accountId name } checklist { text done } comments { text authorName }`;
const APP_TASK = TASK.replace('hostMoves', '');

interface Task {
  readonly id: string;
  readonly canonicalStatus: string;
  readonly description: string | null;
  readonly unitId: string | null;
  readonly dueAt: string | null;
  readonly version: number;
  readonly hostMoves: readonly string[];
  readonly checklist: readonly object[];
  readonly comments: readonly object[];
}
interface Done {
  readonly task: Task | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly field: readonly string[];
    readonly message: string;
  }[];
}

async function run(who: Viewer, mutation: string, types = '', variables: object = {}): Promise<Done> {
  const selected = who.kind === 'app' ? APP_TASK : TASK;
  const text = `mutation${types} { done: ${mutation} { task { ${selected} } userErrors { code field message } } }`;
  return (await ask<{ done: Done }>(platform, who, text, { ...variables })).done;
}

const create = (who: Viewer, input: object = {}) =>
  run(who, 'taskCreate(input: $input)', '($input: TaskCreateInput!)', {
    input: { taskType: 'maintenance', propertyId: PROPERTY, ...input },
  });
const update = (who: Viewer, input: object) =>
  run(who, 'taskUpdate(input: $input)', '($input: TaskUpdateInput!)', { input });
const move = (who: Viewer, id: string, status: string) =>
  run(who, `taskStatusSet(id: "${id}", status: ${status})`);
const tick = (who: Viewer, id: string, index: number, done = true) =>
  run(who, `taskChecklistItemSet(taskId: "${id}", index: ${index}, done: ${done})`);
const comment = (who: Viewer, id: string, text: string) =>
  run(who, 'taskCommentAdd(taskId: $id, text: $text)', '($id: ID!, $text: String!)', { id, text });

async function newTask(input: object = {}): Promise<Task> {
  const { task, userErrors } = await create(manager.viewer, input);
  expect(userErrors).toEqual([]);
  return task as Task;
}
const codes = ({ task, userErrors }: Done) => {
  expect(task).toBeNull();
  return userErrors.map(({ code, field }) => `${code} ${field.join('.')}`);
};
const idOf = ({ viewer }: Member) => String(viewer.accountId);
const nameOf = async ({ viewer }: Member) => {
  const [row] = await platform.database.query<{ name: string }>(
    'SELECT name FROM apps.accounts WHERE id = $1',
    [viewer.accountId],
  );
  return row?.name;
};

describe('a task with details', () => {
  test('a manager creates a task with instructions, a unit, a checklist and an assignee', async () => {
    const [unit] = units;
    const task = await newTask({
      title: 'Leaking tap',
      description: 'In the bathroom.',
      unitId: unit?.id,
      assigneeAccountId: idOf(cleaner),
      checklist: [{ text: 'Close the valve' }, { text: 'Change the seal' }],
    });
    expect(task).toMatchObject({
      canonicalStatus: 'ASSIGNED',
      title: 'Leaking tap',
      description: 'In the bathroom.',
      note: 'In the bathroom.',
      unitId: unit?.id,
      unitTypeId: unit?.unitTypeId,
      assignedBy: 'host',
      assignee: { accountId: idOf(cleaner), name: await nameOf(cleaner) },
      checklist: [
        { text: 'Close the valve', done: false },
        { text: 'Change the seal', done: false },
      ],
      comments: [],
    });
  });

  test('an update changes only the given fields', async () => {
    const { id } = await newTask({ title: 'Leaking tap', note: 'Kitchen.', dueAt: '2036-01-31T10:00:00Z' });
    const changes = { id, description: 'Bathroom.', dueAt: null, unitId: units[0]?.id };
    const changed = {
      title: 'Leaking tap',
      note: 'Bathroom.',
      dueAt: null,
      unitId: units[0]?.id,
      version: 2,
    };
    expect((await update(desk.viewer, changes)).task).toMatchObject(changed);
    expect((await update(desk.viewer, changes)).task).toMatchObject(changed);
    const assigned = await update(desk.viewer, { id, assigneeAccountId: idOf(cleaner) });
    expect(assigned.task).toMatchObject({ canonicalStatus: 'ASSIGNED', assignedBy: 'host', version: 3 });
    const reassigned = await update(desk.viewer, { id, assigneeAccountId: idOf(desk) });
    expect(reassigned.task).toMatchObject({ assignee: { accountId: idOf(desk) }, version: 4 });
    const removed = await update(desk.viewer, { id, assigneeAccountId: null, title: null });
    expect(removed.task).toMatchObject({ canonicalStatus: 'OPEN', assignee: null, title: null });
  });

  test('a member who is renamed like another one is still a different assignee', async () => {
    const twin = await newMember(platform, 'lakeside', 'housekeeping');
    await platform.database.query('UPDATE apps.accounts SET name = $1 WHERE id = $2', [
      await nameOf(cleaner),
      twin.viewer.accountId,
    ]);
    const { id } = await newTask({ assigneeAccountId: idOf(cleaner) });
    const moved = await update(manager.viewer, { id, assigneeAccountId: idOf(twin) });
    expect(moved.task).toMatchObject({ assignee: { accountId: idOf(twin) }, version: 2 });
  });

  test.each([
    ['an unknown unit', { unitId: '999999' }, 'NOT_FOUND input.unitId'],
    ['a stranger as assignee', { assigneeAccountId: '999999' }, 'NOT_FOUND input.assigneeAccountId'],
    ['a card number in the description', { description: CARD }, 'CARD_DATA input.description'],
    ['a card number in the title', { title: CARD }, 'CARD_DATA input.title'],
    ['an empty description', { description: ' ' }, 'INVALID input.description'],
  ])('creating and updating a task refuses %s', async (_what, fields, code) => {
    const { id } = await newTask();
    expect(codes(await create(manager.viewer, fields))).toEqual([code]);
    expect(codes(await update(manager.viewer, { id, ...fields }))).toEqual([code]);
  });

  test.each([
    ['a card number', [{ text: CARD }], 'CARD_DATA input.checklist'],
    ['an empty item', [{ text: '' }], 'INVALID input.checklist'],
    ['51 items', Array.from({ length: 51 }, () => ({ text: 'Dust' })), 'INVALID input.checklist'],
  ])('a checklist with %s is refused', async (_what, checklist, code) => {
    expect(codes(await create(manager.viewer, { checklist }))).toEqual([code]);
  });

  test("a member limited to other properties can't get a task", async () => {
    const refused = await create(manager.viewer, { assigneeAccountId: idOf(elsewhere) });
    expect(codes(refused)).toEqual(['NOT_FOUND input.assigneeAccountId']);
    const text = `{ assignableMembers(propertyId: "${PROPERTY}") { accountId role } }`;
    const { assignableMembers } = await ask<{ assignableMembers: { accountId: string }[] }>(
      platform,
      desk.viewer,
      text,
    );
    const ids = assignableMembers.map(({ accountId }) => accountId);
    expect(ids).toEqual(expect.arrayContaining([idOf(manager), idOf(desk), idOf(cleaner)]));
    expect(ids).not.toContain(idOf(elsewhere));
  });

  test("a verified task can't be changed", async () => {
    const { id } = await newTask({ assigneeAccountId: idOf(manager), checklist: [{ text: 'Dust' }] });
    for (const status of ['IN_PROGRESS', 'COMPLETED', 'VERIFIED']) await move(manager.viewer, id, status);
    expect(codes(await update(manager.viewer, { id, title: 'Later' }))).toEqual([
      'INVALID_TRANSITION input.id',
    ]);
    expect(codes(await tick(manager.viewer, id, 0))).toEqual(['INVALID taskId']);
  });
});

describe('a task for a booking', () => {
  let bookings = 30_000_000;
  const bookingOf = (unitIds: readonly string[]): BookingEvent => ({
    adults: 2,
    children: 0,
    lines: [{ unitTypeId: Number(units[0]?.unitTypeId), quantity: 1, unitIds: unitIds.map(Number) }],
    total: 10_000,
    currency: 'EUR',
    amountDue: 0,
    paidBefore: 10_000,
    teamId: host.teamId,
    bookingId: ++bookings,
    version: 2,
    reference: 'BK-TEST0000',
    status: 'confirmed',
    propertyId: Number(PROPERTY),
    timeZone: 'Europe/Zurich',
    checkIn: '2036-01-29',
    checkOut: '2036-01-31',
  });
  const cleaningOf = async ({ bookingId }: BookingEvent): Promise<Task> => {
    const [row] = await platform.database.query<{ id: string }>(
      "SELECT id::text FROM tasks.task WHERE booking_id = $1 AND task_type = 'cleaning'",
      [bookingId],
    );
    const { task } = await ask<{ task: Task }>(platform, host.host, `{ task(id: "${row?.id}") { ${TASK} } }`);
    return task;
  };
  const booked = async (unitIds: readonly string[]) => {
    const booking = bookingOf(unitIds);
    await createForBooking(contextOf(platform), booking);
    return { booking, task: await cleaningOf(booking) };
  };
  const unitAt = (place: number) => units[place]?.id ?? '';

  test('a chosen unit and due time are kept when the booking moves to another unit and day', async () => {
    const { booking, task } = await booked([unitAt(0)]);
    expect(task.unitId).toBe(unitAt(0));
    await update(manager.viewer, { id: task.id, unitId: unitAt(1), dueAt: '2036-01-31T08:30:00Z' });
    const moved = { ...booking, version: 3, checkOut: '2036-02-02', lines: bookingOf([unitAt(2)]).lines };
    await followStay(contextOf(platform), moved);
    expect(await cleaningOf(booking)).toMatchObject({ unitId: unitAt(1), dueAt: '2036-01-31T08:30:00.000Z' });
    const away = { ...moved, version: 4, propertyId: 4_711 };
    await followStay(contextOf(platform), away);
    expect((await cleaningOf(booking)).unitId, 'the chosen unit is at the earlier property').toBe(unitAt(2));
  });

  test("redacting a guest erases the texts and photos on their bookings' tasks", async () => {
    const { booking, task } = await booked([unitAt(0)]);
    await update(manager.viewer, { id: task.id, title: 'For Ada', description: 'Ada likes lilies.' });
    await comment(cleaner.viewer, task.id, 'Ada left her phone.');
    await platform.database.query(
      `INSERT INTO checkout.task_photos (id, team_id, task_id, name, type, bytes, author_name, created_at)
       VALUES (2000000, $1, $2, 'Phone.jpg', 'image/jpeg', 1, 'Rosa', now())`,
      [host.teamId, task.id],
    );
    await inTransaction(platform, (em) =>
      publish(platform, em, 'contact.redacted', {
        teamId: host.teamId,
        contactId: 1,
        version: 2,
        bookingIds: [booking.bookingId],
        requestIds: [],
        conversationIds: [],
      }),
    );
    const erased = await eventually(
      () => cleaningOf(booking),
      ({ description }) => description === null,
    );
    const shown = 'SELECT 1 FROM checkout.task_photos WHERE task_id = $1 AND removed_at IS NULL';
    await expect.poll(() => platform.database.query(shown, [task.id]), { timeout: 20_000 }).toEqual([]);
    expect(erased).toMatchObject({ title: null, note: null, comments: [], version: task.version + 3 });
    const left = await platform.database.query('SELECT 1 FROM tasks.task_comments WHERE task_id = $1', [
      task.id,
    ]);
    expect(left).toEqual([]);
  });
});

describe("a task's photos", () => {
  interface Photo {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly url: string;
    readonly authorName: string;
  }
  const photosOf = async (who: Viewer, id: string) =>
    (
      await ask<{ task: { photos: readonly Photo[] } }>(
        platform,
        who,
        `{ task(id: "${id}") { photos { id name type url authorName } } }`,
      )
    ).task.photos;
  const announced = async (who: Viewer, taskId: string, file: Buffer, name = 'Tap.jpg') =>
    (
      await ask<{ taskPhotoUploadCreate: Announced }>(
        platform,
        who,
        `mutation($input: TaskPhotoUploadCreateInput!) {
          taskPhotoUploadCreate(input: $input) { mediaId uploadUrl userErrors { code field } } }`,
        { input: { taskId, bytes: file.length, sha256: sha256Of(file), name } },
      )
    ).taskPhotoUploadCreate;
  const add = (who: Viewer, id: string, mediaIds: readonly (string | null)[]) =>
    run(who, 'taskPhotosAdd(taskId: $id, mediaIds: $mediaIds)', '($id: ID!, $mediaIds: [ID!]!)', {
      id,
      mediaIds,
    });
  const remove = (who: Viewer, id: string, photoId = '') =>
    run(who, `taskPhotoRemove(taskId: "${id}", photoId: "${photoId}")`);

  async function uploaded(who: Viewer, taskId: string, file: Buffer): Promise<string> {
    const { mediaId, uploadUrl } = await announced(who, taskId, file);
    expect((await put(uploadUrl, file)).status).toBe(200);
    return mediaId ?? '';
  }
  const isStored = async (id = '') => {
    const stored = await platform.services.checkout.objects.get(`attachments/${id}`);
    stored?.body.on('error', () => undefined).destroy();
    return stored !== null;
  };

  test('the assignee adds a photo, a repetition changes nothing, and its bytes go when it is removed', async () => {
    const { id } = await newTask({ assigneeAccountId: idOf(cleaner) });
    const file = await plainPhoto();
    const mediaId = await uploaded(cleaner.viewer, id, file);
    const { task } = await add(cleaner.viewer, id, [mediaId]);
    expect((await add(cleaner.viewer, id, [mediaId])).task?.version).toBe(task?.version);
    const [photo, ...others] = await photosOf(manager.viewer, id);
    expect(others).toEqual([]);
    expect(photo).toMatchObject({ name: 'Tap.jpg', type: 'image/jpeg', authorName: await nameOf(cleaner) });
    expect((await download(photo?.url ?? '')).body.equals(file)).toBe(true);
    await purgeAttachments(contextOf(platform));
    expect(await isStored(photo?.id)).toBe(true);
    expect((await remove(manager.viewer, id, photo?.id)).userErrors).toEqual([]);
    expect(await photosOf(manager.viewer, id)).toEqual([]);
    expect((await download(photo?.url ?? '')).status).toBe(404);
    await purgeAttachments(contextOf(platform));
    expect(await isStored(photo?.id)).toBe(false);
  });

  test('an app adds photos to tasks that no one else assigned', async () => {
    const { id } = await newTask();
    const mediaId = await uploaded(app.viewer, id, await plainPhoto());
    expect((await add(app.viewer, id, [mediaId])).userErrors).toEqual([]);
    const { id: assigned } = await newTask({ assigneeAccountId: idOf(cleaner) });
    expect((await announced(app.viewer, assigned, await plainPhoto())).userErrors).toEqual([
      { code: 'NOT_ASSIGNER', field: ['input', 'taskId'] },
    ]);
  });

  test("housekeeping can't add photos to others' tasks, and no one to a cancelled task", async () => {
    const { id } = await newTask();
    expect((await announced(cleaner.viewer, id, await plainPhoto())).userErrors).toEqual([
      { code: 'NOT_ASSIGNER', field: ['input', 'taskId'] },
    ]);
    await move(manager.viewer, id, 'CANCELLED');
    expect(codes(await add(manager.viewer, id, ['attachment-1']))).toEqual(['INVALID taskId']);
  });

  test('a task takes only pictures that the caller uploaded, at most 20', async () => {
    const { id } = await newTask();
    const pdf = aPdf();
    const notes = await uploaded(manager.viewer, id, pdf);
    expect(codes(await add(manager.viewer, id, [notes]))).toEqual(['ATTACHMENT_REFUSED mediaIds']);
    const mediaId = await uploaded(manager.viewer, id, await plainPhoto());
    expect(codes(await add(desk.viewer, id, [mediaId]))).toEqual(['ATTACHMENT_REFUSED mediaIds']);
    await platform.database.query(
      `INSERT INTO checkout.task_photos (id, team_id, task_id, name, type, bytes, author_name, created_at)
       SELECT 1000000 + n, $1, $2, 'Room.jpg', 'image/jpeg', 1, 'Ada', now() FROM generate_series(1, 20) n`,
      [host.teamId, id],
    );
    expect(codes(await add(manager.viewer, id, [mediaId]))).toEqual(['LIMIT_REACHED mediaIds']);
  });
});

describe("a former member's tasks", () => {
  test('unfinished tasks are open again once their assignee leaves, and the activity shows how many', async () => {
    const [owner, leaver] = await Promise.all([
      newMember(platform, 'lakeside', 'owner'),
      newMember(platform, 'lakeside', 'housekeeping'),
    ]);
    const assigneeAccountId = idOf(leaver);
    const [waiting, begun, done] = await Promise.all([
      newTask({ assigneeAccountId }),
      newTask({ assigneeAccountId }),
      newTask({ assigneeAccountId }),
    ]);
    for (const { id } of [begun, done]) await move(leaver.viewer, id, 'IN_PROGRESS');
    await move(leaver.viewer, done.id, 'COMPLETED');
    const name = await nameOf(leaver);
    await owner.panel(`mutation { teamMemberRemove(id: "${assigneeAccountId}") { userErrors { code } } }`);
    const stateOf = async ({ id }: Task) =>
      (
        await ask<{ task: Task }>(
          platform,
          manager.viewer,
          `{ task(id: "${id}") { canonicalStatus assignee { name } } }`,
        )
      ).task;
    const open = { canonicalStatus: 'OPEN', assignee: null };
    await expect.poll(() => stateOf(waiting), { timeout: 20_000 }).toEqual(open);
    expect(await stateOf(begun)).toEqual(open);
    expect(await stateOf(done)).toEqual({ canonicalStatus: 'COMPLETED', assignee: { name } });
    const recorded = await platform.database.query(
      "SELECT subject, change FROM team_events WHERE kind = 'tasks.unassigned'",
    );
    expect(recorded).toEqual([{ subject: name, change: '2 tasks' }]);
  });
});

describe("a member's work", () => {
  const mine = async ({ viewer }: Member) => {
    const text = '{ myTasks { nodes { id } } }';
    const { myTasks } = await ask<{ myTasks: { nodes: { id: string }[] } }>(platform, viewer, text);
    return myTasks.nodes.map(({ id }) => id);
  };

  test("myTasks lists the member's unfinished tasks by due time", async () => {
    const worker = await newMember(platform, 'lakeside', 'housekeeping');
    const assigneeAccountId = idOf(worker);
    const undated = await newTask({ assigneeAccountId });
    const later = await newTask({ assigneeAccountId, dueAt: '2036-02-01T10:00:00Z' });
    const sooner = await newTask({ assigneeAccountId, dueAt: '2036-01-01T10:00:00Z' });
    const done = await newTask({ assigneeAccountId });
    await newTask({ assigneeAccountId: idOf(cleaner) });
    for (const status of ['IN_PROGRESS', 'COMPLETED']) await move(worker.viewer, done.id, status);
    expect(await mine(worker)).toEqual([sooner.id, later.id, undated.id]);
  });

  test('hostTasks lists tasks by assignee, with those that no one has taken', async () => {
    const worker = await newMember(platform, 'lakeside', 'housekeeping');
    const own = await newTask({ assigneeAccountId: idOf(worker) });
    const open = await newTask();
    const colleagues = await newTask({ assigneeAccountId: idOf(cleaner) });
    const listed = async (filter: string) => {
      const text = `{ hostTasks(${filter}, first: 100) { nodes { id } } }`;
      const { hostTasks } = await ask<{ hostTasks: { nodes: Task[] } }>(platform, worker.viewer, text);
      return hostTasks.nodes.map(({ id }) => id);
    };
    expect(await listed('assignee: me')).toEqual([own.id]);
    const untaken = await listed('assignee: no_one');
    expect(untaken).toContain(open.id);
    expect(untaken).not.toContain(own.id);
    const unfinished = await listed('unfinished: true');
    expect(unfinished).toEqual(expect.arrayContaining([own.id, open.id]));
    expect(unfinished).not.toContain(colleagues.id);
  });

  test("a task shows its unit's next guests to housekeeping", async () => {
    const [unit] = units;
    const input = {
      unitTypeId: unit?.unitTypeId,
      checkIn: daysAhead(20),
      checkOut: daysAhead(22),
      adults: 2,
      children: 1,
      guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
      payment: 'paid',
    };
    const { bookingCreate } = await ask<{ bookingCreate: { booking: { id: string } } }>(
      platform,
      host.host,
      'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { message } } }',
      { input },
    );
    const assigned = { bookingId: bookingCreate.booking.id, unitIds: [unit?.id] };
    await ask(
      platform,
      host.host,
      'mutation($input: BookingUnitsAssignInput!) { bookingUnitsAssign(input: $input) { userErrors { code } } }',
      { input: assigned },
    );
    const nextOf = async (day: number, unitId = unit?.id) => {
      const dueAt = `${daysAhead(day)}T10:00:00Z`;
      const { id } = await newTask({ unitId, dueAt });
      const text = `{ task(id: "${id}") { nextArrival { checkIn guests arrivalTime } } }`;
      return (await ask<{ task: { nextArrival: object | null } }>(platform, cleaner.viewer, text)).task
        .nextArrival;
    };
    const arrival = { checkIn: daysAhead(20), guests: 3, arrivalTime: null };
    expect(await nextOf(18)).toEqual(arrival);
    expect(await nextOf(20)).toEqual(arrival);
    expect(await nextOf(21)).toBeNull();
    expect(await nextOf(18, units[1]?.id)).toBeNull();
  });

  test('housekeeping takes an open task before it works on it', async () => {
    const { id, hostMoves } = await newTask({ checklist: [{ text: 'Dust' }] });
    expect(hostMoves.toSorted()).toEqual(['ASSIGNED', 'CANCELLED']);
    expect(codes(await tick(cleaner.viewer, id, 0))).toEqual(['NOT_ASSIGNER taskId']);
    const taken = await move(cleaner.viewer, id, 'ASSIGNED');
    expect(taken.task).toMatchObject({
      assignee: { accountId: idOf(cleaner), name: await nameOf(cleaner) },
      hostMoves: ['OPEN', 'IN_PROGRESS'],
    });
    expect((await tick(cleaner.viewer, id, 0)).task?.checklist).toEqual([{ text: 'Dust', done: true }]);
    expect(codes(await tick(cleaner.viewer, id, 1))).toEqual(['INVALID index']);
    expect((await tick(cleaner.viewer, id, 0, false)).task?.checklist).toEqual([
      { text: 'Dust', done: false },
    ]);
  });

  test('housekeeping can take a task that the fallback left to the team', async () => {
    const { id } = await newTask();
    await platform.database.query(
      "UPDATE tasks.task SET status = 'ASSIGNED', assignee_type = 'user', assignee_name = 'Host team', assigned_by = 'platform' WHERE id = $1",
      [id],
    );
    const text = `{ task(id: "${id}") { hostMoves } }`;
    expect(await ask(platform, cleaner.viewer, text)).toEqual({ task: { hostMoves: ['ASSIGNED'] } });
    expect(codes(await move(cleaner.viewer, id, 'IN_PROGRESS'))).toEqual(['NOT_ASSIGNER id']);
    const taken = await move(cleaner.viewer, id, 'ASSIGNED');
    expect(taken.task).toMatchObject({ assignedBy: 'host', assignee: { accountId: idOf(cleaner) } });
  });

  test('a task that one member has taken is refused to another, who learns its assignee', async () => {
    const { id } = await newTask();
    await move(manager.viewer, id, 'ASSIGNED');
    expect((await move(manager.viewer, id, 'ASSIGNED')).task?.version).toBe(2);
    const { task, userErrors } = await move(desk.viewer, id, 'ASSIGNED');
    const message = `The task is already assigned to ${await nameOf(manager)}.`;
    expect({ task, userErrors }).toEqual({
      task: null,
      userErrors: [{ code: 'ALREADY_ASSIGNED', field: ['id'], message }],
    });
  });

  test.each([
    ['front_desk', () => desk],
    ['housekeeping', () => cleaner],
  ])(
    "a member with the role %s can't verify their own work unless the task type allows it",
    async (_role, who) => {
      const worker = who();
      const { id } = await newTask({ assigneeAccountId: idOf(worker) });
      for (const status of ['IN_PROGRESS', 'COMPLETED']) await move(worker.viewer, id, status);
      expect(codes(await move(worker.viewer, id, 'VERIFIED'))).toEqual(['ROLE_REQUIRED status']);
      const moves = async () => {
        const text = `{ task(id: "${id}") { hostMoves } }`;
        return (await ask<{ task: Task }>(platform, worker.viewer, text)).task.hostMoves.toSorted();
      };
      expect(await moves()).toEqual(['IN_PROGRESS']);
      await allow(true);
      expect(await moves()).toEqual(['IN_PROGRESS', 'VERIFIED']);
      const verified = await move(worker.viewer, id, 'VERIFIED');
      await allow(false);
      expect(verified.task?.canonicalStatus).toBe('VERIFIED');
    },
  );

  const allow = async (ownWorkVerified: boolean) => {
    const text = `mutation { taskTypeVerificationSet(input: { taskType: "maintenance", ownWorkVerified: ${ownWorkVerified} }) {
      taskType { ownWorkVerified } userErrors { code } } }`;
    expect(await ask(platform, host.host, text)).toEqual({
      taskTypeVerificationSet: { taskType: { ownWorkVerified }, userErrors: [] },
    });
  };

  test("members verify others' work, and managers also their own", async () => {
    const { id } = await newTask({ assigneeAccountId: idOf(cleaner) });
    for (const status of ['IN_PROGRESS', 'COMPLETED']) await move(cleaner.viewer, id, status);
    expect((await move(desk.viewer, id, 'VERIFIED')).task?.canonicalStatus).toBe('VERIFIED');
    const own = await newTask({ assigneeAccountId: idOf(manager) });
    for (const status of ['IN_PROGRESS', 'COMPLETED']) await move(manager.viewer, own.id, status);
    expect((await move(manager.viewer, own.id, 'VERIFIED')).task?.canonicalStatus).toBe('VERIFIED');
  });

  test('comments name their authors, oldest first', async () => {
    const { id } = await newTask({ assigneeAccountId: idOf(cleaner) });
    await comment(cleaner.viewer, id, ' The lamp is broken. ');
    const { task } = await comment(app.viewer, id, 'A new lamp is ordered.');
    const [mine] = task?.comments ?? [];
    expect(mine).toEqual({ text: 'The lamp is broken.', authorName: await nameOf(cleaner) });
    expect(task?.comments[1]).toMatchObject({ text: 'A new lamp is ordered.' });
    expect(task?.version).toBe(3);
    expect(codes(await comment(cleaner.viewer, id, CARD))).toEqual(['CARD_DATA text']);
    expect(codes(await comment(cleaner.viewer, id, ' '))).toEqual(['INVALID text']);
  });

  test('a task takes at most 200 comments', async () => {
    const { id } = await newTask();
    await platform.database.query(
      `INSERT INTO tasks.task_comments (team_id, task_id, text, author_name, created_at)
       SELECT team_id, id, 'Done.', 'Ada', now() FROM tasks.task, generate_series(1, 200) WHERE id = $1`,
      [id],
    );
    expect(codes(await comment(manager.viewer, id, 'One more.'))).toEqual(['LIMIT_REACHED taskId']);
  });
});

describe("a host's own rule", () => {
  const setRule = async (input: object) => {
    const text = `mutation($input: TaskRuleSetInput!) { done: taskRuleSet(input: $input) {
      taskRule { id trigger everyNights daysBefore date checklist { text } propertyIds enabled } userErrors { code field } } }`;
    const answer = await ask<{ done: { taskRule: { id: string } | null; userErrors: object[] } }>(
      platform,
      manager.viewer,
      text,
      {
        input: { taskType: 'maintenance', checklist: [{ text: 'Dust' }], propertyIds: [PROPERTY], ...input },
      },
    );
    return answer.done;
  };
  const remove = (id: string) =>
    ask(
      platform,
      manager.viewer,
      `mutation { taskRuleRemove(id: "${id}") { taskRule { id } userErrors { code } } }`,
    );
  const book = async (from: number, nights: number, state: string) => {
    const input = {
      unitTypeId: units[0]?.unitTypeId,
      checkIn: daysAhead(from),
      checkOut: daysAhead(from + nights),
      adults: 2,
      guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
      payment: 'paid',
    };
    const { bookingCreate } = await ask<{ bookingCreate: { booking: { id: string } } }>(
      platform,
      host.host,
      'mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { booking { id } userErrors { message } } }',
      { input },
    );
    const { id } = bookingCreate.booking;
    await platform.database.query('UPDATE checkout.bookings SET stay_state = $1 WHERE id = $2', [state, id]);
    return id;
  };
  /** Moves a booking's stay into the past, as if its guests had arrived then. */
  const since = (id: string, days: number) =>
    platform.database.query('UPDATE checkout.bookings SET check_in = check_in - $1::integer WHERE id = $2', [
      days,
      id,
    ]);
  const made = async (ruleId: string, bookingId: string) =>
    (
      await platform.database.query<{ status: string; checklist: object[]; due_on: string | null }>(
        'SELECT status, checklist, due_on FROM tasks.task WHERE made_by LIKE $1 ORDER BY id',
        [`rule:${ruleId}:${bookingId}:%`],
      )
    ).map(({ status, checklist, due_on }) => ({ status, checklist, due_on }));
  const apply = async () => {
    await platform.database.query("UPDATE tasks.task_rules SET next_at = now() - interval '1 second'");
    await applyTaskRules(contextOf(platform));
  };
  const OPEN = { status: 'OPEN', checklist: [{ text: 'Dust', done: false }], due_on: null };

  test('a rule before arrivals creates one task per booking, with its checklist', async () => {
    const { taskRule } = await setRule({ trigger: 'before_arrival', daysBefore: 3 });
    const ruleId = taskRule?.id ?? '';
    const [soon, later] = [await book(2, 1, 'expected'), await book(8, 1, 'expected')];
    await apply();
    await apply();
    expect(await made(ruleId, soon)).toEqual([{ ...OPEN, due_on: 'check_in' }]);
    expect(await made(ruleId, later)).toEqual([]);
    await remove(ruleId);
  });

  test('a rule for guests in house creates a task every few nights', async () => {
    const { taskRule } = await setRule({ trigger: 'in_house', everyNights: 2 });
    const ruleId = taskRule?.id ?? '';
    const [second, fourth] = [await book(1, 3, 'in_house'), await book(1, 3, 'in_house')];
    const [expected, leaving] = [await book(1, 3, 'expected'), await book(1, 1, 'in_house')];
    for (const id of [second, expected]) await since(id, 3);
    await since(fourth, 6);
    await since(leaving, 4);
    await apply();
    await apply();
    expect(await made(ruleId, second)).toEqual([OPEN]);
    expect(await made(ruleId, fourth)).toEqual([OPEN]);
    expect(await made(ruleId, expected)).toEqual([]);
    await remove(ruleId);
    await apply();
    expect(await made(ruleId, leaving)).toHaveLength(1);
  });

  test('a rule that fails waits for its next turn, and others are applied', async () => {
    const set = async () => (await setRule({ trigger: 'date', date: daysAhead(0) })).taskRule?.id ?? '';
    const [broken, sound] = [await set(), await set()];
    const turnOf = async (id: string) =>
      (
        await platform.database.query<{ next: Date }>(
          'SELECT next_at AS next FROM tasks.task_rules WHERE id = $1',
          [id],
        )
      )[0]?.next.getTime() ?? 0;
    await platform.database.query(
      `UPDATE tasks.task_rules SET property_ids = 'null', next_at = now() - interval '1 hour' WHERE id = $1`,
      [broken],
    );
    await applyTaskRules(contextOf(platform));
    expect(await made(sound, `property-${PROPERTY}`)).toEqual([OPEN]);
    expect(await turnOf(broken)).toBeGreaterThan(Date.now());
    await Promise.all([broken, sound].map(remove));
  });

  test('a rule for a date creates one task at each of its properties', async () => {
    const { taskRule } = await setRule({ trigger: 'date', date: daysAhead(0) });
    const ruleId = taskRule?.id ?? '';
    await apply();
    await apply();
    expect(await made(ruleId, `property-${PROPERTY}`)).toEqual([OPEN]);
    await setRule({ id: ruleId, trigger: 'date', date: daysAhead(1), enabled: false });
    const text = '{ taskRules { id date enabled checklist { text } } }';
    expect(await ask(platform, desk.viewer, text)).toMatchObject({
      taskRules: [{ id: ruleId, date: daysAhead(1), enabled: false, checklist: [{ text: 'Dust' }] }],
    });
    await remove(ruleId);
  });

  test('undoing a check-out withdraws the task of its rule, and the next check-out creates it again', async () => {
    const { taskRule } = await setRule({ trigger: 'check_out' });
    const ruleId = taskRule?.id ?? '';
    const id = await book(12, 2, 'in_house');
    const call = (mutation: string) =>
      ask(platform, host.host, `mutation { done: ${mutation}(id: "${id}") { userErrors { code message } } }`);
    const statuses = () =>
      platform.database.query<{ status: string; made_by: string }>(
        "SELECT status, made_by FROM tasks.task WHERE booking_id = $1 AND task_type = 'maintenance' ORDER BY id",
        [id],
      );
    await since(id, 12);
    await platform.database.query('UPDATE checkout.bookings SET check_out = check_in + 2 WHERE id = $1', [
      id,
    ]);
    await platform.database.query(
      "UPDATE checkout.bookings SET stay_checked_in_at = now() - interval '1 hour' WHERE id = $1",
      [id],
    );
    expect(await call('bookingCheckOut')).toEqual({ done: { userErrors: [] } });
    await eventually(statuses, (rows) => rows.length === 1 && rows[0]?.status === 'OPEN');
    expect(await call('bookingCheckOutUndo')).toEqual({ done: { userErrors: [] } });
    await eventually(statuses, (rows) => rows[0]?.status === 'CANCELLED');
    expect(await call('bookingCheckOut')).toEqual({ done: { userErrors: [] } });
    const both = await eventually(statuses, (rows) => rows.length === 2);
    expect(both.map(({ status }) => status)).toEqual(['CANCELLED', 'OPEN']);
    await remove(ruleId);
  });

  test.each([
    ['no interval', { trigger: 'in_house' }, 'INVALID input.everyNights'],
    ['an interval of 0 nights', { trigger: 'in_house', everyNights: 0 }, 'INVALID input.everyNights'],
    ["another trigger's field", { trigger: 'check_out', daysBefore: 1 }, 'INVALID input.daysBefore'],
    ['no date', { trigger: 'date' }, 'INVALID input.date'],
    ['an unknown property', { trigger: 'check_out', propertyIds: ['999999'] }, 'NOT_FOUND input.propertyIds'],
    ['an unknown id', { trigger: 'check_out', id: '999999' }, 'NOT_FOUND input.id'],
    ['an unknown task type', { trigger: 'check_out', taskType: 'none' }, 'NOT_FOUND input.taskType'],
    ['a card number', { trigger: 'check_out', checklist: [{ text: CARD }] }, 'CARD_DATA input.checklist'],
  ])('a rule with %s is refused', async (_what, input, code) => {
    const { taskRule, userErrors } = await setRule(input);
    expect(taskRule).toBeNull();
    expect(userErrors).toEqual([{ code: code.split(' ')[0], field: code.split(' ')[1]?.split('.') }]);
  });
});

describe('an app', () => {
  test('an app can change only tasks that it created or that no one else assigned', async () => {
    const { id } = await newTask({ assigneeAccountId: idOf(cleaner), checklist: [{ text: 'Dust' }] });
    expect(codes(await update(app.viewer, { id, title: 'Mine' }))).toEqual(['NOT_YOURS input.id']);
    expect(codes(await tick(app.viewer, id, 0))).toEqual(['NOT_ASSIGNER taskId']);
    const open = await newTask({ checklist: [{ text: 'Dust' }] });
    expect((await tick(app.viewer, open.id, 0)).task?.checklist).toEqual([{ text: 'Dust', done: true }]);
  });
});
