import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '#db/events.ts';
import { inTransaction } from '#db/transaction.ts';
import { mailFailingApps } from '#subgraphs/apps/webhooks/commands/mail-failing-apps.ts';
import { countAttempts, setInstalled } from '../support/app-health.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, contextOf } from '../support/developer.ts';
import { LEAK } from '../support/leak.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { type Developer, developer } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { publishApp, pushApp } from '../support/public-app.ts';
import { type Behaviour, type Receiver, startReceiver } from '../support/receiver.ts';
import { createTask, eventually } from '../support/task-world.ts';

// docs/interface/management.md#health

const DAY_MS = 86_400_000;
const PRIVATE = 'Call Ada Lovelace on +41 44 668 18 00';

let platform: TestPlatform;
let receiver: Receiver;
let mailbox: Mailbox;
let dev: Developer;
let outsider: Developer;
let answer: Behaviour;
const takeAll: Behaviour = (_received, response) => response.end();
beforeAll(async () => {
  answer = takeAll;
  receiver = await startReceiver((received, response) => answer(received, response));
  mailbox = await openMailbox();
  platform = await startPlatform({
    MAIL_URL: mailbox.url,
    WEBHOOK_RETRY_SCHEDULE: 'PT0S,PT1H,PT1H',
  });
  const as = (key: string) =>
    developer(platform.address, platform.demo?.accounts.find((account) => account.key === key)?.pat ?? '');
  [dev, outsider] = [as('developer'), as('outsider')];
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
  await mailbox.close();
});
afterEach(() => {
  answer = takeAll;
});

let apps = 0;
/** Publishes an app that receives task webhooks. */
async function newApp(): Promise<string> {
  apps += 1;
  const slug = `health-${apps}`;
  await publishApp(platform, {
    slug,
    scopes: ['read_tasks'],
    webhooks: ['task.created', 'task.updated'],
    webhook_url: receiver.url,
  });
  return slug;
}

interface Health {
  readonly failing: readonly {
    readonly team: string;
    readonly topic: string;
    readonly status: string;
    readonly error: string;
    readonly at: string;
    readonly event_id: string;
    readonly attempts: number;
    readonly next_attempt_at: string | null;
  }[];
  readonly installs: readonly { readonly date: string; readonly count: number }[];
  readonly hours: readonly {
    readonly at: string;
    readonly delivered: number;
    readonly failed: number;
    readonly latency_ms: number | null;
  }[];
  readonly lacking: {
    readonly count: number;
    readonly installs: readonly {
      readonly install: number;
      readonly team: string;
      readonly missing: readonly string[];
    }[];
  };
}
async function healthOf(slug: string, query = ''): Promise<Health> {
  const { status, json } = await dev.call('GET', `apps/${slug}/health${query}`);
  expect(status).toBe(200);
  return json;
}

/** Attempts in the current hour and the one before, which a test may have started in. */
const lately = ({ hours }: Health) => {
  const last = hours.slice(-2);
  return {
    delivered: last.reduce((sum, hour) => sum + hour.delivered, 0),
    failed: last.reduce((sum, hour) => sum + hour.failed, 0),
  };
};

/** Publishes an update of a task at Lakeside. */
async function updateTask(taskId: string): Promise<void> {
  const { teamId } = await demoHost(platform, 'lakeside');
  const event = {
    teamId,
    taskId: Number(taskId),
    version: 1_000,
    taskType: 'cleaning',
    status: 'OPEN',
    propertyId: 1,
    bookingId: null,
    dueAt: null,
    occurredAt: new Date().toISOString(),
  } as const;
  await inTransaction(platform, (em) => publish(platform, em, 'task.updated', event));
}

const newTask = async () =>
  createTask(platform, { developer: await demoHost(platform, 'lakeside'), propertyId: '1' });

