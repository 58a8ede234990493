import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { systemClock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import { DEFAULT_API_VERSION } from '#schema/views.ts';
import { reactions } from '#subgraphs/apps/reactions.ts';
import { expireForwardQueue } from '#subgraphs/apps/webhooks/commands/expire-forward-queue.ts';
import { purgeDeliveries } from '#subgraphs/apps/webhooks/commands/purge-deliveries.ts';
import { findWaitingInstalls } from '#subgraphs/apps/webhooks/dispatcher/waiting-installs.ts';
import { eventIdOf } from '#subgraphs/apps/webhooks/domain/envelope.ts';
import { envelopeSchema, TOPICS } from '#subgraphs/apps/webhooks/topics/topics.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import {
  createTask,
  deliveryLog,
  designate,
  eventually,
  type LogEntry,
  openTaskWorld,
  TASK_TOPICS,
} from '../support/task-world.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ WEBHOOK_RETRY_SCHEDULE: 'PT0S,PT0.05S,PT0.1S', SLA_MIN: 'PT1S' });
});
afterAll(() => platform.close());

const hex = (secret: string, timestamp: unknown, body: string) =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** Context fields used by the subgraph's commands and reactions. */
const asSubgraph = () =>
  ({ ...platform, clock: systemClock, config: readConfig({}) }) as unknown as SubgraphContext;

const world = (receiver: Receiver, manifest: object = {}) => openTaskWorld(platform, receiver, manifest);

/** Waits until the delivery log's newest entries match. */
const untilLog = (
  developer: Developer,
  app: InstalledApp,
  holds: (entries: readonly LogEntry[]) => boolean,
) => eventually(() => deliveryLog(platform, { developer, app }), holds);

/** Every real webhook matches its topic's documented schema, without extra keys. */
function expectDocumented({ received }: Receiver): void {
  for (const { envelope } of received) {
    const description = TOPICS[envelope.topic as keyof typeof TOPICS]; // an unknown topic fails the next line
    expect(description, envelope.topic).toBeDefined();
    const strict = { ...description, resource: description.resource.strict() };
    expect(envelopeSchema(envelope.topic, strict).strict().safeParse(envelope).error).toBeUndefined();
  }
}

