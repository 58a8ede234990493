import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readManifest } from '#manifest/manifest.ts';
import { CancellationPolicy, Property } from '#subgraphs/catalog/transfer/definition.ts';
import { readJson } from '#subgraphs/catalog/transfer/read-json.ts';
import { storefrontHttp } from '../support/agent.ts';
import { demoAccount, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { routesOf } from '../support/routes.ts';
import { textPathsOf, valueWith } from '../support/text-arguments.ts';

// Sentences for callers are our own, never a schema library's.
const LIBRARY =
  /Invalid input|Invalid option|Invalid (?:string|UUID|ISO|URL|email|GUID|key|element)|expected \w+, received|Too (?:small|big)|Unrecognized key|Expected .+ received|ZodError|must have required property|\bNaN\b|received undefined|Unexpected (?:token|end|non-whitespace)|in JSON at position|Expected (?:property name|double-quoted|',')|must NOT have|FST_|ECONN|ENOTFOUND|EAI_AGAIN|getaddrinfo|Invalid URL|Invalid time value|RangeError|TypeError|SyntaxError|Input buffer|invalid input syntax|Cannot read propert/;
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

/** A body with a wrong value in one place. */
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
    // A token's budget is too small for every value at every place.
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

test('an import explains wrong types in its own words', () => {
  const file = { format: 'platform_catalog', version: 1 };
  const places = (name: string, schema: z.ZodType) =>
    placesAbove(pathsOf(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))).map((place) => [
      name,
      0,
      ...place,
    ]);
  const all = [
    ...places('properties', Property),
    ...places('cancellationPolicies', CancellationPolicy),
    ['properties', 0, 'unknown'],
    ['properties', 0, 'unitTypes', 0, 'unknown'],
  ];
  expect(all.length).toBeGreaterThan(100);
  const sentences = new Set<string>();
  for (const place of all) {
    for (const wrong of WRONG) {
      const given = spoiled(place, wrong);
      const { unreadable } = readJson(JSON.stringify({ properties: [], ...file, ...given }));
      for (const { message } of unreadable) sentences.add(message);
    }
  }
  expect([...sentences].filter((sentence) => LIBRARY.test(sentence))).toEqual([]);
  expect([...sentences]).toEqual(
    expect.arrayContaining([
      'This value must be text, not a number.',
      'This value is missing.',
      '“unknown” is not a field of the format.',
    ]),
  );
});

/** Every place in a JSON Schema without references, for any type. */
function pathsOf(schema: unknown): (string | number)[][] {
  const { properties = {}, items } = (schema ?? {}) as { properties?: object; items?: object };
  const named = Object.entries(properties).flatMap(([name, inner]) => [
    [name],
    ...pathsOf(inner).map((path) => [name, ...path]),
  ]);
  return [...named, ...(items ? [[0], ...pathsOf(items).map((path) => [0, ...path])] : [])];
}

test("every surface responds in its own words to a body that isn't JSON", async () => {
  const surfaces = routesOf(platform.http.printRoutes({ commonPrefix: false })).flatMap(({ path, methods }) =>
    methods
      .filter((method) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
      .map((method) => ({ path, method })),
  );
  const { pat } = demoAccount(platform, 'developer');
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  const bodies = ['{"a": ', '{"a": 1]', 'text', '[1,', '\u0001', '{"__proto__": {}}', 'NaN'];
  expect(surfaces.length).toBeGreaterThan(60);
  const found: string[] = [];
  for (const { path, method } of surfaces) {
    for (const [at, body] of bodies.entries()) {
      const url = path.replace(':apiVersion', '2026-10').replaceAll(/:\w+|\*/g, '1');
      for (const type of at === 0 ? ['application/json', 'text/plain', 'image/png'] : ['application/json']) {
        const headers = {
          'content-type': type,
          authorization: `Bearer ${pat}`,
          'x-platform-team': 'devteam',
        };
        const { status, text } = await http.send(method as 'POST', url, headers, body);
        if (LIBRARY.test(text) || status >= 500)
          found.push(`${method} ${path} ${type} ${body}: ${status} ${text.slice(0, 200)}`);
      }
    }
  }
  expect(found).toEqual([]);
});

test("a form responds in its own words to a passkey that isn't JSON", async () => {
  const browser = plainBrowser(platform.address);
  await signIn(platform, browser, 'host');
  const page = await browser.open('/account/security');
  const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
  for (const passkey of ['{', 'text', '[]', '{"id": 1}', '{"id": "", "response": {}}']) {
    for (const path of [
      '/account/security/passkeys/new',
      '/account/security/confirm',
      '/login/second-factor',
    ]) {
      const form = new URLSearchParams({ csrf_token: csrf, passkey, name: 'Key' });
      const { status, html } = await browser.post(path, `${form}`);
      expect(status, path).toBeLessThan(500);
      expect(html).not.toMatch(LIBRARY);
    }
  }
});

describe('GraphQL', () => {
  /**
   * Sentences from GraphQL's reference implementation, which clients and tools recognize
   * (docs/reference/errors.md#developer-graphql-api).
   */
  const send = async (body: object) => {
    const answer = await fetch(`${platform.address}/developer/api/2026-10/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { errors } = (await answer.json()) as { errors: readonly { readonly message: string }[] };
    return errors.map(({ message }) => message);
  };

  test('our scalars explain a wrong value in their own words, in both variables and literals', async () => {
    for (const [type, argument, sentence] of [
      ['DateTime', 'updatedSince', 'DateTime must be an ISO 8601 instant with its zone'],
      ['Date', 'checkInFrom', 'Date must be a calendar date YYYY-MM-DD'],
    ] as const) {
      const field = (value: string) => `bookings(filter: { ${argument}: ${value} }) { nodes { id } }`;
      for (const [query, variables] of [
        [`query($given: ${type}) { ${field('$given')} }`, { given: 'soon' }],
        [`query($given: ${type}) { ${field('$given')} }`, { given: 7 }],
        [`{ ${field('"soon"')} }`, {}],
        [`{ ${field('7')} }`, {}],
      ] as const) {
        const messages = await send({ query, variables });
        expect(messages.join()).toContain(sentence);
        expect(messages.join()).not.toMatch(LIBRARY);
      }
    }
  });

  test("other wrong values keep the reference implementation's sentences", async () => {
    const query = 'query($first: Int!) { bookings(first: $first) { nodes { id } } }';
    expect(await send({ query, variables: { first: 'x' } })).toEqual([
      'Variable "$first" got invalid value "x"; Int cannot represent non-integer value: "x"',
    ]);
    expect(await send({ query: '{ nope }' })).toEqual(['Cannot query field "nope" on type "Query".']);
  });
});

test('panel exports explain a wrong query in their own words', async () => {
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
