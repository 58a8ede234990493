import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '#kit/config.ts';
import { traceparent } from '#kit/tracing.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import type { DemoWorld } from '#server/demo/demo-world.ts';
import { startTelemetry } from '#server/telemetry/start.ts';
import { storefrontHttp } from '../support/agent.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { developer } from '../support/management.ts';
import { type Collector, type OtlpSpan, startCollector } from '../support/otlp.ts';
import { freePort } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const GIVEN = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };
const EMAIL = 'ada.byron@example.com';

describe('a booking', () => {
  let collector: Collector;
  let receiver: Receiver;
  let database: TestDatabase;
  let server: ServerProcess;
  let dataDir: string;
  beforeAll(async () => {
    [collector, receiver, database] = await Promise.all([
      startCollector(),
      startReceiver(),
      createTestDatabase(),
    ]);
    dataDir = await mkdtemp(join(tmpdir(), 'platform-traces-'));
    await copyFile(inject('postgres').demoFile, join(dataDir, 'demo.json'));
    server = await startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_SERVICE_NAME: 'lodging-under-test',
    });
    await installApp();
    await book();
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([collector.close(), receiver.close(), database.drop()]);
    await rm(dataDir, { recursive: true, force: true });
  });

  async function installApp(): Promise<void> {
    const demo = JSON.parse(await readFile(inject('postgres').demoFile, 'utf8')) as DemoWorld;
    const { pat = '' } = demo.accounts.find(({ key }) => key === 'host') ?? {};
    const { call } = developer(server.address, pat ?? '');
    const manifest = { scopes: ['read_bookings'], webhooks: ['booking.created'], webhook_url: receiver.url };
    const body = {
      name: 'Traced',
      slug: 'traced',
      type: 'remote',
      distribution: 'private',
      manifest,
      release: true,
    };
    const pushed = await call('POST', 'apps', { body });
    const installed = await call('POST', 'apps/traced/installs', { team: 'lakeside' });
    expect([pushed.status, installed.status], JSON.stringify(pushed.json)).toEqual([201, 201]);
  }

  /** Completes a checkout as an agent whose own trace continues here. */
  async function book(): Promise<void> {
    const agent = storefrontHttp(server.address, `lakeside.localhost:${server.port}`);
    const run = async (name: string, args: object, headers: Readonly<Record<string, string>> = {}) => {
      const meta = { 'ucp-agent': { profile: 'https://agent.example/profile' }, 'idempotency-key': 'traced' };
      const call = { name, arguments: { ...args, meta } };
      return (await agent.rpc('tools/call', call, headers)).json.result.structuredContent;
    };
    const item = { id: `stay:7:${daysAhead(40)}:${daysAhead(42)}:2:0` };
    const buyer = { first_name: 'Ada', last_name: 'Byron', email: EMAIL };
    const checkout = { line_items: [{ item, quantity: 1 }], buyer };
    const { id } = await run('create_checkout', { checkout });
    expect(await run('complete_checkout', { id }, GIVEN)).toMatchObject({ order: { id: expect.anything() } });
    await agent.close();
  }

  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  /** Returns span names from the trace's first span down to this span. */
  function pathTo(spans: readonly OtlpSpan[], span: OtlpSpan): readonly string[] {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? pathTo(spans, parent) : []), span.name];
  }

  test('a booking is one trace from request through plan, fetch, statement and job to the webhook', async () => {
    await eventually(
      async () => ofTrace().map(({ name }) => name),
      (names) => names.includes('webhook booking.created'),
    );
    const spans = ofTrace();
    const [webhook] = spans.filter(({ name }) => name === 'webhook booking.created');
    const path = pathTo(spans, webhook ?? expect.unreachable());
    expect(path[0]).toBe('POST /api/mcp');
    expect(path).toEqual(
      expect.arrayContaining([expect.stringMatching(/^plan mutation /), 'fetch checkout']),
    );
    expect(path).toContainEqual(expect.stringMatching(/^job /));
    const statements = spans.filter(({ name }) => name.startsWith('statement '));
    expect(statements.map((span) => pathTo(spans, span)[0])).toContain('POST /api/mcp');
    expect(spans.filter(({ parentSpanId }) => parentSpanId === 'b7ad6b7169203331')).toHaveLength(1);
    const received = receiver.received.map(({ headers }) => headers.traceparent);
    expect(received).toContain(`00-${TRACE}-${webhook?.spanId}-01`);
  });

  test('exported traces contain no guest data, tokens or values', async () => {
    await eventually(
      async () => ofTrace().length,
      (count) => count > 5,
    );
    const sent = Buffer.concat(collector.exported.map(({ body }) => body)).toString();
    expect(sent).toContain('lodging-under-test');
    for (const secret of [EMAIL, 'Byron', 'platform_pat_', 'platform_app_'])
      expect(
        sent
          .split(secret)
          .slice(1)
          .map((rest) => rest.slice(0, 60)),
      ).toEqual([]);
  });

  test("exported metrics include the booking's requests", async () => {
    const metrics = await eventually(
      async () =>
        collector.exported
          .filter(({ path }) => path === '/v1/metrics')
          .at(-1)
          ?.body.toString() ?? '',
      (body) => body.includes('http_request_duration_seconds') && body.includes('/api/mcp'),
    );
    expect(metrics).toContain('"count":');
  });
});

