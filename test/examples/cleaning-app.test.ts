import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillIn } from '../support/app-settings.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type Developer } from '../support/developer.ts';
import { buildSdk, type ExampleApp, type Forwarded, openExample } from '../support/example-app.ts';
import { authorizeUrl, consent, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import type { Process } from '../support/process.ts';
import { signJwt } from '../support/session-token.ts';
import { installFromStore } from '../support/store-app.ts';
import { createTask, designate, eventually } from '../support/task-world.ts';

let platform: TestPlatform;
let app: ExampleApp;
let running: Process;
let host: Developer;
let propertyId = '';

beforeAll(async () => {
  [platform] = await Promise.all([startPlatform(), buildSdk()]);
  app = await openExample(platform, { folder: 'cleaning-app', account: 'host', team: 'lakeside' });
  host = await demoHost(platform, 'lakeside');
  const [property] = await platform.database.query<{ id: number }>(
    `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 ORDER BY p.id LIMIT 1`,
    [host.teamId],
  );
  propertyId = String(property?.id);
  // From now on, webhooks wait for the test to read them.
  await app.take(0);
  await designate(platform, host, app.slug);
  // Once the app has found a task from before its start, it has caught up: it receives the tests' tasks as
  // webhooks.
  const before = await newTask();
  running = await app.start();
  await running.line(new RegExp(`^Task ${before} of lakeside goes to `));
});
afterAll(async () => {
  await app.remove();
  await platform.close();
});

const newTask = () => createTask(platform, { developer: host, propertyId });

/**
 * Unread webhooks: one response may contain several, including those about a task's request and its
 * assignment.
 */
const came: Forwarded[] = [];

/** Waits for a topic's next webhook about a task. */
async function webhookOf(topic: string, id: string): Promise<Forwarded> {
  const isIt = ({ body }: Forwarded) => {
    const { topic: its, resource } = JSON.parse(body);
    return its === topic && resource.id === Number(id);
  };
  // Needs a timeout: after a test that gave up, it would read the later tests' webhooks.
  const late = AbortSignal.timeout(45_000);
  for (;;) {
    const at = came.findIndex(isIt);
    const [found] = at < 0 ? [] : came.splice(at, 1);
    if (found) return found;
    if (late.aborted) break;
    came.push(...(await app.take()));
  }
  const deliveries = await platform.database.query(
    'SELECT topic, status, attempts, created_at, sent_at FROM apps.deliveries ORDER BY id DESC LIMIT 10',
  );
  throw new Error(`No ${topic} of task ${id} came, of these: ${JSON.stringify(deliveries)}`);
}

interface Seen {
  readonly canonicalStatus: string;
  readonly assigneeName: string | null;
  readonly assignedBy: string | null;
  readonly version: number;
  readonly customFields: readonly object[];
}

async function taskOf(id: string): Promise<Seen> {
  const fields = 'canonicalStatus assigneeName assignedBy version customFields { namespace key type value }';
  const { task } = await ask<{ task: Seen }>(
    platform,
    host.host,
    `query($id: ID!) { task(id: $id) { ${fields} } }`,
    {
      id,
    },
  );
  return task;
}

const setStatus = (id: string, status: string) =>
  ask(
    platform,
    host.host,
    'mutation($id: ID!, $status: TaskStatus!) { taskStatusSet(id: $id, status: $status) { userErrors { message } } }',
    { id, status },
  );

/** Signs a session token like the panel does for the app's page on a team. */
async function sessionToken(claims: object = {}): Promise<string> {
  const [install] = await platform.database.query<{ id: number; team_id: number }>(
    `SELECT i.id, i.team_id FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id
     WHERE a.slug = $1 AND i.team_id = $2`,
    [app.slug, host.teamId],
  );
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: 'platform',
    aud: app.clientId,
    team_id: Number(install?.team_id),
    user_id: 1,
    install_id: Number(install?.id),
    iat: now,
    exp: now + 300,
    ...claims,
  };
  return signJwt(all, app.clientSecret);
}

interface Job {
  readonly taskId: string;
  readonly status: string;
  readonly worker: string | null;
  readonly stopped: string | null;
}

/** Calls the app as its own page does. */
async function board(init: RequestInit = {}, token?: string) {
  const headers = { authorization: `Bearer ${token ?? (await sessionToken())}` };
  return fetch(`${app.origin}/api/jobs`, { ...init, headers });
}

async function jobOf(id: string): Promise<Job | undefined> {
  const { jobs } = (await (await board()).json()) as { jobs: readonly Job[] };
  return jobs.find(({ taskId }) => taskId === id);
}