describe('a webhook', () => {
  test("a webhook reaches the subscribed app, signed with its install's secret", async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await world(receiver);
    await designate(platform, developer, app.slug);
    const id = await createTask(platform, { developer, propertyId });
    await receiver.until((all) => all.length === 2);

    const requested = receiver.received.find(
      ({ envelope }) => envelope.topic === 'task.assignment_requested',
    );
    expect(requested?.envelope).toEqual({
      event_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      topic: 'task.assignment_requested',
      occurred_at: expect.stringMatching(/^\d{4}-.*Z$/),
      api_version: DEFAULT_API_VERSION,
      team: developer.team,
      resource: {
        type: 'task',
        id: Number(id),
        version: 1,
        task_type: 'cleaning',
        canonical_status: 'open',
        property_id: Number(propertyId),
        booking_id: null,
        due_at: '2036-01-31T10:00:00.000Z',
      },
    });
    expect(requested?.headers['x-platform-topic']).toBe('task.assignment_requested');
    const timestamp = requested?.headers['x-platform-timestamp'];
    const signature = `sha256=${hex(app.webhookSecret, timestamp, requested?.body ?? '')}`;
    expect(requested?.headers['x-platform-signature']).toBe(signature);

    const entries = await untilLog(developer, app, (all) =>
      all.every(({ status }) => status === 'delivered'),
    );
    const entry = entries.find(({ topic }) => topic === 'task.assignment_requested');
    expect(entry).toMatchObject({
      eventId: requested?.envelope.event_id,
      body: requested?.body,
      attempts: 1,
      lastStatusCode: 200,
      headers: { signature, timestamp: Number(timestamp) },
    });
    await receiver.close();
  });

  test('an app receives the webhook for a status that it set itself', async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await world(receiver);
    const id = await createTask(platform, { developer, propertyId });
    await ask(
      platform,
      app.viewer,
      `mutation($id: ID!) {
        taskAssign(input: { id: $id, assigneeType: external, assigneeName: "Anna" }) { userErrors { message } }
      }`,
      { id },
    );
    await receiver.until((all) => all.some(({ envelope }) => envelope.topic === 'task.status_changed'));
    const changed = receiver.received.find(({ envelope }) => envelope.topic === 'task.status_changed');
    expect(changed?.envelope.resource).toMatchObject({
      id: Number(id),
      version: 2,
      canonical_status: 'assigned',
      previous_status: 'open',
      changed_by: `app:${app.slug}`,
    });
    expectDocumented(receiver);
    await receiver.close();
  });

  test('an assignment request goes only to the designated app', async () => {
    const [asked, other] = [await startReceiver(), await startReceiver()];
    const { developer, propertyId, app } = await world(asked);
    await installNewApp(platform, developer, { webhooks: TASK_TOPICS, webhook_url: other.url });
    await designate(platform, developer, app.slug);
    await createTask(platform, { developer, propertyId });
    await asked.until((all) => all.length === 2);
    await other.until((all) => all.length === 1);
    expect(other.received.map(({ envelope }) => envelope.topic)).toEqual(['task.created']);
    await Promise.all([asked.close(), other.close()]);
  });

  test("a webhook names the app's pinned version", async () => {
    const [chosen, newest] = [await startReceiver(), await startReceiver()];
    const { developer, propertyId } = await world(chosen, { delivery: { api_version: '2026-10' } });
    await installNewApp(platform, developer, { webhooks: TASK_TOPICS, webhook_url: newest.url });
    await createTask(platform, { developer, propertyId });
    const envelopes = await Promise.all(
      [chosen, newest].map(async (receiver) => {
        await receiver.until((all) => all.length === 1);
        return receiver.received[0]?.envelope ?? expect.unreachable();
      }),
    );
    expect(envelopes.map(({ api_version }) => api_version)).toEqual(['2026-10', DEFAULT_API_VERSION]);
    const [first, second] = envelopes.map(({ api_version: _version, ...rest }) => rest);
    expect(first).toEqual(second);
    await Promise.all([chosen.close(), newest.close()]);
  });

  test('the public Standard Webhooks library verifies a webhook', async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await world(receiver, { delivery: { standard_webhooks: true } });
    await createTask(platform, { developer, propertyId });
    await receiver.until((all) => all.length === 1);
    const { headers, body, envelope } = receiver.received[0] ?? expect.unreachable();
    const theirs = new Webhook(app.webhookSecret);
    expect(headers['webhook-id']).toBe(envelope.event_id);
    expect(theirs.verify(body, headers as Record<string, string>)).toEqual(envelope);
    expect(() => theirs.verify(`${body} `, headers as Record<string, string>)).toThrow();
    await receiver.close();
  });
});