describe("an app's health", () => {
  test('a developer sees which webhooks fail at another team and why, without payloads', async () => {
    const slug = await newApp();
    const install = await setInstalled(platform, slug);
    answer = ({ envelope }, response) => {
      if (envelope.topic === 'task.updated') return void response.destroy();
      return void response.writeHead(500).end(PRIVATE);
    };
    const task = await newTask();
    await eventually(
      () => healthOf(slug),
      ({ failing }) => failing.length === 1,
    );
    await updateTask(task);
    const health = await eventually(
      () => healthOf(slug),
      ({ failing }) => failing.length === 2,
    );
    const common = {
      install,
      team: 'lakeside',
      status: 'retrying',
      at: expect.stringMatching(/Z$/),
      attempts: 1,
      next_attempt_at: expect.stringMatching(/Z$/),
    };
    const eventOf = (topic: string) =>
      receiver.received.find(({ envelope }) => envelope.topic === topic)?.envelope.event_id;
    expect(health.failing).toEqual([
      {
        ...common,
        topic: 'task.updated',
        event_id: eventOf('task.updated'),
        error: 'The connection was closed before a response arrived.',
      },
      { ...common, topic: 'task.created', event_id: eventOf('task.created'), error: 'HTTP 500' },
    ]);
    expect(lately(health)).toEqual({ delivered: 0, failed: 2 });
    const text = JSON.stringify(health);
    expect(text).not.toMatch(LEAK);
    expect(text).not.toContain('Lovelace');
    for (const { at, next_attempt_at: next } of health.failing)
      expect(Date.parse(next ?? '') - Date.parse(at)).toBeGreaterThanOrEqual(3_600_000);
  });

  test('a delivery without further attempts has no next attempt', async () => {
    const slug = await newApp();
    await setInstalled(platform, slug);
    answer = (_received, response) => response.writeHead(410).end();
    await newTask();
    const { failing } = await eventually(
      () => healthOf(slug),
      (health) => health.failing.length === 1,
    );
    expect(failing[0]).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null });
  });

  test('a delivery that arrives on a later attempt is no longer failing', async () => {
    const slug = await newApp();
    const install = await setInstalled(platform, slug);
    answer = (_received, response) => response.writeHead(503).end();
    await newTask();
    await eventually(
      () => healthOf(slug),
      ({ failing }) => failing.length === 1,
    );
    answer = takeAll;
    await platform.database.query(
      'UPDATE apps.deliveries SET next_attempt_at = now() WHERE install_id = $1',
      [install],
    );
    const health = await eventually(
      () => healthOf(slug),
      ({ failing }) => failing.length === 0,
    );
    expect(lately(health)).toEqual({ delivered: 1, failed: 1 });
    expect(health.hours.findLast(({ delivered }) => delivered > 0)?.latency_ms).toEqual(expect.any(Number));
  });

  test('each of the last 168 hours has its attempts at all teams with their mean latency', async () => {
    const slug = await newApp();
    const [one, other] = [
      await setInstalled(platform, slug),
      await setInstalled(platform, slug, { team: 'alpine' }),
    ];
    const hour = { hoursAgo: 3, delivered: 3, failed: 1, latencyMsSum: 100 };
    await countAttempts(platform, one, [hour, { hoursAgo: 168, delivered: 7, failed: 7 }]);
    await countAttempts(platform, other, [{ ...hour, delivered: 1, latencyMsSum: 60 }]);
    const { hours } = await healthOf(slug);
    const starts = hours.map(({ at }) => Date.parse(at));
    expect(starts).toEqual(Array.from({ length: 168 }, (_, n) => (starts[0] ?? 0) + n * 3_600_000));
    expect(Date.now() - (starts.at(-1) ?? 0)).toBeLessThan(2 * 3_600_000);
    expect(hours.filter(({ delivered, failed }) => delivered + failed > 0)).toEqual([
      { at: expect.any(String), delivered: 4, failed: 2, latency_ms: 40 },
    ]);
    expect(hours[0]).toMatchObject({ delivered: 0, failed: 0, latency_ms: null });
  });

  test("another account's app has no health to see, like an unknown app", async () => {
    const slug = await newApp();
    const [theirs, unknown] = [
      await outsider.call('GET', `apps/${slug}/health`),
      await outsider.call('GET', 'apps/unknown/health'),
    ];
    expect(theirs).toMatchObject({ status: 404, json: { code: 'not_found' } });
    expect(theirs.json.detail).toBe(unknown.json.detail.replace('unknown', slug));
  });

  test('a team that uninstalled the app is no longer listed as failing, even after it installs the app again', async () => {
    const slug = await newApp();
    await setInstalled(platform, slug);
    answer = (_received, response) => response.writeHead(500).end();
    await newTask();
    await eventually(
      () => healthOf(slug),
      ({ failing }) => failing.length === 1,
    );
    await setInstalled(platform, slug, { installed: false });
    expect((await healthOf(slug)).failing).toEqual([]);
    await setInstalled(platform, slug);
    expect((await healthOf(slug)).failing).toEqual([]);
  });
});

