import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#kit/config.ts';
import { SUBGRAPHS } from '#server/subgraphs.ts';
import { type Developer, developer, MANIFEST } from '../support/management.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let dev: Developer;

beforeAll(async () => {
  platform = await startPlatform();
  dev = developer(
    platform.address,
    platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '',
  );
});
afterAll(() => platform.close());

const team = 'devteam';

async function install(
  name: string,
  more: object = {},
  body: object = { dev: true },
): Promise<{ path: string; secret: string }> {
  const manifest = { ...MANIFEST, ...more };
  const app = await dev.call('POST', 'apps', { body: { name, manifest, release: true } });
  const path = `apps/${app.json.slug}`;
  const { json } = await dev.call('POST', `${path}/installs`, { team, body });
  return { path, secret: json.webhook_secret };
}

/** Writes unsent deliveries in order, as events do. */
async function queue(path: string, count: number): Promise<readonly { eventId: string; body: string }[]> {
  const queued = Array.from({ length: count }, (_, i) => {
    const eventId = randomUUID();
    return { eventId, body: `{"event_id":"${eventId}", "n": ${i},  "text":"Zürich \\u20ac"}` };
  });
  await platform.database.query(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
     SELECT i.id, event_id, 'task.assignment_requested', 'task:' || ordinality, body, 'pending', now()
     FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id,
       unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS q (event_id, body, ordinality)
     WHERE a.slug = $1 ORDER BY ordinality`,
    [path.slice(5), queued.map(({ eventId }) => eventId), queued.map(({ body }) => body)],
  );
  return queued;
}

const signed = (secret: string, { body, headers }: { body: string; headers: Record<string, string> }) =>
  `sha256=${createHmac('sha256', secret).update(`${headers['X-Platform-Timestamp']}.${body}`).digest('hex')}`;

test('forward returns each waiting delivery once in order, signed with the webhook secret', async () => {
  const { path, secret } = await install('Forward');
  const queued = await queue(path, 3);
  const { status, json } = await dev.call('GET', `${path}/forward`, { team });
  expect(status).toBe(200);
  expect(json.data.map((item: { body: string }) => item.body)).toEqual(queued.map(({ body }) => body));
  for (const item of json.data) {
    expect(item.headers['X-Platform-Topic']).toBe('task.assignment_requested');
    expect(item.headers['X-Platform-Signature']).toBe(signed(secret, item));
  }
  expect((await dev.call('GET', `${path}/forward`, { team })).json).toEqual({ data: [] });
});

test('forward and detail include Standard Webhooks headers on request', async () => {
  const { path, secret } = await install('Standard', { delivery: { standard_webhooks: true } });
  const [queued] = await queue(path, 1);
  const [item] = (await dev.call('GET', `${path}/forward`, { team })).json.data;
  expect(item.headers['webhook-id']).toBe(queued?.eventId);
  expect(item.headers['webhook-timestamp']).toBe(item.headers['X-Platform-Timestamp']);
  expect(new Webhook(secret).verify(item.body, item.headers)).toEqual(JSON.parse(item.body));
  const detail = await dev.call('GET', `${path}/deliveries/${queued?.eventId}`, { team });
  expect(detail.json.headers).toEqual(item.headers);
});

test('forward on an install not made for development returns 403 not_dev_install', async () => {
  const { path } = await install('Real', {}, {});
  await queue(path, 1);
  const { status, json } = await dev.call('GET', `${path}/forward`, { team });
  expect([status, json.code]).toEqual([403, 'not_dev_install']);
  const [row] = await platform.database.query<{ forward_until: Date | null; status: string }>(
    `SELECT i.forward_until, d.status FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id
     JOIN apps.deliveries d ON d.install_id = i.id WHERE a.slug = $1`,
    [path.slice(5)],
  );
  expect(row).toEqual({ forward_until: null, status: 'pending' });
});

test('each poll extends forwarding by 60 seconds', async () => {
  const { path } = await install('Time to live');
  const left = async () => {
    const [row] = await platform.database.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM forward_until - now())::float8 AS seconds FROM apps.installs i
       JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
      [path.slice(5)],
    );
    return row?.seconds ?? null;
  };
  expect(await left()).toBeNull();
  await dev.call('GET', `${path}/forward`, { team });
  expect(await left()).toBeGreaterThan(50);
  expect(await left()).toBeLessThanOrEqual(60);
});

test('deliveries that the last poll received are sent once forwarding has ended', async () => {
  const { path } = await install('Ended');
  await queue(path, 1);
  await dev.call('GET', `${path}/forward`, { team });
  const delivery = async () => {
    const [row] = await platform.database.query<{ status: string; handed_over: boolean }>(
      `SELECT d.status, d.handed_over FROM apps.deliveries d JOIN apps.installs i ON i.id = d.install_id
       JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
      [path.slice(5)],
    );
    return row;
  };
  expect(await delivery()).toMatchObject({ handed_over: true });
  await platform.database.query(
    `UPDATE apps.installs i SET forward_until = now() FROM apps.apps a WHERE a.id = i.app_id AND a.slug = $1`,
    [path.slice(5)],
  );
  await expect.poll(delivery, { timeout: 30_000 }).toMatchObject({ handed_over: false });
});

