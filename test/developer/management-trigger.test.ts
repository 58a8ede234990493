import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { envelopeSchema, TOPICS } from '#subgraphs/apps/webhooks/topics/topics.ts';
import { verifyPaymentSession } from '../../packages/app-sdk/index.ts';
import { type Developer, developer } from '../support/management.ts';
import { demoAccount } from '../support/oauth.ts';
import { PLAN, USAGE } from '../support/paid-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startReceiver } from '../support/receiver.ts';

let platform: TestPlatform;
let dev: Developer;

const team = 'devteam';
const NAMES = Object.keys(TOPICS) as (keyof typeof TOPICS)[];
const TRIGGERABLE = NAMES.filter((name) => 'cause' in TOPICS[name].trigger);

beforeAll(async () => {
  platform = await startPlatform();
  dev = developer(platform.address, demoAccount(platform, 'developer').pat ?? '');
});
afterAll(() => platform.close());

/** Installs a developer's app, by default for development. */
async function install(
  name: string,
  manifest: object = {},
  body: object = { dev: true },
  plans: readonly object[] = [],
): Promise<string> {
  const declared = {
    scopes: ['read_tasks', 'write_tasks'],
    capabilities: ['act_as_assignment_provider'],
    webhooks: NAMES,
    webhook_url: 'http://127.0.0.1:9/webhooks',
    ...manifest,
  };
  const app = await dev.call('POST', 'apps', { body: { name, manifest: declared, release: true } });
  const path = `apps/${app.json.slug}`;
  if (plans.length > 0)
    expect((await dev.call('PUT', `${path}/listing`, { body: { plans } })).status).toBe(200);
  expect((await dev.call('POST', `${path}/installs`, { team, body })).status).toBe(201);
  await dev.call('GET', `${path}/forward`, { team });
  return path;
}

const trigger = (path: string, topic: string, as = dev, on = team) =>
  as.call('POST', `${path}/trigger`, { team: on, body: { topic } });

/** Collects a topic's envelopes that `forward` returns within a few seconds. */
async function heard(path: string, topic: string) {
  for (let polls = 0; polls < 20; polls++) {
    const { json } = await dev.call('GET', `${path}/forward?wait=5`, { team });
    const envelopes = json.data.map(({ body }: { body: string }) => JSON.parse(body));
    const found = envelopes.find((envelope: { topic: string }) => envelope.topic === topic);
    if (found) return found;
  }
  throw new Error(`${topic} was not heard of.`);
}

test('every triggerable topic arrives as a webhook with real data', async () => {
  const path = await install('Hears all', {}, { dev: true }, [{ ...PLAN, ...USAGE }]);
  const tables = {
    task: 'tasks.task',
    booking: 'checkout.bookings',
    conversation: 'checkout.conversations',
    message: 'checkout.messages',
    unit: 'catalog.unit',
    rates: 'catalog.unit_type',
    subscription: 'apps.subscriptions',
  } as const;
  for (const topic of TRIGGERABLE.filter((one) => !one.startsWith('payment_session.'))) {
    const { status, json } = await trigger(path, topic);
    expect([status, json], topic).toEqual([200, { topic, message: expect.stringMatching(/\.$/) }]);
    const envelope = await heard(path, topic);
    expect(envelopeSchema(topic, TOPICS[topic]).safeParse(envelope).error, topic).toBeUndefined();
    const { type, id } = envelope.resource;
    const table = tables[type as keyof typeof tables] ?? 'catalog.unit_type';
    expect(await platform.database.query(`SELECT 1 FROM ${table} WHERE id = $1`, [id])).toHaveLength(1);
  }
});