describe('installs that lack permissions', () => {
  const widened = (slug: string) => ({
    slug,
    scopes: ['read_tasks', 'read_rates', 'write_tasks'],
    webhooks: ['task.created'],
    webhook_url: receiver.url,
  });
  const NONE = { count: 0, installs: [] };

  test('a developer sees which teams lack the permissions of a live version until their hosts grant them', async () => {
    const slug = await newApp();
    const [lakeside, alpine] = [
      await setInstalled(platform, slug),
      await setInstalled(platform, slug, { team: 'alpine' }),
    ];
    expect((await healthOf(slug)).lacking).toEqual(NONE);
    await publishApp(platform, widened(slug));
    const missing = ['read_rates', 'write_tasks'];
    expect((await healthOf(slug)).lacking).toEqual({
      count: 2,
      installs: [
        { install: alpine, team: 'alpine', missing },
        { install: lakeside, team: 'lakeside', missing },
      ],
    });
    const { host } = await demoHost(platform, 'lakeside');
    const approve = `mutation ($slug: String!) {
      appPermissionsApprove(slug: $slug, permissions: ["read_rates"]) { userErrors { message } }
    }`;
    await ask(platform, host, approve, { slug });
    await setInstalled(platform, slug, { team: 'alpine', installed: false });
    expect((await healthOf(slug)).lacking).toEqual({
      count: 1,
      installs: [{ install: lakeside, team: 'lakeside', missing: ['write_tasks'] }],
    });
  });

  test("a draft's permissions can be compared before its release", async () => {
    const slug = await newApp();
    const install = await setInstalled(platform, slug);
    await pushApp(platform, { name: slug, distribution: 'public', ...widened(slug) }, { release: false });
    expect((await healthOf(slug)).lacking).toEqual(NONE);
    expect((await healthOf(slug, '?version=1')).lacking).toEqual(NONE);
    expect((await healthOf(slug, '?version=3')).lacking).toEqual(NONE);
    expect((await healthOf(slug, '?version=2')).lacking).toEqual({
      count: 1,
      installs: [{ install, team: 'lakeside', missing: ['read_rates', 'write_tasks'] }],
    });
    const { status, json } = await dev.call('GET', `apps/${slug}/health?version=new`);
    expect([status, json.code]).toEqual([400, 'bad_request']);
  });

  test("a scope that an app's type always has is never missing", async () => {
    apps += 1;
    const slug = `health-${apps}`;
    const { url } = receiver;
    const channel = {
      slug,
      type: 'channel',
      channel: { name: 'Roomly' },
      endpoints: { channel_test: url, channel_products: url, channel_ari: url },
      webhook_url: url,
    };
    await publishApp(platform, channel);
    await setInstalled(platform, slug);
    await publishApp(platform, { ...channel, scopes: ['write_channels'] });
    expect((await healthOf(slug)).lacking).toEqual(NONE);
  });
});

