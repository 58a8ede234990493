import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openApp } from '../app.js';
import { readSettings } from '../settings.js';

const SECRET = 'whsec_a_secret_for_tests';

/** Requests that the API received, with the mutation's name. @type {{ name: string, variables: any }[]} */
const asked = [];
/** Errors that refuse the next taskAssign. @type {object[]} */
let userErrors = [];

/** Errors that refuse the next uses. @type {object[]} */
let usageErrors = [];

/** The host's settings. @type {Record<string, string>} */
const filledIn = { workers: 'Ada\n Grace \n\nEdsger', task_types: '["cleaning"]' };

/** Fake platform API for the documents in ../documents.js. */
const api = createServer(async (request, response) => {
  const { query, variables } = JSON.parse((await buffer(request)).toString('utf8'));
  const name = /\{\s*(\w+)/.exec(query)?.[1] ?? '';
  const task = {
    id: variables?.input?.id ?? variables?.id ?? '1',
    canonicalStatus: 'ASSIGNED',
    updatedAt: '',
  };
  const answers = {
    currentInstall: {
      id: '7',
      team: 'seaside',
      app: 'crew',
      settingsComplete: true,
      settingsVersion: 1,
      settings: Object.entries(filledIn).map(([key, value]) => ({ key, value })),
    },
    tasks: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } },
    task,
    taskAssign: { task: userErrors.length > 0 ? null : task, userErrors },
    taskSetCustomField: { task, userErrors: [] },
    taskTransitionStatus: { task, userErrors: [] },
    appUsageRecordCreate: {
      usageRecord: usageErrors.length > 0 ? null : { id: '1' },
      userErrors: usageErrors,
    },
  };
  asked.push({ name, variables });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: { [name]: Reflect.get(answers, name) } }));
});

/** @type {Awaited<ReturnType<typeof openApp>>} */
let app;
/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crew-'));
  const settings = readSettings({
    PLATFORM_API_URL: await listen(api),
    PLATFORM_RUNTIME_TOKEN: 'platform_app_test',
    PLATFORM_WEBHOOK_SECRET: SECRET,
    DATA_FILE: join(folder, 'crew.json'),
  });
  app = await openApp(settings, () => {});
});
after(async () => {
  app.close();
  api.close();
  await rm(folder, { recursive: true });
});

/** @param {import('node:http').Server} server */
async function listen(server) {
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
}

/** Delivers a signed assignment request for a task, like the platform. @param {{ id: number, event?: string, secret?: string, age?: number }} task */
function deliver({ id, event = `event-${id}`, secret, age }) {
  const resource = {
    type: 'task',
    id,
    version: 1,
    task_type: 'cleaning',
    canonical_status: 'open',
    due_at: null,
  };
  return post({ event_id: event, topic: 'task.assignment_requested', resource }, { secret, age });
}

/** @param {object} envelope @param {{ secret?: string | undefined, age?: number | undefined }} [how] */
async function post(envelope, { secret = SECRET, age = 0 } = {}) {
  const body = JSON.stringify({ ...envelope, team: 'seaside' });
  const timestamp = String(Math.floor(Date.now() / 1000) - age);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'x-platform-timestamp': timestamp, 'x-platform-signature': `sha256=${signature}` };
  const response = await fetch(`${await listen(app.server)}/webhooks`, { method: 'POST', headers, body });
  return response.status;
}

/** Returns the API requests about a task. @param {number} id */
const about = (id) =>
  asked.filter(({ variables }) =>
    [variables?.input?.id, variables?.taskId, variables?.id].includes(String(id)),
  );

test('the app assigns a task and records its worker', async () => {
  assert.equal(await deliver({ id: 1 }), 204);
  assert.deepEqual(
    about(1).map(({ name }) => name),
    ['taskAssign', 'taskSetCustomField'],
  );
  assert.equal(about(1)[0]?.variables.input.assigneeType, 'external');
  assert.equal(about(1)[1]?.variables.namespace, 'crew');
});

/** Returns the worker assigned to a task. @param {number} id */
const workerOf = (id) => about(id)[0]?.variables.input.assigneeName;

test("the app uses the host's list of workers as soon as it receives the change", async () => {
  await deliver({ id: 11 });
  assert.match(workerOf(11), /^(Ada|Grace|Edsger)$/);
  filledIn.workers = 'Barbara';
  const resource = { type: 'install_settings', id: 7, version: 2, keys: ['workers'] };
  assert.equal(await post({ event_id: 'settings-2', topic: 'app.settings_changed', resource }), 204);
  await deliver({ id: 12 });
  assert.equal(workerOf(12), 'Barbara');
});