describe('in the sandbox storefront', () => {
  /** A payment app, installed for development, whose server responds with `status` and a page. */
  async function paymentApp(name: string, status = 200) {
    const server = await startReceiver((_received, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end('{"redirect_url":"http://127.0.0.1:9/pay"}');
    });
    onTestFinished(server.close);
    const webhooks = ['payment_session.expired', 'payment_session.canceled'];
    const body = {
      name,
      type: 'payment',
      manifest: { webhooks, webhook_url: server.url, endpoints: { payment_session: server.url } },
    };
    const app = await dev.call('POST', 'apps', { body: { ...body, release: true } });
    const path = `apps/${app.json.slug}`;
    const { json } = await dev.call('POST', `${path}/installs`, { team, body: { dev: true } });
    await dev.call('GET', `${path}/forward`, { team });
    return { path, server, secret: json.webhook_secret as string };
  }

  test('triggering a payment session opens it with the app for a test booking', async () => {
    const { path, server, secret } = await paymentApp('Pays');
    const { status, json } = await trigger(path, 'payment_session');
    expect([status, json.message]).toEqual([
      200,
      expect.stringMatching(/^A payment of BK-\w{8} was started/),
    ]);
    const [asked] = server.received;
    const { headers, body } = asked ?? expect.unreachable();
    const session = await verifyPaymentSession({ headers, body, secret });
    expect(session).toMatchObject({ test: true, team, booking: { reference: expect.any(String) } });
    const port = new URL(platform.address).port;
    expect(session.return_url).toMatch(new RegExp(`^http://sandbox\\.localhost:${port}/bookings/`));
  });

  test.each(['expired', 'canceled'])("a triggered session's end (%s) is sent to the app", async (ended) => {
    const { path, server } = await paymentApp('Too late');
    expect((await trigger(path, `payment_session.${ended}`)).status).toBe(200);
    const { payment_session: asked } = JSON.parse(server.received[0]?.body ?? '');
    const { resource } = await heard(path, `payment_session.${ended}`);
    expect(resource).toMatchObject({ id: asked.id, status: ended, booking_id: asked.booking.id });
  });

  test('a payment app that returns no page gets a description of the expected response', async () => {
    const { path } = await paymentApp('Broken', 500);
    const { status, json } = await trigger(path, 'payment_session');
    expect([status, json.code]).toEqual([409, 'not_triggerable']);
    expect(json.detail).toContain('redirect_url');
  });

  test('an app without payments is refused before a test booking is made', async () => {
    const path = await install('Payless');
    const count = () => platform.database.query('SELECT count(*)::int AS n FROM checkout.bookings');
    const before = await count();
    for (const topic of ['payment_session', 'payment_session.expired', 'payment_session.canceled']) {
      const { status, json } = await trigger(path, topic);
      expect([status, json.code]).toEqual([409, 'not_triggerable']);
    }
    expect(await count()).toEqual(before);
  });

  test('check-in and check-out are triggered only for test bookings', async () => {
    const path = await install('Days');
    expect((await trigger(path, 'booking.checked_out')).status).toBe(200);
    const { resource } = await heard(path, 'booking.checked_out');
    const [row] = await platform.database.query(
      'SELECT test, checked_in_at IS NOT NULL AS checked_in FROM checkout.bookings WHERE id = $1',
      [resource.id],
    );
    expect(row).toEqual({ test: true, checked_in: true });
  });

  test("a team without a sandbox storefront can't trigger bookings", async () => {
    const host = developer(platform.address, demoAccount(platform, 'host').pat ?? '');
    const body = {
      name: 'Hosted',
      manifest: { webhooks: ['booking.checked_in'], webhook_url: 'http://127.0.0.1:9/' },
      release: true,
    };
    const app = await host.call('POST', 'apps', { body });
    const on = { team: 'lakeside', body: { dev: true } };
    expect((await host.call('POST', `apps/${app.json.slug}/installs`, on)).status).toBe(201);
    const { status, json } = await trigger(`apps/${app.json.slug}`, 'booking.checked_in', host, 'lakeside');
    expect([status, json.code]).toEqual([409, 'not_triggerable']);
    expect(json.detail).toContain('sandbox');
  });
});

test('triggering rates and closed units sets them to their current values', async () => {
  const path = await install('Rates');
  const nights = () =>
    platform.database.query(
      `SELECT n.unit_type_id, n.night::text, coalesce(n.rate, u.base_rate) AS rate, n.total, n.closed, n.held, n.min_stay
       FROM catalog.night n JOIN catalog.unit_type u ON u.id = n.unit_type_id
       JOIN catalog.property p ON p.id = u.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
       WHERE s.domain = 'sandbox.localhost' ORDER BY 1, 2`,
    );
  const before = await nights();
  expect((await trigger(path, 'rates.updated')).status).toBe(200);
  expect((await trigger(path, 'availability.updated')).status).toBe(200);
  expect(before.length).toBeGreaterThan(700);
  expect(await nights()).toEqual(before);
});

test('an app without task types becomes the provider of a free task type', async () => {
  const path = await install('Crew');
  const first = await trigger(path, 'task.assignment_requested');
  expect(first.json.message).toMatch(/^"crew" is now the assignment provider of \w+\. Task \d+/);
  const second = await trigger(path, 'task.assignment_requested');
  expect(second.json.message).toMatch(/^Task \d+/);
  expect(await heard(path, 'task.assignment_requested')).toMatchObject({ team });
  const powerless = await install('Powerless', { capabilities: [] });
  const { status, json } = await trigger(powerless, 'task.assignment_requested');
  expect([status, json.code]).toEqual([409, 'not_triggerable']);
});