describe('an endpoint that does not take a webhook', () => {
  test('a failing endpoint receives the webhook again with the same body and event id', async () => {
    let attempts = 0;
    const receiver = await startReceiver((_received, response) => {
      attempts += 1;
      response.writeHead(attempts < 3 ? 503 : 204).end();
    });
    const { developer, propertyId, app } = await world(receiver);
    await createTask(platform, { developer, propertyId });
    await receiver.until((all) => all.length === 3);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    for (const { headers, body } of receiver.received) {
      const signature = hex(app.webhookSecret, headers['x-platform-timestamp'], body);
      expect(headers['x-platform-signature']).toBe(`sha256=${signature}`);
    }
    const [entry] = await untilLog(developer, app, ([first]) => first?.status === 'delivered');
    expect(entry).toMatchObject({ attempts: 3, lastStatusCode: 204 });
    await receiver.close();
  });

  test('an endpoint receives each webhook again at the time it requested, even shortly after another', async () => {
    let attempts = 0;
    const receiver = await startReceiver((_received, response) => {
      attempts += 1;
      if (attempts > 2) response.end();
      else response.writeHead(503, { 'retry-after': String(attempts) }).end();
    });
    const { developer, propertyId } = await world(receiver);
    await createTask(platform, { developer, propertyId });
    await receiver.until((all) => all.length === 1);
    await createTask(platform, { developer, propertyId });
    await receiver.until((all) => all.length === 4, 9_000); // sooner than the scan for missed deliveries
    await receiver.close();
  });

  test('a webhook is abandoned when the retry schedule ends', async () => {
    const receiver = await startReceiver((_received, response) => response.writeHead(500).end());
    const { developer, propertyId, app } = await world(receiver);
    await createTask(platform, { developer, propertyId });
    const [entry] = await untilLog(developer, app, ([first]) => first?.status === 'failed');
    expect(entry).toMatchObject({ attempts: 3, lastStatusCode: 500 });
    expect(receiver.received).toHaveLength(3);
    await receiver.close();
  });

  test("a webhook isn't retried after 410", async () => {
    const receiver = await startReceiver((_received, response) => response.writeHead(410).end());
    const { developer, propertyId, app } = await world(receiver);
    await createTask(platform, { developer, propertyId });
    const [entry] = await untilLog(developer, app, ([first]) => first?.status === 'failed');
    expect(entry).toMatchObject({ attempts: 1, lastStatusCode: 410 });
    await receiver.close();
  });

  test("a webhook doesn't follow redirects", async () => {
    const elsewhere = await startReceiver();
    const receiver = await startReceiver((_received, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    const { developer, propertyId, app } = await world(receiver);
    await createTask(platform, { developer, propertyId });
    const [entry] = await untilLog(developer, app, ([first]) => first?.status === 'failed');
    expect(entry).toMatchObject({ attempts: 3, lastStatusCode: 307 });
    expect(elsewhere.received).toEqual([]);
    await Promise.all([receiver.close(), elsewhere.close()]);
  });

  test("one hanging endpoint doesn't delay the nine others", async () => {
    const EVENTS = 120; // above an install's limit for concurrent deliveries
    const under = { way: 0, most: 0 };
    const hanging = await startReceiver((_received, response) => {
      under.way += 1;
      under.most = Math.max(under.most, under.way);
      response.on('close', () => {
        under.way -= 1;
      });
    });
    const healthy = await Promise.all(Array.from({ length: 9 }, () => startReceiver()));
    const { developer, propertyId } = await world(hanging);
    for (const { url } of healthy) {
      await installNewApp(platform, developer, { webhooks: TASK_TOPICS, webhook_url: url });
    }
    const ids = [];
    for (let i = 0; i < EVENTS; i += 1)
      ids.push(Number(await createTask(platform, { developer, propertyId })));
    for (const { until, received } of healthy) {
      await until((all) => all.length === EVENTS);
      expect(received.map(({ envelope }) => envelope.resource.id).sort((one, other) => one - other)).toEqual(
        ids,
      );
    }
    expect(under.most).toBeLessThan(EVENTS);
    await Promise.all([hanging, ...healthy].map((receiver) => receiver.close()));
  });
});

describe("an endpoint's health", () => {
  const HEALTH = 'webhookHealth { status failingSince lastDeliveredAt waiting }';
  interface Health {
    readonly status: string;
    readonly failingSince: string | null;
    readonly lastDeliveredAt: string | null;
    readonly waiting: number;
  }

  test("the developer and the host see an endpoint's health", async () => {
    let works = true;
    const receiver = await startReceiver((_received, response) =>
      response.writeHead(works ? 200 : 500).end(),
    );
    const { developer, propertyId, app } = await world(receiver);
    const toHost = async () =>
      (
        await ask<{ installedApps: { nodes: { webhookHealth: Health }[] } }>(
          platform,
          developer.host,
          `{ installedApps { nodes { ${HEALTH} } } }`,
        )
      ).installedApps.nodes[0]?.webhookHealth;
    const toDeveloper = async () =>
      (
        await ask<{ app: { installs: { nodes: { webhookHealth: Health }[] } } }>(
          platform,
          developer.viewer,
          `query($slug: String!) { app(slug: $slug) { installs { nodes { ${HEALTH} } } } }`,
          { slug: app.slug },
        )
      ).app.installs.nodes[0]?.webhookHealth;
    expect(await toHost()).toEqual({ status: 'idle', failingSince: null, lastDeliveredAt: null, waiting: 0 });

    await createTask(platform, { developer, propertyId });
    const healthy = await eventually(toHost, (health) => health?.status === 'healthy');
    expect(healthy).toMatchObject({ failingSince: null, lastDeliveredAt: expect.any(String), waiting: 0 });

    works = false;
    const failedAt = Date.now();
    await createTask(platform, { developer, propertyId });
    const failing = await eventually(
      toDeveloper,
      (health) => health?.status === 'failing' && health.waiting === 0,
    );
    expect(failing?.lastDeliveredAt).toBe(healthy?.lastDeliveredAt);
    expect(Date.parse(failing?.failingSince ?? '')).toBeGreaterThanOrEqual(failedAt);
    expect(await toHost()).toEqual(failing);

    works = true;
    await createTask(platform, { developer, propertyId });
    await eventually(toHost, (health) => health?.status === 'healthy' && health.failingSince === null);
    expect(await toDeveloper()).toEqual(await toHost());
    await receiver.close();
  });
});

describe('webhooks about one resource', () => {
  test('webhooks about one resource reach an install one at a time', async () => {
    let open = 0;
    let most = 0;
    const receiver = await startReceiver((_received, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 20);
    });
    const { developer, propertyId, app } = await world(receiver);
    const id = await createTask(platform, { developer, propertyId });
    for (let i = 0; i < 10; i += 1) {
      await ask(
        platform,
        app.viewer,
        `mutation($id: ID!, $namespace: String!, $value: String!) {
          taskSetCustomField(taskId: $id, namespace: $namespace, key: "n", type: "integer", value: $value) {
            userErrors { message }
          }
        }`,
        { id, namespace: app.slug, value: String(i) },
      );
    }
    await receiver.until((all) => all.length === 11);
    expect(most).toBe(1);
    await receiver.close();
  });
});

describe('an app', () => {
  test("an app's last webhooks include its own uninstall", async () => {
    const receiver = await startReceiver();
    const topics = ['app.installed', 'app.uninstalled', 'task.created'];
    const { developer, propertyId, app } = await world(receiver, { webhooks: topics });
    await receiver.until((all) => all.length === 1);
    expect(receiver.received[0]?.envelope).toMatchObject({
      topic: 'app.installed',
      team: developer.team,
      resource: { type: 'install', id: app.viewer.installId, app: app.slug },
    });
    await ask(
      platform,
      developer.viewer,
      'mutation($slug: String!, $team: String) { appUninstall(slug: $slug, team: $team) { userErrors { message } } }',
      { slug: app.slug, team: developer.team },
    );
    await createTask(platform, { developer, propertyId });
    await receiver.until((all) => all.length === 2);
    expect(receiver.received[1]?.envelope.topic).toBe('app.uninstalled');
    expectDocumented(receiver);
    await receiver.close();
  });

  test('an app receives a delivery again when its developer replays it', async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await world(receiver);
    await createTask(platform, { developer, propertyId });
    const [entry] = await untilLog(developer, app, ([first]) => first?.status === 'delivered');
    await ask(
      platform,
      developer.viewer,
      `mutation($slug: String!, $team: String, $eventId: ID!) {
        appDeliveryReplay(slug: $slug, team: $team, eventId: $eventId) { delivery { status } userErrors { code } }
      }`,
      { slug: app.slug, team: developer.team, eventId: entry?.eventId },
    );
    await receiver.until((all) => all.length === 2);
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
    const [again] = await untilLog(developer, app, ([first]) => first?.status === 'delivered');
    expect(again?.attempts).toBe(2);
    await receiver.close();
  });
});