const move = async (id: string, step: 'start' | 'finish') => {
  const answer = await board({ method: 'POST', body: JSON.stringify({ task_id: id, move: step }) });
  return (await answer.json()) as { job: Job };
};

describe('a task it is asked to assign', () => {
  test("a requested task goes to one of the app's workers", async () => {
    const id = await newTask();
    expect(await app.hand(await webhookOf('task.assignment_requested', id))).toBe(204);
    const task = await taskOf(id);
    expect(task).toMatchObject({
      canonicalStatus: 'ASSIGNED',
      assigneeName: expect.stringMatching(/^(Ada|Grace|Edsger)$/),
      assignedBy: `app:${app.slug}`,
      customFields: [{ namespace: app.slug, key: 'worker', type: 'string', value: task.assigneeName }],
    });
    expect(await app.hand(await webhookOf('task.status_changed', id))).toBe(204);
    expect((await move(id, 'start')).job).toMatchObject({ status: 'IN_PROGRESS', stopped: null });
    expect((await move(id, 'finish')).job).toMatchObject({ status: 'COMPLETED', stopped: null });
    expect(await taskOf(id)).toMatchObject({ canonicalStatus: 'COMPLETED' });
  });

  test('a linen delivery can be completed only with a bag count', async () => {
    const taskType = `${app.slug}/linen_delivery`;
    await eventually(
      () => ask<{ taskTypes: { id: string }[] }>(platform, host.host, '{ taskTypes { id } }'),
      ({ taskTypes }) => taskTypes.some(({ id }) => id === taskType),
    );
    const id = await createTask(platform, { developer: host, propertyId }, { taskType });
    expect(await app.hand(await webhookOf('task.assignment_requested', id))).toBe(204);
    await move(id, 'start');
    const finish = (bags?: number) =>
      board({ method: 'POST', body: JSON.stringify({ task_id: id, move: 'finish', bags }) });
    expect((await finish()).status).toBe(400);
    expect((await taskOf(id)).canonicalStatus).toBe('IN_PROGRESS');
    expect((await finish(4)).status).toBe(200);
    expect(await taskOf(id)).toMatchObject({ canonicalStatus: 'COMPLETED' });
  });

  test('a task is assigned once even if its webhook arrives repeatedly and concurrently', async () => {
    const id = await newTask();
    const webhook = await webhookOf('task.assignment_requested', id);
    expect(await Promise.all([1, 2, 3].map(() => app.hand(webhook)))).toEqual([204, 204, 204]);
    const task = await taskOf(id);
    expect(await app.hand(webhook)).toBe(204);
    expect(await taskOf(id)).toEqual(task);
    expect(running.lines.filter((line) => line.startsWith(`Task ${id} `))).toHaveLength(1);
  });

  test('a task already assigned to someone else stays theirs and frees the worker', async () => {
    const id = await newTask();
    const webhook = await webhookOf('task.assignment_requested', id);
    await setStatus(id, 'ASSIGNED');
    const task = await taskOf(id);
    expect(await app.hand(webhook)).toBe(204);
    expect(await taskOf(id)).toEqual(task);
    expect(await jobOf(id)).toMatchObject({ status: 'ASSIGNED', worker: null, stopped: /host/ });
  });

  test('a task cancelled by the host accepts no more moves', async () => {
    const id = await newTask();
    await app.hand(await webhookOf('task.assignment_requested', id));
    await setStatus(id, 'CANCELLED');
    const refused = await move(id, 'start');
    expect(refused.job).toMatchObject({ status: 'CANCELLED', worker: null, stopped: expect.any(String) });
    expect(await move(id, 'start')).toEqual(refused);
    expect(running.lines.filter((line) => line.startsWith(`Task ${id} `))).toHaveLength(2);
  });

  test('the webhook for a cancelled task makes the app drop the task', async () => {
    const id = await newTask();
    await app.hand(await webhookOf('task.assignment_requested', id));
    const own = await webhookOf('task.status_changed', id);
    await setStatus(id, 'CANCELLED');
    await app.hand(await webhookOf('task.status_changed', id));
    const dropped = { status: 'CANCELLED', worker: null, stopped: /host/ };
    expect(await jobOf(id)).toMatchObject(dropped);
    expect(await app.hand(own)).toBe(204);
    expect(await jobOf(id)).toMatchObject(dropped);
  });

  test('the app finds a task requested while it was down', async () => {
    const before = await newTask();
    await app.hand(await webhookOf('task.assignment_requested', before));
    const known = await taskOf(before);
    await app.stop();
    const id = await newTask();
    const missed = await webhookOf('task.assignment_requested', id);
    running = await app.start();
    await running.line(new RegExp(`^Task ${id} of lakeside goes to `));
    const task = await eventually(
      () => taskOf(id),
      (seen) => seen.customFields.length === 1,
    );
    expect(task).toMatchObject({ canonicalStatus: 'ASSIGNED', assignedBy: `app:${app.slug}` });
    expect(await app.hand(missed)).toBe(204);
    expect([await taskOf(id), await taskOf(before)]).toEqual([task, known]);
  });
});