describe('a paid app', () => {
  const MAX = { ...PLAN, key: 'max', name: 'Max', amount: 9_000 };
  const subscriptionOf = async (path: string) => {
    const [row] = await platform.database.query<{
      plan: string;
      next: string | null;
      test: boolean;
      money: number;
    }>(
      `SELECT p.key AS plan, n.key AS next, s.test, (SELECT count(*) FROM apps.charges c WHERE c.app_id = a.id)::int AS money
       FROM apps.subscriptions s JOIN apps.apps a ON a.id = s.app_id JOIN apps.plans p ON p.id = s.plan_id
       LEFT JOIN apps.plans n ON n.id = s.next_plan_id WHERE 'apps/' || a.slug = $1`,
      [path],
    );
    return row;
  };

  test("triggering a subscription's change goes through the app's plans, without money", async () => {
    const path = await install('Plans', {}, { dev: true }, [PLAN, MAX]);
    const up = await trigger(path, 'app.subscription_changed');
    expect([up.status, up.json.message]).toEqual([200, 'The plan is now "Max".']);
    expect(await subscriptionOf(path)).toEqual({ plan: 'max', next: null, test: true, money: 0 });
    const down = await trigger(path, 'app.subscription_changed');
    expect(down.json.message).toMatch(/^The plan "Pro" was chosen; it applies from \d{4}-\d{2}-\d{2}\.$/);
    expect(await subscriptionOf(path)).toMatchObject({ plan: 'max', next: 'pro' });
    const back = await trigger(path, 'app.subscription_changed');
    expect(back.json.message).toBe('The plan is now "Max".');
    expect(await subscriptionOf(path)).toMatchObject({ plan: 'max', next: null, money: 0 });
  });

  test('triggering usage near the cap records use, and again under a higher cap', async () => {
    const path = await install('Usage', {}, { dev: true }, [{ ...PLAN, ...USAGE, included: 10 }]);
    const first = await trigger(path, 'app.usage_near_cap');
    // 10 units are included, and 134 cost EUR 40.20 of at most EUR 50.00.
    expect(first.json.message).toBe(
      '144 units of "cleaning" were recorded, so that usage reached 80% of the cap.',
    );
    expect((await heard(path, 'app.usage_near_cap')).resource).toMatchObject({
      test: true,
      usage_amount: 4_020,
      capped_amount: 5_000,
    });
    const second = await trigger(path, 'app.usage_near_cap');
    expect(second.json.message).toMatch(/^The cap was set to EUR\s86\.40\. 97 units/);
    expect((await heard(path, 'app.usage_near_cap')).resource).toMatchObject({
      usage_amount: 6_930,
      capped_amount: 8_640,
    });
  });

  test.each([
    ['a trial', [{ ...PLAN, ...USAGE, trial_days: 14 }], 'Use during a trial costs nothing'],
    ['a plan without usage', [PLAN], "doesn't charge for usage"],
    ['no plan', [], 'The install has no test subscription'],
  ])('triggering usage near the cap with %s is refused with the reason', async (_title, plans, reason) => {
    const path = await install('Unused', {}, { dev: true }, plans);
    const { status, json } = await trigger(path, 'app.usage_near_cap');
    expect([status, json.code]).toEqual([409, 'not_triggerable']);
    expect(json.detail).toContain(reason);
  });
});

test("a topic that can't be triggered is refused with the reason", async () => {
  const path = await install('Others');
  for (const topic of NAMES.filter((one) => !TRIGGERABLE.some((can) => can === one))) {
    const { status, json } = await trigger(path, topic);
    expect([status, json.code], topic).toEqual([409, 'not_triggerable']);
    expect(json.detail).toMatch(/cannot be triggered\. .+\. These can be triggered: /);
    for (const can of TRIGGERABLE) expect(json.detail).toContain(can);
  }
  const misspelt = await trigger(path, 'task.crated');
  expect([misspelt.status, misspelt.json.detail]).toEqual([
    400,
    `"task.crated" isn't a known topic. Did you mean "task.created"?`,
  ]);
});

test('an app without a subscription is refused with a hint', async () => {
  const path = await install('Deaf', { webhooks: ['task.created'] });
  const { status, json } = await trigger(path, 'booking.created');
  expect([status, json.code]).toEqual([409, 'not_subscribed']);
});

test('triggering for a real install or another team is refused', async () => {
  const real = await install('Real', {}, {});
  const path = await install('Mine');
  const outsider = developer(platform.address, demoAccount(platform, 'outsider').pat ?? '');
  const count = async () =>
    (await platform.database.query<{ tasks: number }>('SELECT count(*)::int AS tasks FROM tasks.task'))[0];
  const before = await count();
  const refused = [
    [await trigger(real, 'task.created'), 403, 'not_dev_install'],
    [await trigger(path, 'task.created', dev, 'lakeside'), 403, 'team_forbidden'],
    [await trigger(path, 'task.created', outsider), 403, 'team_forbidden'],
    [await trigger(path, 'task.created', outsider, 'alpine'), 404, 'not_found'],
    [await trigger('apps/nobodys', 'task.created'), 404, 'not_found'],
    [
      await dev.call('POST', `${path}/trigger`, { body: { topic: 'task.created' } }),
      400,
      'team_header_required',
    ],
    [await dev.call('POST', `${path}/trigger`, { team, body: {} }), 400, 'bad_request'],
  ] as const;
  for (const [{ status, json }, expected, code] of refused) {
    expect([status, json.code]).toEqual([expected, code]);
  }
  expect(await count()).toEqual(before);
});