describe('installs over time', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

  /** Moves an install's beginning and end into the past. */
  const move = (installId: number, from: number, until: number | null) =>
    platform.database.query('UPDATE apps.installs SET installed_at = $2, uninstalled_at = $3 WHERE id = $1', [
      installId,
      daysAgo(from),
      until === null ? null : daysAgo(until),
    ]);

  test("each day has the number of installs at its end, also before a team's uninstall and reinstall", async () => {
    const slug = await newApp();
    const install = await setInstalled(platform, slug);
    await setInstalled(platform, slug, { installed: false });
    await move(install, 20, 12);
    await setInstalled(platform, slug);
    await setInstalled(platform, slug, { installed: false });
    await move(install, 8, 5);
    await setInstalled(platform, slug);
    const old = await setInstalled(platform, slug, { team: 'alpine' });
    await move(old, 200, null);
    const { installs } = await healthOf(slug);
    const runs = installs.reduce<[count: number, days: number][]>((all, { count }) => {
      const last = all.at(-1);
      if (last?.[0] === count) last[1] += 1;
      else all.push([count, 1]);
      return all;
    }, []);
    expect(runs).toEqual([
      [1, 69],
      [2, 8],
      [1, 4],
      [2, 3],
      [1, 5],
      [2, 1],
    ]);
    expect(installs).toHaveLength(90);
    const { json } = await dev.call('GET', `apps/${slug}`);
    expect(json.install_count).toBe(installs.at(-1)?.count);
  });

  test('a team that uninstalls on the day of its install is on no day', async () => {
    const slug = await newApp();
    await setInstalled(platform, slug);
    await setInstalled(platform, slug, { installed: false });
    expect((await healthOf(slug)).installs.every(({ count }) => count === 0)).toBe(true);
  });
});

describe("the email about an app's rising failures", () => {
  test('a developer gets one email a week with the teams, topics and reasons', async () => {
    const slug = await newApp();
    const install = await setInstalled(platform, slug);
    answer = (_received, response) => response.writeHead(500).end(PRIVATE);
    await newTask();
    await eventually(
      () => healthOf(slug),
      ({ failing }) => failing.length === 1,
    );
    await countAttempts(platform, install, [
      { hoursAgo: 2, delivered: 100, failed: 24 },
      { hoursAgo: 200, delivered: 98, failed: 2 },
    ]);
    const ctx = contextOf(platform);
    await Promise.all([mailFailingApps(ctx), mailFailingApps(ctx)]);
    const mail = await mailbox.mailTo('developer@demo.test', new RegExp(slug));
    expect(mail.subject).toBe(`Webhooks to ${slug} are failing more often`);
    expect(mail.text).toContain('25 of 125 attempts');
    expect(mail.text).toContain('20%, up from 2% in the 7 days before');
    expect(mail.text).toContain('lakeside: task.created: HTTP 500');
    expect(mail.text).toContain(`/panel/developer/${slug}`);
    expect(mail.text).toContain(`In a terminal: platform logs --app ${slug}\n`);
    expect(mail.text).not.toContain('Lovelace');
    await mailFailingApps(ctx);
    await mailFailingApps({ ...ctx, clock: { now: () => daysLater(6.9) } });
    expect(await written(slug)).toBe(1);
    await countAttempts(platform, install, [{ hoursAgo: -48, delivered: 0, failed: 50 }]);
    await mailFailingApps({ ...ctx, clock: { now: () => daysLater(7.1) } });
    expect(await written(slug)).toBe(2);
  });

  const daysLater = (days: number) => new Date(Date.now() + days * DAY_MS);

  const written = async (slug: string) =>
    (
      await platform.database.query(
        `SELECT FROM apps.mails WHERE template = 'app-failing' AND params->>'app' = $1`,
        [slug],
      )
    ).length;

  test("failures that haven't risen at customers cause no email", async () => {
    const [steady, local] = [await newApp(), await newApp()];
    const attempts = { delivered: 100, failed: 30 };
    const install = await setInstalled(platform, steady);
    await countAttempts(platform, install, [
      { hoursAgo: 2, ...attempts },
      { hoursAgo: 200, ...attempts },
    ]);
    const dev = await setInstalled(platform, local);
    await platform.database.query('UPDATE apps.installs SET is_dev_install = true WHERE id = $1', [dev]);
    await countAttempts(platform, dev, [{ hoursAgo: 2, ...attempts }]);
    await mailFailingApps(contextOf(platform));
    expect([await written(steady), await written(local)]).toEqual([0, 0]);
  });
});
