import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTask, openTaskWorld, type TaskWorld } from '../support/task-world.ts';

// The host panel's tasks board: `hostTasks` and `hostMoves`.

let platform: TestPlatform;
let receiver: Receiver;
let world: TaskWorld;
beforeAll(async () => {
  platform = await startPlatform();
  receiver = await startReceiver();
  world = await openTaskWorld(platform, receiver);
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
});

interface Listing {
  readonly hostTasks: {
    readonly nodes: readonly { readonly id: string; readonly hostMoves: readonly string[] }[];
    readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  };
}

async function list(
  host: Developer['host'],
  status: string,
  page: object = {},
): Promise<Listing['hostTasks']> {
  const text = `query($status: TaskStatus!, $order: HostTaskOrder, $first: Int, $after: String) {
    hostTasks(status: $status, order: $order, first: $first, after: $after) {
      nodes { id hostMoves } pageInfo { endCursor hasNextPage } } }`;
  return (await ask<Listing>(platform, host, text, { status, ...page })).hostTasks;
}

const ids = ({ nodes }: Listing['hostTasks']) => nodes.map(({ id }) => id);

const move = (id: string, status: string, { developer } = world) =>
  ask(
    platform,
    developer.host,
    'mutation($id: ID!, $status: TaskStatus!) { taskStatusSet(id: $id, status: $status) { userErrors { code } } }',
    { id, status },
  );

test('hostTasks pages through one status, most recently changed first', async () => {
  const { host } = world.developer;
  const first = await createTask(platform, world);
  const second = await createTask(platform, world);
  const third = await createTask(platform, world);
  expect(ids(await list(host, 'OPEN'))).toEqual([third, second, first]);

  const page = await list(host, 'OPEN', { first: 2 });
  expect(page.pageInfo.hasNextPage).toBe(true);
  expect(ids(await list(host, 'OPEN', { first: 2, after: page.pageInfo.endCursor }))).toEqual([first]);

  await move(second, 'ASSIGNED');
  await move(first, 'ASSIGNED');
  const assigned = await list(host, 'ASSIGNED');
  expect(ids(assigned)).toEqual([first, second]);
  expect(assigned.nodes[0]?.hostMoves.toSorted()).toEqual(['CANCELLED', 'IN_PROGRESS', 'OPEN']);
  expect(ids(await list(host, 'OPEN'))).toEqual([third]);
});

test('hostTasks pages by due time, with undated tasks at the end', async () => {
  const { host } = world.developer;
  const dues = ['2027-03-01', null, '2027-01-01', '2020-01-01', null, '2027-01-01'];
  const made: string[] = [];
  for (const due of dues) {
    const id = await createTask(platform, world, { dueAt: due && `${due}T10:00:00Z` });
    await move(id, 'ASSIGNED');
    await move(id, 'IN_PROGRESS');
    made.push(id);
  }
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await list(host, 'IN_PROGRESS', { order: 'due', first: 1, after });
    found.push(...ids(page));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null && found.length < 20);
  expect(found).toEqual([3, 2, 5, 0, 1, 4].map((place) => made[place]));
});

test('hostTasks lists overdue open tasks, longest overdue first', async () => {
  const world = await openTaskWorld(platform, receiver);
  const due = (date: string) => createTask(platform, world, { dueAt: `${date}T10:00:00Z` });
  const [late, later, done] = [await due('2020-01-02'), await due('2020-01-01'), await due('2020-01-01')];
  await due('2999-01-01');
  await createTask(platform, world, { dueAt: null });
  for (const status of ['ASSIGNED', 'IN_PROGRESS']) await move(late, status, world);
  for (const status of ['ASSIGNED', 'IN_PROGRESS', 'COMPLETED']) await move(done, status, world);
  const overdue = async (page: string) => {
    const text = `{ hostTasks(overdue: true, order: due, ${page}) { nodes { id hostMoves } pageInfo { endCursor hasNextPage } } }`;
    return (await ask<Listing>(platform, world.developer.host, text)).hostTasks;
  };
  expect(ids(await overdue('first: 50'))).toEqual([later, late]);
  const first = await overdue('first: 1');
  expect(ids(await overdue(`first: 1, after: "${first.pageInfo.endCursor}"`))).toEqual([late]);
});

test('hostTasks shows no tasks from another team', async () => {
  const other = await newDeveloper(platform);
  await createTask(platform, world);
  expect(ids(await list(other.host, 'OPEN'))).toEqual([]);
});

test('a member sees that another member has taken a task', async () => {
  const id = await createTask(platform, world);
  await move(id, 'ASSIGNED');
  const { host } = world.developer;
  const reader = { ...host, accountId: (await newDeveloper(platform)).host.accountId };
  const text = '{ hostTasks(status: ASSIGNED, order: changed, first: 1) { nodes { id assigneeAccountId } } }';
  const listed = await ask<{ hostTasks: { nodes: readonly object[] } }>(platform, reader, text);
  expect(listed.hostTasks.nodes).toEqual([{ id, assigneeAccountId: String(host.accountId) }]);
});