test("a local app's response appears in the log and counts as the delivery's arrival", async () => {
  const { path } = await install('Reported');
  const [first, second, third] = await queue(path, 3);
  const polled = await dev.call('GET', `${path}/forward`, { team });
  expect(polled.json.data).toHaveLength(3);
  await platform.database.query("UPDATE apps.deliveries SET status = 'pending' WHERE event_id = $1", [
    third?.eventId,
  ]);
  const data = [
    { event_id: first?.eventId, status: 500, error: null, latency_ms: 12 },
    { event_id: second?.eventId, status: null, error: 'connection refused', latency_ms: 3 },
    { event_id: third?.eventId, status: 204, error: null, latency_ms: 4 },
    { event_id: randomUUID(), status: 204, error: null, latency_ms: 4 },
  ];
  const { json } = await dev.call('POST', `${path}/forward`, { team, body: { data } });
  expect(json).toEqual({ recorded: 2 });
  const log = await dev.call('GET', `${path}/deliveries`, { team });
  const shown = { delivered_at: expect.any(String), status: 'forwarded' };
  expect(log.json.data.slice(1)).toMatchObject([
    { ...shown, last_status: null, last_error: 'connection refused', latency_ms: 3 },
    { ...shown, last_status: 500, last_error: null, latency_ms: 12 },
  ]);
  const handedOver = await platform.database.query(
    'SELECT handed_over AS held FROM apps.deliveries WHERE event_id = ANY ($1) ORDER BY id',
    [data.map(({ event_id }) => event_id)],
  );
  expect(handedOver).toEqual([{ held: false }, { held: false }, { held: true }]);
});

test.each([
  ['101 outcomes', Array.from({ length: 101 }, () => ({ status: 204, error: null, latency_ms: 1 }))],
  ['a reason longer than 200 characters', [{ status: null, error: 'x'.repeat(201), latency_ms: 1 }]],
  ['no outcome', []],
])('a report with %s returns 400', async (_what, outcomes) => {
  const data = outcomes.map((outcome) => ({ ...outcome, event_id: randomUUID() }));
  const { status } = await dev.call('POST', 'apps/any/forward', { team, body: { data } });
  expect(status).toBe(400);
});

test('the platform checks at least every 5 s whether forwarding has ended', () => {
  const job = SUBGRAPHS.flatMap(({ recurring }) => recurring).find(
    ({ name }) => name === 'apps/release-handed-over',
  );
  expect(job?.everyMs(readConfig({}))).toBeLessThanOrEqual(5_000);
});

test('each delivery goes to exactly one of ten concurrent polls', async () => {
  const { path } = await install('Polls');
  const queued = await queue(path, 150);
  const polls = await Promise.all(
    Array.from({ length: 10 }, () => dev.call('GET', `${path}/forward`, { team })),
  );
  const taken = polls.flatMap(({ json }) => json.data.map((item: { event_id: string }) => item.event_id));
  expect(taken.sort()).toEqual(queued.map(({ eventId }) => eventId).sort());
});

test('a waiting poll returns as soon as a delivery is available', async () => {
  const { path } = await install('Wait');
  const waiting = dev.call('GET', `${path}/forward?wait=20`, { team });
  const queued = await queue(path, 1);
  expect((await waiting).json.data[0].event_id).toBe(queued[0]?.eventId);
});

test("a wait that isn't a number of seconds returns 400", async () => {
  const { path } = await install('Bad wait');
  for (const wait of ['26', '-1', 'x', '1.5']) {
    expect((await dev.call('GET', `${path}/forward?wait=${wait}`, { team })).status).toBe(400);
  }
});

test('the log shows at most 100 entries, newest first', async () => {
  const { path } = await install('Log');
  const queued = await queue(path, 101);
  const { json } = await dev.call('GET', `${path}/deliveries`, { team });
  expect(json.data).toHaveLength(100);
  expect(json.data[0]).toEqual({
    event_id: queued[100]?.eventId,
    topic: 'task.assignment_requested',
    status: 'pending',
    attempts: 0,
    created_at: expect.any(String),
    delivered_at: null,
    last_status: null,
    last_error: null,
    latency_ms: null,
  });
  await dev.call('GET', `${path}/forward`, { team });
  const [oldest] = (await dev.call('GET', `${path}/deliveries`, { team })).json.data.slice(-1);
  expect(oldest).toMatchObject({ status: 'forwarded', attempts: 1, delivered_at: expect.any(String) });
});

test('the log shows a delivery byte for byte as sent', async () => {
  const { path } = await install('Detail');
  const [queued] = await queue(path, 1);
  const [sent] = (await dev.call('GET', `${path}/forward`, { team })).json.data;
  const { status, json } = await dev.call('GET', `${path}/deliveries/${queued?.eventId}`, { team });
  expect([status, json]).toEqual([200, sent]);
  for (const unknown of [randomUUID(), 'no-uuid']) {
    expect((await dev.call('GET', `${path}/deliveries/${unknown}`, { team })).status).toBe(404);
  }
});