test('an event that is handled twice causes only one webhook', async () => {
  const receiver = await startReceiver();
  const { developer, propertyId, app } = await world(receiver, { webhooks: ['booking.created'] });
  const booking = {
    teamId: developer.teamId,
    bookingId: 4_000_001,
    version: 1,
    reference: 'BK-TEST0001',
    status: 'held',
    propertyId: Number(propertyId),
    checkIn: '2036-01-29',
    checkOut: '2036-01-31',
    adults: 2,
    children: 0,
    lines: [],
  } as const;
  const told = reactions.find((reaction) => reaction.on === 'booking.created') ?? expect.unreachable();
  const hear = () => told.run(asSubgraph(), booking as never, new Date('2026-11-20T08:00:00.123Z'));
  await hear();
  await hear();
  await untilLog(developer, app, ([first]) => first?.status === 'delivered');
  expect(receiver.received).toHaveLength(1);
  expect(receiver.received[0]?.envelope.occurred_at).toBe('2026-11-20T08:00:00.123Z');
  const [own] = await platform.database.query<{ id: string }>('SELECT id FROM apps.platform');
  const { envelope } = receiver.received[0] ?? expect.unreachable();
  const heard = {
    topic: 'booking.created',
    teamId: developer.teamId,
    resource: { type: 'booking', ...envelope.resource },
  };
  expect(envelope.event_id).toBe(eventIdOf(own?.id ?? '', heard));
  await platform.database.query('DELETE FROM apps.deliveries WHERE install_id = $1', [app.viewer.installId]);
  await hear();
  await receiver.until((all) => all.length === 2);
  expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body);
  await receiver.close();
});