describe('what the host filled in', () => {
  test("the host's settings decide who cleans once the app has received the change", async () => {
    await fillIn(platform, host, app.slug, { workers: 'Radia\nBarbara' });
    const changed = await eventually(
      () => app.take(0),
      (waiting) => waiting.some(({ body }) => JSON.parse(body).topic === 'app.settings_changed'),
    );
    for (const webhook of changed) expect(await app.hand(webhook)).toBe(204);
    const id = await newTask();
    expect(await app.hand(await webhookOf('task.assignment_requested', id))).toBe(204);
    expect((await taskOf(id)).assigneeName).toMatch(/^(Radia|Barbara)$/);
    await fillIn(platform, host, app.slug, { workers: null });
  });
});

describe('a webhook', () => {
  test('a webhook with another signature or for another team is refused', async () => {
    const id = await newTask();
    const webhook = await webhookOf('task.assignment_requested', id);
    expect(await app.hand({ ...webhook, body: `${webhook.body} ` })).toBe(401);
    expect(await app.hand({ ...webhook, headers: {} })).toBe(401);
    expect(await app.hand({ ...webhook, body: webhook.body.replace('"lakeside"', '"harbour"') })).toBe(401);
    expect(await taskOf(id)).toMatchObject({ canonicalStatus: 'OPEN' });
  });
});

describe('its page in the panel', () => {
  const open = async (token: string) => {
    const response = await fetch(`${app.origin}/board?${new URLSearchParams({ session: token })}`);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };

  test("the app's page opens only in the panel with its token", async () => {
    const { status, headers, html } = await open(await sessionToken());
    expect([status, html]).toEqual([200, expect.stringContaining('<h1>Jobs</h1>')]);
    expect(headers.get('content-security-policy')).toContain(
      `frame-ancestors ${new URL(platform.address).origin}`,
    );
  });

  test.each([
    ['expired', () => sessionToken({ exp: Math.floor(Date.now() / 1000) - 1 })],
    ['is for another app', () => sessionToken({ aud: 'platform_client_other' })],
    ['was tampered with', async () => `${(await sessionToken()).slice(0, -2)}xx`],
  ])("the app's page offers a reload when the token %s", async (_what, make) => {
    const token = await make();
    const { status, html } = await open(token);
    expect([status, html]).toEqual([401, expect.stringContaining('>Reload</button>')]);
    expect((await board({}, token)).status).toBe(401);
  });

  test("the app's page shows no data to a team without a connection", async () => {
    expect((await board({}, await sessionToken({ install_id: 999_999 }))).status).toBe(403);
  });
});

