import { afterAll, beforeAll, expect, test } from 'vitest';
import { readManifest } from '#manifest/manifest.ts';
import { storefrontHttp } from '../support/agent.ts';
import { demoAccount } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { textPathsOf, valueWith } from '../support/text-arguments.ts';

// Sentences that callers read are ours: none is a schema library's.
const LIBRARY =
  /Invalid input|Invalid option|Invalid (?:string|UUID|ISO|URL|email|GUID|key|element)|expected \w+, received|Too (?:small|big)|Unrecognized key|Expected .+ received|ZodError|must have required property|\bNaN\b|received undefined/;
const WRONG = [null, 7, -1.5, true, 'text', '', [], [[]], {}, { a: 1 }] as const;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** The value at a path, and at every place above it. */
const placesAbove = (paths: readonly (readonly (string | number)[])[]) => [
  ...new Map(
    paths
      .flatMap((path) => path.map((_, at) => path.slice(0, at + 1)))
      .map((path) => [JSON.stringify(path), path]),
  ).values(),
];

/** A body in which one place has a wrong value. */
const spoiled = (path: readonly (string | number)[], wrong: unknown) =>
  JSON.parse(JSON.stringify(valueWith(path, '@')).replace('"@"', () => JSON.stringify(wrong)));

test('the management API explains wrong types in its own words', async () => {
  const { pat } = demoAccount(platform, 'developer');
  const document = (await (await fetch(`${platform.address}/api/dev/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: object }> } }>>;
  };
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      const places = schema === undefined ? [] : [[], ...placesAbove(textPathsOf(schema, document))];
      return places.map((place) => ({ path, method, place }));
    }),
  );
  expect(calls.length).toBeGreaterThan(20);
  const explained: string[] = [];
  for (const [index, { path, method, place }] of calls.entries()) {
    // The budget of a token has no room for every value at every place.
    const body = JSON.stringify(spoiled(place, WRONG[index % WRONG.length]));
    const url = `${platform.address}/api/dev${path.replace(/^\/api\/dev/, '').replaceAll(/\{\w+\}/g, '1')}`;
    const headers = {
      authorization: `Bearer ${pat}`,
      'x-platform-team': 'devteam',
      'content-type': 'application/json',
    };
    const answer = await fetch(url, { method: method.toUpperCase(), headers, body });
    const text = await answer.text();
    expect(text).not.toMatch(LIBRARY);
    expect(answer.status, text).toBeLessThan(500);
    if (text.includes('must be')) explained.push(text);
  }
  expect(explained.length).toBeGreaterThan(5);
});

test('tools explain wrong types in their own words', async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const call = async (method: string, params: unknown) =>
    (
      await http.send(
        'POST',
        '/api/mcp',
        { 'content-type': 'application/json' },
        JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      )
    ).text;
  const { tools } = JSON.parse(await call('tools/list', {})).result as {
    tools: { name: string; inputSchema: object }[];
  };
  for (const { name, inputSchema } of tools) {
    for (const place of placesAbove([
      ...textPathsOf(inputSchema),
      ['catalog', 'adults'],
      ['catalog', 'pagination', 'limit'],
    ])) {
      for (const wrong of WRONG) {
        const text = await call('tools/call', { name, arguments: spoiled(place, wrong) });
        expect(text, `${name} ${place.join('.')} ${JSON.stringify(wrong)}`).not.toMatch(LIBRARY);
      }
    }
  }
});

test('ACP explains wrong types in its own words', async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const key = platform.demo?.storefronts.find(({ team }) => team === 'lakeside')?.acp_api_key;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const places = [
    [],
    ['line_items'],
    ['line_items', 0],
    ['line_items', 0, 'item'],
    ['line_items', 0, 'item', 'id'],
    ['line_items', 0, 'quantity'],
    ['items', 0, 'id'],
    ['buyer'],
    ['buyer', 'email'],
  ];
  for (const place of places) {
    for (const wrong of WRONG) {
      const { status, text } = await http.send(
        'POST',
        '/api/acp/checkout_sessions',
        headers,
        JSON.stringify(spoiled(place, wrong)),
      );
      expect(status, text).toBeLessThan(500);
      expect(text).not.toMatch(LIBRARY);
    }
  }
});

test('a manifest explains wrong types in its own words', () => {
  const keys = [
    'name',
    'type',
    'slug',
    'scopes',
    'webhooks',
    'webhook_url',
    'oauth',
    'app_page',
    'endpoints',
    'channel',
    'injections',
    'task_types',
    'settings',
    'delivery',
    'capabilities',
    'distribution',
  ];
  const nested = [
    ['oauth', 'redirect_uris'],
    ['oauth', 'redirect_uris', 0],
    ['app_page', 'url'],
    ['endpoints', 'payment_session'],
    ['channel', 'name'],
    ['channel', 'features', 0],
    ['channel', 'horizon_days'],
    ['delivery', 'api_version'],
    ['delivery', 'standard_webhooks'],
    ['task_types', 0],
    ['task_types', 0, 'key'],
    ['task_types', 0, 'fields'],
    ['task_types', 0, 'fields', 0, 'type'],
    ['task_types', 0, 'rules', 0, 'trigger'],
    ['task_types', 0, 'icon'],
    ['task_types', 0, 'sla'],
    ['settings', 0],
    ['settings', 0, 'type'],
    ['settings', 0, 'options', 0],
    ['settings', 0, 'min'],
    ['settings', 0, 'show_if'],
    ['settings', 0, 'default'],
    ['injections', 0],
    ['injections', 0, 'kind'],
    ['injections', 0, 'height', 'min'],
    ['injections', 0, 'meta', 'name'],
  ];
  for (const place of [[], ...keys.map((key) => [key]), ...nested]) {
    for (const wrong of WRONG) {
      const { issues } = readManifest(spoiled(place, wrong), { allowPrivate: false });
      expect(JSON.stringify(issues), `${place.join('.')} ${JSON.stringify(wrong)}`).not.toMatch(LIBRARY);
    }
  }
});

test('exports of the panel explain a wrong query in their own words', async () => {
  for (const query of [
    '',
    'team=lakeside&status=nope',
    'team=lakeside&check_in_from=2031',
    `team=${'x'.repeat(101)}`,
    'team=a&team=b',
  ]) {
    const answer = await fetch(`${platform.address}/panel/export/bookings.csv?${query}`);
    const text = await answer.text();
    expect(answer.status, text).toBe(400);
    expect(text).not.toMatch(LIBRARY);
  }
});