test('deliveries are deleted 30 days after they ended', async () => {
  const receiver = await startReceiver();
  const { developer, propertyId, app } = await world(receiver);
  for (let i = 0; i < 3; i += 1) await createTask(platform, { developer, propertyId });
  await untilLog(
    developer,
    app,
    (all) => all.length === 3 && all.every(({ status }) => status === 'delivered'),
  );
  const [newest, waiting, old] = await deliveryLog(platform, { developer, app });
  await platform.database.query(
    `UPDATE apps.deliveries SET created_at = now() - interval '31 days',
       status = CASE WHEN event_id = $2 THEN 'retrying' ELSE status END, next_attempt_at = now() + interval '1 day'
     WHERE install_id = $1 AND event_id <> $3`,
    [app.viewer.installId, waiting?.eventId, newest?.eventId],
  );
  await purgeDeliveries(asSubgraph());
  const kept = (await deliveryLog(platform, { developer, app })).map(({ eventId }) => eventId);
  expect(kept).toEqual([newest?.eventId, waiting?.eventId]);
  expect(kept).not.toContain(old?.eventId);
  await receiver.close();
});

describe('forwarding', () => {
  const FORWARD = `mutation($slug: String!, $team: String!) {
    appForward(slug: $slug, team: $team) { deliveries { eventId body } }
  }`;
  interface Poll {
    readonly appForward: { readonly deliveries: readonly { eventId: string; body: string }[] };
  }

  test('forwarding queues deliveries until polling stops', async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver, {}, { dev: true });
    const poll = async () =>
      (await ask<Poll>(platform, developer.viewer, FORWARD, { slug: app.slug, team: developer.team }))
        .appForward.deliveries;
    expect(await poll()).toEqual([]);
    await createTask(platform, { developer, propertyId });
    const [taken] = await eventually(poll, (deliveries) => deliveries.length > 0);
    expect(await poll(), 'acknowledges what the poll before took').toEqual([]);

    await createTask(platform, { developer, propertyId });
    await untilLog(developer, app, (all) => all.length === 2);
    expect(receiver.received).toEqual([]);
    await platform.database.query('UPDATE apps.installs SET forward_until = now() WHERE id = $1', [
      app.viewer.installId,
    ]);
    await receiver.until((all) => all.length === 1);
    expect(receiver.received[0]?.envelope.event_id).not.toBe(taken?.eventId);
    await receiver.close();
  });

  test('the end of a forwarding window wakes the dispatcher despite a distant next retry', async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver, {}, { dev: true });
    await ask<Poll>(platform, developer.viewer, FORWARD, { slug: app.slug, team: developer.team });
    await createTask(platform, { developer, propertyId });
    await untilLog(developer, app, (all) => all.length === 1);
    const look = async () =>
      (await findWaitingInstalls(asSubgraph())).find(({ id }) => id === app.viewer.installId);
    const open = await look();
    expect(open?.in_ms).toBeGreaterThan(0);
    expect(open?.in_ms).toBeLessThanOrEqual(60_000);
    await platform.database.query('UPDATE apps.deliveries SET next_attempt_at = $2 WHERE install_id = $1', [
      app.viewer.installId,
      new Date(Date.now() + 3_600_000),
    ]);
    expect((await look())?.in_ms).toBeLessThanOrEqual(60_000);
    await receiver.close();
  });

  test('forwarding includes events from before its first poll and sends no webhooks until then', async () => {
    const [receiver, normal] = [await startReceiver(), await startReceiver()];
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver, {}, { dev: true });
    await installNewApp(platform, developer, { webhooks: TASK_TOPICS, webhook_url: normal.url });
    const id = await createTask(platform, { developer, propertyId });
    await normal.until((all) => all.length === 1);
    const [entry] = await untilLog(developer, app, (all) => all.length === 1);
    expect(entry).toMatchObject({ status: 'pending', attempts: 0 });
    const { appForward } = await ask<Poll>(platform, developer.viewer, FORWARD, {
      slug: app.slug,
      team: developer.team,
    });
    expect(appForward.deliveries.map(({ body }) => JSON.parse(body).resource.id)).toEqual([Number(id)]);
    expect(receiver.received).toEqual([]);
    await Promise.all([receiver.close(), normal.close()]);
  });

  test('forwarding stores the newest 1,000 deliveries for its first poll, for 24 hours', async () => {
    const receiver = await startReceiver();
    const { app } = await openTaskWorld(platform, receiver, {}, { dev: true });
    await platform.database.query(
      `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, next_attempt_at, created_at)
       SELECT $1, gen_random_uuid(), 'task.created', 'task:' || n, '{}', 'pending', now(),
         now() - CASE WHEN n = 1002 THEN interval '25 hours' ELSE interval '0' END
       FROM generate_series(1, 1002) n`,
      [app.viewer.installId],
    );
    await expireForwardQueue(asSubgraph());
    const left = await platform.database.query(
      `SELECT status, min(resource_key) AS first, count(*)::int, bool_and(next_attempt_at IS NULL) AS over
       FROM apps.deliveries WHERE install_id = $1 GROUP BY status ORDER BY status`,
      [app.viewer.installId],
    );
    expect(left).toEqual([
      { status: 'failed', first: 'task:1', count: 3, over: true },
      { status: 'pending', first: 'task:10', count: 999, over: false },
    ]);
    await receiver.close();
  });

  test('forwarding loses no delivery if the last response never arrives', async () => {
    const receiver = await startReceiver();
    const { developer, propertyId, app } = await openTaskWorld(platform, receiver, {}, { dev: true });
    const poll = async () =>
      (await ask<Poll>(platform, developer.viewer, FORWARD, { slug: app.slug, team: developer.team }))
        .appForward.deliveries;
    await poll();
    await createTask(platform, { developer, propertyId });
    const [taken] = await eventually(poll, (deliveries) => deliveries.length > 0);
    const [entry] = await deliveryLog(platform, { developer, app });
    expect(entry?.status).toBe('forwarded');
    await platform.database.query('UPDATE apps.installs SET forward_until = now() WHERE id = $1', [
      app.viewer.installId,
    ]);
    await receiver.until((all) => all.length === 1);
    expect(receiver.received[0]).toMatchObject({ body: taken?.body, envelope: { event_id: taken?.eventId } });
    await receiver.close();
  });
});