test("a request is one trace across the gateway and a subgraph's process", async () => {
  const [collector, database, port] = await Promise.all([startCollector(), createTestDatabase(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'platform-traces-'));
  // The query only reads the apps subgraph: other subgraphs don't need to run.
  const subgraphs = Object.fromEntries(
    SUBGRAPH_NAMES.map((name) => [`SUBGRAPH_URL_${name.toUpperCase()}`, `http://127.0.0.1:${port}/graphql`]),
  );
  const start = (role: string, service: string, settings: Readonly<Record<string, string>> = {}) =>
    startServerProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      SEED: 'none',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_SERVICE_NAME: service,
      OTEL_METRICS_EXPORTER: 'none',
      ROLE: role,
      SUBGRAPHS: 'remote',
      ...subgraphs,
      ...settings,
    });
  const servers = await Promise.all([
    start('gateway', 'the-gateway'),
    start('subgraph:apps', 'apps-service', { PORT: String(port) }),
  ]);
  onTestFinished(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await Promise.all([collector.close(), database.drop(), rm(dataDir, { recursive: true, force: true })]);
  });
  const demo = JSON.parse(await readFile(inject('postgres').demoFile, 'utf8')) as DemoWorld;
  const { pat = '' } = demo.accounts.find(({ key }) => key === 'developer') ?? {};
  const answer = await fetch(`${servers[0].address}/api/dev/teams`, {
    headers: { ...GIVEN, authorization: `Bearer ${pat}` },
  });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('devteam')]);

  const ofTrace = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  const isStatement = ({ service, name }: OtlpSpan) =>
    service === 'apps-service' && name.startsWith('statement ');
  const isRequest = ({ name }: OtlpSpan) => name === 'GET /api/dev/teams';
  await eventually(
    async () => ofTrace(),
    (spans) => spans.some(isStatement) && spans.some(isRequest),
  );
  const spans = ofTrace();
  const above = (span: OtlpSpan): readonly OtlpSpan[] => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? above(parent) : []), span];
  };
  const statement = spans.findLast(isStatement) ?? expect.unreachable();
  const path = above(statement).map(({ service, name }) => [service, name]);
  expect(path.slice(0, -1)).toEqual([
    ['the-gateway', 'GET /api/dev/teams'],
    ['the-gateway', expect.stringMatching(/^plan query /)],
    ['the-gateway', 'fetch apps'],
    ['apps-service', 'POST /graphql'],
  ]);
});

describe('OTEL_EXPORTER_OTLP_PROTOCOL', () => {
  test('the OTLP protocol is protobuf by default', async () => {
    const collector = await startCollector();
    onTestFinished(collector.close);
    const { otel } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const [http, registry] = [Fastify(), new Registry()];
    new Counter({ name: 'seen_total', help: 'Seen.', registers: [registry] }).inc(3);
    new Histogram({ name: 'took_seconds', help: 'Took.', registers: [registry] }).observe(0.2);
    const stop = await startTelemetry(otel ?? expect.unreachable(), { http, registry, role: 'all' });
    let parent: string | null = null;
    http.get('/hello', async () => {
      parent = traceparent();
      return {};
    });
    await http.inject({ url: '/hello', headers: GIVEN });
    await stop();
    expect(parent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(traceparent()).toBeNull();
    const sent = collector.exported.map(({ path, contentType }) => [path, contentType]);
    expect(sent.sort()).toEqual([
      ['/v1/metrics', 'application/x-protobuf'],
      ['/v1/traces', 'application/x-protobuf'],
    ]);
    const bodies = Buffer.concat(collector.exported.map(({ body }) => body)).toString('latin1');
    for (const text of ['GET /hello', 'seen_total', 'took_seconds']) expect(bodies).toContain(text);
  });

  test.each([
    [{}, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' }, null],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318/', OTEL_METRICS_EXPORTER: 'none' },
      { tracesUrl: 'http://c:4318/v1/traces', metricsUrl: null, share: 1 },
    ],
    [
      {
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/t',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      },
      { tracesUrl: 'http://c:4318/t', metricsUrl: null, share: 0.1 },
    ],
  ])('the OTLP configuration from %j is %j', (env, expected) => {
    const { otel } = readConfig(env);
    if (expected === null) expect(otel).toBeNull();
    else expect(otel).toMatchObject(expected);
  });
});

test("the telemetry SDK isn't loaded without an endpoint", async () => {
  const script = `import { registerHooks } from 'node:module';
    const seen = [];
    registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) });
    await import('./server/platform.ts');
    process.stdout.write(JSON.stringify([seen.length > 500, seen.filter((n) => /^@opentelemetry.(?!api$)/.test(n))]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(JSON.parse(stdout)).toEqual([true, []]);
});
