import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { openMachineGauges } from '#server/machine-gauges.ts';
import { repeat } from '#server/recurring.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { daysAhead } from '../support/stays.ts';
import { createTask, designate, eventually } from '../support/task-world.ts';

const METRICS_TOKEN = 'metrics-token-of-this-test';
const AGENT_RATE_LIMIT = 200;

let world: PaymentWorld;
let hooks: Receiver;
let booked: Placed;
beforeAll(async () => {
  hooks = await startReceiver();
  world = await openPaymentWorld(
    { METRICS_TOKEN, AGENT_RATE_LIMIT: String(AGENT_RATE_LIMIT), PUBLIC_RATE_LIMIT: '3', SLA_MIN: 'PT1S' },
    { scopes: ['read_bookings'], webhooks: ['booking.created'], webhook_url: hooks.url },
  );
  booked = await world.place();
});
afterAll(async () => {
  await world.close();
  await hooks.close();
});

async function metrics(): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  return (await fetch(`${world.platform.address}/metrics`, { headers })).text();
}

/** Returns a series's value in the exported text; 0 if it's missing. */
async function figure(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('/metrics', () => {
  test.each([
    'platform_bookings_total{outcome="created"}',
    'platform_holds_total{outcome="placed"}',
    'platform_tool_calls_total{tool="create_checkout",outcome="answered"}',
    'platform_tool_calls_total{tool="complete_checkout",outcome="answered"}',
  ])('/metrics counts a booking in %s', async (series) => {
    expect(await figure(series)).toBe(1);
  });

  test('/metrics counts refused calls only under known tool names', async () => {
    await world.guest.rpc('tools/call', { name: 'get_checkout', arguments: { id: 7 } });
    await world.guest.rpc('tools/call', { name: 'made_up_by_a_caller', arguments: {} });
    expect(await figure('platform_tool_calls_total{tool="get_checkout",outcome="refused"}')).toBe(1);
    expect(await figure('platform_tool_calls_total{tool="unknown",outcome="refused"}')).toBe(1);
    expect(await metrics()).not.toContain('made_up_by_a_caller');
  });

  test('/metrics counts every state that a payment session enters', async () => {
    const id = await world.open(booked);
    await world.resolve(id);
    await world.resolve(id);
    for (const state of ['INITIATED', 'REDIRECTED', 'RESOLVED'])
      expect(await figure(`platform_payment_sessions_total{state="${state}"}`)).toBe(1);
    expect(await figure('platform_bookings_total{outcome="confirmed"}')).toBe(1);
  });

  test('/metrics counts user errors by subgraph and code', async () => {
    const { host } = await demoHost(world.platform, 'lakeside');
    await ask(world.platform, host, 'mutation { bookingMarkPaid(id: "0") { userErrors { code } } }');
    expect(await metrics()).toMatch(/^platform_refusals_total\{subgraph="checkout",code="NOT_FOUND"\} 1$/m);
  });

  test('/metrics counts refused holds by reason', async () => {
    const { host } = await demoHost(world.platform, 'lakeside');
    const before = await figure('platform_holds_total{outcome="refused"}');
    await ask(
      world.platform,
      host,
      `mutation($input: BookingCreateInput!) { bookingCreate(input: $input) { userErrors { code } } }`,
      {
        input: {
          unitTypeId: '7',
          checkIn: daysAhead(40),
          checkOut: daysAhead(42),
          adults: 2,
          quantity: 50,
          guest: { firstName: 'Ada', lastName: 'Byron' },
          payment: 'paid',
        },
      },
    );
    expect(await figure('platform_holds_total{outcome="refused"}')).toBe(before + 1);
    expect(await metrics()).toMatch(/^platform_hold_refusals_total\{code="[a-z_]+"\} 1$/m);
  });

  test('/metrics counts successful and failed runs of recurring jobs', async () => {
    await eventually(
      () => figure('platform_recurring_runs_total{job="apps/issue-statements",outcome="done"}'),
      (count) => count > 0,
    );
    const ctx = { config: {}, clock: { now: () => new Date() }, log: { error: () => {} } };
    const failing = repeat(
      {
        name: 'test/fails',
        everyMs: () => 3_600_000,
        run: async () => {
          throw new Error('It fails.');
        },
      },
      () => ctx as never, // the job fails before it reads anything else
    );
    await eventually(
      () => figure('platform_recurring_runs_total{job="test/fails",outcome="failed"}'),
      (count) => count === 1,
    );
    await failing.stop();
  });

  test('/metrics counts delivered webhooks', async () => {
    await hooks.until((received) => received.length > 0);
    await eventually(
      () => figure('platform_webhook_attempts_total{outcome="delivered"}'),
      (count) => count > 0,
    );
    expect(await figure('platform_webhook_lag_seconds_count')).toBeGreaterThan(0);
  });

  test('/metrics counts tasks that fall back to the host', async () => {
    const { developer, platform } = world;
    const provider = await installNewApp(platform, developer, {});
    await designate(platform, developer, provider.slug, 1);
    const [property] = await platform.database.query<{ id: number }>(
      'SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id WHERE s.team_id = $1',
      [developer.teamId],
    );
    await createTask(platform, { developer, propertyId: String(property?.id) });
    await eventually(
      () => figure('platform_sla_fallbacks_total'),
      (count) => count === 1,
    );
  });

  test('/metrics counts operations refused because no points are left', async () => {
    const { address } = world.platform;
    const answers = [];
    for (let asked = 0; asked < 8; asked++) answers.push((await graphql(address, '{ __typename }')).status);
    expect(answers).toContain(429);
    expect(await figure('platform_cost_throttles_total{budget="public"}')).toBeGreaterThan(0);
  });

  test('/metrics counts requests beyond a rate limit', async () => {
    for (let asked = 0; asked <= AGENT_RATE_LIMIT; asked++) await world.guest.rpc('tools/list');
    expect(await figure('platform_rate_limit_hits_total{limit="agent"}')).toBeGreaterThan(0);
  });

  test('/metrics includes the queues and the database connections', async () => {
    const text = await metrics();
    expect(text).toMatch(/^platform_queue_jobs\{queue="[^"]+",state="waiting"\} \d+$/m);
    expect(text).toMatch(/^platform_queue_oldest_seconds\{queue="[^"]+"\} [\d.]+$/m);
    expect(text).toMatch(/^platform_database_connections\{state="used"\} \d+$/m);
    expect(await figure('platform_database_connections_max')).toBeGreaterThan(0);
  });
});

test('/metrics reports disk space and the last recorded backup', async () => {
  expect(await figure('platform_disk_free_bytes')).toBeGreaterThan(0);
  expect(await figure('platform_disk_size_bytes')).toBeGreaterThan(await figure('platform_disk_free_bytes'));
  expect(await figure('platform_backup_timestamp_seconds')).toBe(0);
  await world.platform.database.query(`INSERT INTO backups VALUES (1, '2026-11-27T03:10:00Z')`);
  expect(await figure('platform_backup_timestamp_seconds')).toBe(Date.parse('2026-11-27T03:10:00Z') / 1_000);
});

test("/metrics reports a certificate's last known expiry while the host doesn't respond", async () => {
  const proxy = new SMTPServer({ secure: true }); // any TLS server with its own certificate
  proxy.on('error', () => {}); // the gauge disconnects after the handshake
  const server = proxy.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const registry = new Registry();
  openMachineGauges(registry, {
    db: world.platform.db,
    config: {
      dataDir: tmpdir(),
      publicOriginApi: `https://localhost:${port}`,
      publicOriginAuth: 'https://localhost:1',
    },
    works: true,
  });
  const expiries = async () =>
    (await registry.getMetricsAsJSON()).find(({ name }) => name.includes('certificate'))?.values ?? [];
  const { validTo } = new X509Certificate(String(proxy.options.cert));
  const expected = [{ labels: { host: 'localhost' }, value: Date.parse(validTo) / 1_000 }];
  expect(await eventually(expiries, (values) => values.length > 0)).toEqual(expected);
  // Closing the server during a handshake sometimes crashes Node.
  await eventually(
    () => promisify(server.getConnections.bind(server))(),
    (open) => open === 0,
  );
  await new Promise<void>((closed) => proxy.close(closed));

  const later = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
  expect(await expiries()).toEqual(expected); // starts a read, which is refused before the next connection
  later.mockRestore();
  await expect(once(connect(port, 'localhost'), 'connect')).rejects.toThrow();
  expect(await expiries()).toEqual(expected);
});

test("/metrics omits the disk's gauges if DATA_DIR can't be read, and still reports the others", async () => {
  const registry = new Registry();
  const dataDir = join(tmpdir(), 'a-folder-that-does-not-exist');
  const config = { dataDir, publicOriginApi: null, publicOriginAuth: null };
  openMachineGauges(registry, { db: world.platform.db, config, works: true });
  const text = await registry.metrics();
  expect(text).toMatch(/^platform_backup_timestamp_seconds \d+$/m);
  expect(text).not.toMatch(/^platform_disk_\w+ /m);
});

/** True if promtool is installed; Debian's package is `prometheus`. */
const hasPromtool = (() => {
  try {
    execFileSync('promtool', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('The alert rules are not run: install promtool (Debian: prometheus).\n');
    return false;
  }
})();

describe('the dashboard and the alerts', () => {
  const dashboard: { panels: { targets?: { expr: string }[] }[] } = JSON.parse(
    readFileSync('deploy/grafana/dashboard.json', 'utf8'),
  );
  const alerts: {
    groups: { rules: { alert: string; expr: string; annotations: { runbook_url: string } }[] }[];
  } = parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8'));
  const asked = [
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...alerts.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ];
  /** Metric names in an expression: words followed by neither a parenthesis nor part of a label. */
  const namesIn = (expr: string) => expr.match(/\b(?:platform|http|process|nodejs)_\w+/g) ?? [];

  test('the dashboard and the alerts name only exported metrics', async () => {
    const exported = new Set(
      (await metrics()).split('\n').flatMap((line) => /^# TYPE (\S+)/.exec(line)?.[1] ?? []),
    );
    const names = new Set(asked.flatMap(namesIn).map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    expect(names.size).toBeGreaterThan(15);
    expect([...names].filter((name) => !exported.has(name))).toEqual([]);
  });

  test('the dashboard has a panel for every platform metric', async () => {
    const figures = [...(await metrics()).matchAll(/^# TYPE (platform_\w+)/gm)].map(([, name]) => name);
    const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    expect(figures.filter((name) => !shown.includes(String(name)))).toEqual([]);
  });

  test('each alert links to its own section of the runbook, and each section has an alert', () => {
    const rules = alerts.groups.flatMap((group) => group.rules);
    const links = rules.map(({ annotations }) => annotations.runbook_url);
    expect(links).toEqual(
      rules.map(({ alert }) => expect.stringMatching(new RegExp(`/docs/runbook#${alert.toLowerCase()}$`))),
    );
    const sections = readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (Platform\w+)\n\n(.+)/gm);
    expect([...sections].map(([, title]) => title)).toEqual(rules.map(({ alert }) => alert));
  });

  test.runIf(hasPromtool).each([
    ['check', 'alerts.yaml', /SUCCESS: 15 rules found/],
    ['test', 'alerts.test.yaml', /SUCCESS/],
  ])('the alert rules pass promtool %s rules', (command, file, expected) => {
    const printed = execFileSync('promtool', [command, 'rules', `deploy/prometheus/${file}`], {
      encoding: 'utf8',
    });
    expect(printed).toMatch(expected);
  });
});