describe('a host who pays per completed cleaning', () => {
  let paid: ExampleApp;
  beforeAll(async () => {
    paid = await openExample(platform, {
      folder: 'cleaning-app',
      account: 'host',
      team: 'lakeside',
      paid: true,
    });
    await paid.take(0);
    await designate(platform, host, paid.slug);
    await paid.start();
  });
  afterAll(async () => {
    await paid.remove();
    await designate(platform, host, app.slug);
  });

  /** Waits for a webhook of the paid app and delivers it. */
  async function deliver(topic: string, isIt: (resource: Readonly<Record<string, unknown>>) => boolean) {
    const late = AbortSignal.timeout(45_000);
    while (!late.aborted) {
      for (const webhook of await paid.take()) {
        const status = await paid.hand(webhook);
        const { topic: its, resource } = JSON.parse(webhook.body);
        if (its === topic && isIt(resource)) return { webhook, status };
      }
    }
    throw new Error(`No ${topic} came.`);
  }

  /** Has the app take on a new cleaning, which the host then completes. */
  async function completed(): Promise<{ readonly id: string; readonly webhook: Forwarded }> {
    const id = await newTask();
    await deliver('task.assignment_requested', (resource) => resource.id === Number(id));
    for (const status of ['in_progress', 'completed']) {
      const { done } = await ask<{ done: { userErrors: object[] } }>(
        platform,
        host.host,
        `mutation ($id: ID!) { done: taskStatusSet(id: $id, status: ${status.toUpperCase()}) { userErrors { message } } }`,
        { id },
      );
      expect(done.userErrors).toEqual([]);
    }
    const isIt = ({ id: its, canonical_status: status }: Readonly<Record<string, unknown>>) =>
      its === Number(id) && status === 'completed';
    const { webhook, status } = await deliver('task.status_changed', isIt);
    expect(status).toBe(204);
    return { id, webhook };
  }

  const uses = () =>
    platform.database.query<{ key: string; quantity: number; amount: number }>(
      `SELECT u.idempotency_key AS key, u.quantity, u.amount::int FROM apps.usage_records u
       JOIN apps.installs i ON i.id = u.install_id JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1 ORDER BY u.id`,
      [paid.slug],
    );

  const setCap = async (cappedAmount: number) => {
    const { set } = await ask<{ set: { userErrors: object[] } }>(
      platform,
      { ...host.host, elevated: true },
      `mutation { set: appSubscriptionCapSet(slug: "${paid.slug}", cappedAmount: ${cappedAmount}) { userErrors { message } } }`,
    );
    expect(set.userErrors).toEqual([]);
    return deliver('app.subscription_changed', (resource) => resource.capped_amount === cappedAmount);
  };

  test('a completed cleaning is recorded once, also if its webhook is repeated', async () => {
    const { id, webhook } = await completed();
    expect(await uses()).toEqual([{ key: `task-${id}`, quantity: 1, amount: 150 }]);
    expect(await paid.hand(webhook)).toBe(204);
    expect(await uses()).toHaveLength(1);
  });

  test('a cleaning above the cap is recorded once the host raises the cap', async () => {
    const before = (await uses()).length;
    await setCap(before * 150 + 100);
    const { id } = await completed();
    expect(await uses()).toHaveLength(before);
    const { webhook, status } = await setCap(1_000);
    expect(status).toBe(204);
    expect((await uses()).at(-1)).toEqual({ key: `task-${id}`, quantity: 1, amount: 150 });
    expect(await paid.hand(webhook)).toBe(204);
    expect(await uses()).toHaveLength(before + 1);
  });
});

describe('a host who connects it from its own site', () => {
  test('a host who connects the app from its own site is redirected to consent', async () => {
    const oauth = await openExample(platform, {
      folder: 'cleaning-app',
      account: 'developer',
      team: 'devteam',
    });
    try {
      await oauth.start({ APP_URL: 'https://crew.example.com', PLATFORM_RUNTIME_TOKEN: '' });
      const begun = await fetch(`${oauth.origin}/oauth/connect`, { redirect: 'manual' });
      const [cookie = ''] = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
      const url = new URL(begun.headers.get('location') ?? '');
      expect(url.href).toContain(authorizeUrl({ ...oauth, push: async () => {} }).split('&redirect')[0]);

      const browser = plainBrowser(platform.address);
      await signIn(platform, browser);
      const back = await consent(browser, url.href);
      const callback = (search: string, headers: Record<string, string>) =>
        fetch(`${oauth.origin}/oauth/callback${search}`, { headers });
      expect((await callback(back.search, {})).status).toBe(400);
      expect((await callback('?error=access_denied&state=x', { cookie })).status).toBe(400);
      const connected = await callback(back.search, { cookie });
      expect([connected.status, await connected.text()]).toEqual([
        200,
        'Connected: the crew works for devteam now.',
      ]);
      expect((await callback(back.search, { cookie })).status).toBe(502);
    } finally {
      await oauth.remove();
    }
  });

  test('a host who installs the app in the panel connects it with the code from the store', async () => {
    const oauth = await openExample(platform, {
      folder: 'cleaning-app',
      account: 'developer',
      team: 'devteam',
    });
    try {
      await oauth.start({ APP_URL: 'https://crew.example.com', PLATFORM_RUNTIME_TOKEN: '' });
      const { host: owner } = await demoHost(platform, 'devteam');
      const uninstall = 'mutation ($slug: String!) { appUninstall(slug: $slug) { userErrors { code } } }';
      await ask(platform, owner, uninstall, { slug: oauth.slug });
      const { redirect } = await installFromStore(platform, owner, oauth.slug);
      const arrive = (query: Record<string, string>) =>
        fetch(`${oauth.origin}/oauth/callback?${new URLSearchParams(query)}`);
      const code = redirect?.code ?? '';
      expect((await arrive({ code: code.replace('platform_store_', '') })).status).toBe(400);
      const connected = await arrive({ code });
      expect([connected.status, await connected.text()]).toEqual([
        200,
        'Connected: the crew works for devteam now.',
      ]);
    } finally {
      await oauth.remove();
    }
  });
});