test('the app assigns waiting tasks once the host adds a worker', async () => {
  const resource = { type: 'install_settings', id: 7, version: 3, keys: ['workers'] };
  filledIn.workers = ' \n';
  await post({ event_id: 'settings-3', topic: 'app.settings_changed', resource });
  assert.equal(await deliver({ id: 13 }), 500);
  filledIn.workers = 'Radia';
  await post({ event_id: 'settings-4', topic: 'app.settings_changed', resource });
  assert.equal(await deliver({ id: 13 }), 204);
  assert.equal(workerOf(13), 'Radia');
});

test('a repeated webhook, or another one about the same task, changes nothing', async () => {
  await deliver({ id: 2 });
  const before = about(2).length;
  assert.equal(await deliver({ id: 2 }), 204);
  assert.equal(await deliver({ id: 2, event: 'another' }), 204);
  assert.equal(about(2).length, before);
});

test('the app backs off if someone else was faster', async () => {
  userErrors = [{ message: 'The host assigned it.', code: 'ALREADY_ASSIGNED' }];
  assert.equal(await deliver({ id: 3 }), 204);
  userErrors = [];
  assert.equal(await deliver({ id: 3, event: 'later' }), 204);
  assert.deepEqual(
    about(3).map(({ name }) => name),
    ['taskAssign', 'task'],
  );
});

test('the app refuses webhooks with a wrong or an old signature', async () => {
  assert.equal(await deliver({ id: 4, secret: 'whsec_another' }), 401);
  assert.equal(await deliver({ id: 4, age: 600 }), 401);
  assert.deepEqual(about(4), []);
});

/** Delivers that the host completed a task. @param {number} id @param {string} [event] */
const complete = (id, event = `completed-${id}`) => {
  const resource = { type: 'task', id, version: 2, changed_by: 'host', canonical_status: 'completed' };
  return post({ event_id: event, topic: 'task.status_changed', resource });
};

/** Returns the uses that the API received for a task. @param {number} id */
const usesOf = (id) =>
  asked.filter(
    ({ name, variables }) =>
      name === 'appUsageRecordCreate' && variables.input.idempotencyKey === `task-${id}`,
  );

const subscription = { type: 'subscription', id: 1, version: 2 };

test("a completed cleaning is reported once, with the task's id as its key", async () => {
  await deliver({ id: 21 });
  assert.deepEqual(usesOf(21), []);
  assert.equal(await complete(21), 204);
  const [use] = usesOf(21);
  assert.equal(use?.variables.input.usageKey, 'cleaning');
  assert.equal(use?.variables.input.quantity, 1);
  assert.equal(await complete(21), 204);
  assert.equal(await complete(21, 'the same change again'), 204);
  assert.equal(usesOf(21).length, 1);
});

test('a cleaning above the cap is reported after the host raises it, with the same key and time', async () => {
  await deliver({ id: 22 });
  await deliver({ id: 23 });
  usageErrors = [{ message: 'This would exceed the cap.', code: 'CAP_REACHED' }];
  assert.equal(await complete(22), 204);
  assert.equal(await complete(23), 204);
  // The oldest is tried again, and the others wait behind it.
  assert.deepEqual([usesOf(22).length, usesOf(23).length], [2, 0]);
  usageErrors = [];
  const raised = { event_id: 'raised', topic: 'app.subscription_changed', resource: subscription };
  assert.equal(await post(raised), 204);
  assert.equal(await post(raised), 204);
  assert.deepEqual([usesOf(22).length, usesOf(23).length], [3, 1]);
  assert.deepEqual(usesOf(22).at(-1)?.variables, usesOf(22)[0]?.variables);
});

test('a cleaning that the plan includes is not reported again', async () => {
  await deliver({ id: 24 });
  usageErrors = [
    { message: 'The plan does not charge for this.', code: 'INVALID', field: ['input', 'usageKey'] },
  ];
  assert.equal(await complete(24), 204);
  usageErrors = [];
  await post({ event_id: 'changed', topic: 'app.subscription_changed', resource: subscription });
  assert.equal(usesOf(24).length, 1);
});

test("a cleaning that someone else took isn't reported", async () => {
  userErrors = [{ message: 'The host assigned it.', code: 'ALREADY_ASSIGNED' }];
  await deliver({ id: 25 });
  userErrors = [];
  await complete(25);
  assert.deepEqual(usesOf(25), []);
});
