import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LODGING_CODECS } from '#adapters/lodging/codecs.ts';
import { sessionChanges } from '#adapters/rest/acp/body.ts';
import { storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { installNewApp } from '../support/developer.ts';
import { LODGING, PIN } from '../support/lodging.ts';
import { demoAccount, panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { routesOf } from '../support/routes.ts';
import { EFFORT } from '../support/seeded.ts';
import { daysAhead } from '../support/stays.ts';
import { type TextPath, textArgumentsOf, textPathsOf, valueWith } from '../support/text-arguments.ts';

// PostgreSQL stores neither U+0000 nor lone surrogates. Every text argument receives both, one at a time; the
// lists of arguments are read from the served schemas, so a new argument is covered without a change here.

/** As JSON escapes: no raw byte in a request represents either. */
const ODD = { 'U+0000': 'a\0b', 'U+D800': 'a\ud800b' } as const;
const NAMES = Object.keys(ODD) as (keyof typeof ODD)[];
const HOST = 'lakeside.localhost';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ UCP_LODGING_DRAFT: PIN });
  await platform.database.query('UPDATE catalog.storefront SET lodging_draft = true WHERE domain = $1', [
    HOST,
  ]);
});
afterAll(() => platform.close());

/** Concurrent requests. */
const AT_ONCE = 6;

/** Results that `check` reports for all entries. */
async function faultsOf<T>(all: readonly T[], check: (one: T) => Promise<string | null>): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      const fault = await check(one);
      if (fault) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return faults;
}

const each = <T>(all: readonly T[]) => all.flatMap((one) => NAMES.map((odd) => [one, odd] as const));

/** Formats `["filter", "ids", 0]` as errors name it. */
const dotted = (path: TextPath) =>
  path
    .map((key) =>
      typeof key === 'number' ? `[${key}]` : /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `["${key}"]`,
    )
    .join('');

describe('GraphQL', () => {
  interface Surface {
    readonly path: string;
    readonly view: string;
    readonly headers: Readonly<Record<string, string>>;
  }
  const surfaces: Surface[] = [];

  beforeAll(async () => {
    const { token } = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
      scopes: ['write_bookings', 'write_properties'],
    });
    const views = readdirSync('schema/generated', { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['internal', 'host'].includes(entry.name))
      .map(({ name }) => name);
    expect(views.length).toBeGreaterThan(2);
    for (const view of views) {
      const path = `/developer/api/${view}/graphql`;
      surfaces.push({ path, view, headers: { authorization: `Bearer ${token}` } });
    }
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser, 'host');
    const headers = { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' };
    surfaces.push({ path: '/panel/graphql', view: 'host', headers });
  });

  async function post({ path, headers }: Surface, body: object) {
    const response = await fetch(`${platform.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { errors = [] } = (await response.json()) as {
      errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
    };
    return { status: response.status, errors };
  }

  /**
   * Lists every argument: nightly in each view that has it, otherwise in one of the API's versions, in turn,
   * and in the host's.
   */
  function textArguments() {
    const all = surfaces.flatMap((surface) => textArgumentsOf(surface.view).map((one) => ({ surface, one })));
    expect(all.length).toBeGreaterThan(1_000);
    if (EFFORT > 1) return all;
    const alike = Map.groupBy(all, ({ surface, one }) =>
      JSON.stringify([surface.path === '/panel/graphql', one.document, one.path]),
    );
    const turns = [...alike.values()].flatMap((same, turn) => same.slice(turn % same.length).slice(0, 1));
    expect(new Set(turns.map(({ surface }) => surface))).toEqual(new Set(surfaces));
    return turns;
  }

  test('every GraphQL argument refuses an unstorable variable and names its path', async () => {
    const alternating = textArguments().map((one, index) => [one, NAMES[index % 2] ?? 'U+0000'] as const);
    const faults = await faultsOf(alternating, async ([{ surface, one }, odd]) => {
      const variables = { given: valueWith(one.path, ODD[odd]) };
      const { status, errors } = await post(surface, { query: one.document, variables });
      const [error] = errors;
      const isRight =
        status === 400 &&
        error?.extensions.code === 'BAD_USER_INPUT' &&
        error.message.startsWith(`$given${dotted(one.path)} contains ${odd}`);
      return isRight
        ? null
        : `${surface.view} ${one.document}: ${status} ${JSON.stringify(errors).slice(0, 300)}`;
    });
    expect(faults).toEqual([]);
  }, 300_000);

  test('every GraphQL argument refuses U+0000 written as a literal', async () => {
    const faults = await faultsOf(textArguments(), async ({ surface, one }) => {
      const { status, errors } = await post(surface, { query: one.withLiteral('"a\\u0000b"') });
      const named = errors.find(({ message }) =>
        message.startsWith(`Argument "${one.name.replaceAll(/\.\d+/g, '')}" contains U+0000`),
      );
      return status === 400 && named?.extensions.code === 'BAD_USER_INPUT'
        ? null
        : `${one.withLiteral('…')}: ${status} ${JSON.stringify(errors).slice(0, 300)}`;
    });
    expect(faults).toEqual([]);
  }, 300_000);

  test.each([
    [
      'a literal after the same document with another literal',
      '{ property(id: "1") { id } }',
      '{ property(id: "\\u0000") { id } }',
    ],
    ['a variable default', '{ __typename }', 'query($id: ID! = "\\u0000") { property(id: $id) { id } }'],
    [
      'an entry of a list',
      '{ __typename }',
      '{ bookings(filter: { status: CONFIRMED, propertyId: "\\u{0}" }) { nodes { id } } }',
    ],
  ])('GraphQL refuses unstorable text in %s', async (_, before, document) => {
    const [surface] = surfaces;
    if (!surface) throw new Error('No surface is open.');
    await post(surface, { query: before });
    const { status, errors } = await post(surface, { query: document });
    expect(status).toBe(400);
    expect(errors).toContainEqual(
      expect.objectContaining({
        message: expect.stringContaining('contains U+0000'),
        extensions: { code: 'BAD_USER_INPUT' },
      }),
    );
  });

  test('unstorable variables are refused the same way in GET and POST', async () => {
    const [surface] = surfaces;
    if (!surface) throw new Error('No surface is open.');
    for (const [asked, named] of [
      [
        { query: 'query($id: ID!) { property(id: $id) { id } }', variables: '{"id": "a\\u0000b"}' },
        '$id contains U+0000',
      ],
      [{ query: '{ property(id: "\\u0000") { id } }' }, 'Argument "id" contains U+0000'],
    ] as const) {
      const query = new URLSearchParams(asked);
      const response = await fetch(`${platform.address}${surface.path}?${query}`, {
        headers: surface.headers,
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        {
          errors: [{ message: expect.stringContaining(named), extensions: { code: 'BAD_USER_INPUT' } }],
        },
      ]);
    }
  });

  test('an unstorable variable name is refused', async () => {
    const [surface] = surfaces;
    if (!surface) throw new Error('No surface is open.');
    const { status, errors } = await post(surface, { query: '{ __typename }', variables: { 'a\0': 1 } });
    expect(status).toBe(400);
    expect(errors[0]?.message).toContain('has a name that contains U+0000');
  });
});

describe('MCP', () => {
  interface Listed {
    readonly tools: readonly { readonly name: string; readonly inputSchema: object }[];
  }
  const call = async (method: string, params: unknown) => {
    const { status, json } = await storefrontHttp(platform.address, HOST).send(
      'POST',
      '/api/mcp',
      { 'content-type': 'application/json' },
      JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    );
    // biome-ignore lint/suspicious/noExplicitAny: the tests assert its shape
    return { status, json: json as any };
  };

  test('every tool argument refuses unstorable text and names its path', async () => {
    const { tools } = (await call('tools/list', {})).json.result as Listed;
    const all = tools.flatMap(({ name, inputSchema }) =>
      [...textPathsOf(inputSchema), ['meta', 'ucp-agent', 'profile'], ['unknown', 'key']].map((path) => ({
        name,
        path,
      })),
    );
    expect(all.length).toBeGreaterThan(50);
    const faults = await faultsOf(each(all), async ([{ name, path }, odd]) => {
      const { status, json } = await call('tools/call', { name, arguments: valueWith(path, ODD[odd]) });
      const [message] = json.result?.structuredContent?.messages ?? [];
      const isRight =
        status === 200 &&
        json.result?.isError === true &&
        message?.path === `$${dotted(path)}` &&
        message.content.startsWith(`$${dotted(path)} contains ${odd}`);
      return isRight ? null : `${name} ${path.join('.')}: ${status} ${JSON.stringify(json).slice(0, 300)}`;
    });
    expect(faults).toEqual([]);
  }, 120_000);

  test.each([
    ['the name of a tool', 'tools/call', { name: 'a\0b', arguments: {} }, 'params.name contains U+0000'],
    ['the address of a resource', 'resources/read', { uri: 'a\ud800b' }, 'params.uri contains U+D800'],
    ['metadata', 'tools/list', { _meta: { client: 'a\0b' } }, 'params._meta.client contains U+0000'],
    ['a method', 'a\0b', {}, 'method contains U+0000'],
    ['a key', 'tools/list', { 'a\0': 1 }, 'params has a name that contains U+0000'],
  ])('%s with unstorable text is a protocol error that names it', async (_, method, params, message) => {
    const { json } = await call(method, params);
    expect(json.error.message).toContain(message);
  });
});

describe('REST', () => {
  test('every management API input refuses unstorable text and names its path', async () => {
    const { pat } = demoAccount(platform, 'developer');
    const headers = { authorization: `Bearer ${pat}`, 'x-platform-team': 'devteam' };
    const document = (await (await fetch(`${platform.address}/api/dev/openapi.json`)).json()) as OpenApi;
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
        const schema = requestBody?.content['application/json']?.schema;
        const body = schema === undefined ? [] : textPathsOf(schema, document);
        const inUrl = parameters.filter((one) => one.in === 'path' || one.in === 'query');
        return [
          ...body.map((place) => ({ path, method, body: place, url: null })),
          ...inUrl.map((url) => ({ path, method, body: null, url })),
        ];
      }),
    );
    expect(calls.filter(({ body }) => body).length).toBeGreaterThan(15);
    expect(calls.filter(({ url }) => url).length).toBeGreaterThan(15);
    const faults = await faultsOf(each(calls), async ([{ path, method, body, url }, odd]) => {
      if (url && odd !== 'U+0000') return null; // a URL can't encode a lone surrogate
      const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
        url?.in === 'path' && url.name === name ? 'a%00b' : '1',
      );
      const query = url?.in === 'query' ? `?${url.name}=a%00b` : '';
      const answer = await fetch(`${platform.address}/api/dev${filled.replace(/^\/api\/dev/, '')}${query}`, {
        method: method.toUpperCase(),
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(valueWith(body, ODD[odd])) }),
      });
      // A manifest has a separate list of issues.
      if (method === 'post' && /\/apps(\/validate)?$/.test(path)) {
        const text = await answer.text();
        const isRefused = path.endsWith('validate')
          ? /"valid":false/.test(text)
          : [400, 422].includes(answer.status);
        return isRefused ? null : `${method} ${path}: ${answer.status} ${text.slice(0, 300)}`;
      }
      const problem = (await answer.json()) as { code: string; detail: string; errors: object };
      const named = body
        ? dotted(body).replace(/^\./, '')
        : url?.in === 'path'
          ? 'The path'
          : (url?.name ?? '');
      const isRight =
        answer.status === 400 &&
        problem.code === 'bad_request' &&
        named in problem.errors &&
        problem.detail.includes(odd);
      // A token is limited to 120 requests a minute.
      return isRight || answer.status === 429
        ? null
        : `${method} ${path} ${named}: ${answer.status} ${JSON.stringify(problem).slice(0, 300)}`;
    });
    expect(faults).toEqual([]);
  });

  test('every body field of ACP and the lodging draft refuses unstorable text', async () => {
    const storefront = platform.demo?.storefronts.find(({ team }) => team === 'lakeside');
    const http = storefrontHttp(platform.address, HOST);
    const json = { 'content-type': 'application/json' };
    const codec = LODGING_CODECS[PIN];
    if (!codec) throw new Error('The draft has no codec.');
    const acp = { ...json, authorization: `Bearer ${storefront?.acp_api_key}` };
    const id = '8f14e45f-ceea-4b7d-9c5a-1f0e6d1b2a3c';
    const surfaces = [
      { path: '/api/acp/checkout_sessions', headers: acp, schema: sessionChanges, method: 'POST' },
      { path: `/api/acp/checkout_sessions/${id}`, headers: acp, schema: sessionChanges, method: 'POST' },
      { path: LODGING, headers: json, schema: codec.booking, method: 'POST' },
      { path: `${LODGING}/${id}`, headers: json, schema: codec.booking, method: 'PUT' },
    ] as const;
    const all = surfaces.flatMap((surface) =>
      [...textPathsOf(z.toJSONSchema(surface.schema, { io: 'input' })), ['unknown']].map((place) => ({
        surface,
        place,
      })),
    );
    expect(all.length).toBeGreaterThan(40);
    const faults = await faultsOf(each(all), async ([{ surface, place }, odd]) => {
      const { method, path, headers } = surface;
      const body = JSON.stringify(valueWith(place, ODD[odd]));
      const { status, text } = await http.send(method, path, headers, body);
      const named = `${dotted(place).replace(/^\./, '')} contains ${odd}`;
      return status === 400 && JSON.parse(text) && text.includes(named.replaceAll('"', '\\"'))
        ? null
        : `${method} ${path} ${place.join('.')}: ${status} ${text.slice(0, 300)}`;
    });
    expect(faults).toEqual([]);
  });
});

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly parameters?: readonly { readonly in: string; readonly name: string }[];
            readonly requestBody?: {
              readonly content: Readonly<Record<string, { readonly schema: object }>>;
            };
          }
        >
      >
    >
  >;
}

describe('addresses', () => {
  test('every route refuses an encoded U+0000 in its path and in its query', async () => {
    const routes = routesOf(platform.http.printRoutes({ commonPrefix: false }));
    expect(routes.length).toBeGreaterThan(80);
    const addresses = routes.flatMap(({ path, methods }) => {
      const filled = path.replaceAll(/:\w+|\*/g, 'a%00b');
      const method = methods.find((one) => one !== 'HEAD' && one !== 'OPTIONS') ?? 'GET';
      return [
        ...(filled === path ? [] : [{ method, url: filled }]),
        { method, url: `${path.replaceAll(/:\w+|\*/g, '1')}?any=a%00b` },
      ];
    });
    const faults = await faultsOf(addresses, async ({ method, url }) => {
      const { status, text } = await storefrontHttp(platform.address, HOST).send(method as 'GET', url, {});
      // Access to the surface is checked before the address.
      return status === 400 && text.includes('U+0000')
        ? null
        : `${method} ${url}: ${status} ${text.slice(0, 200)}`;
    });
    expect(faults).toEqual([]);
  });
});

describe('forms', () => {
  /** Field names in a page's forms, with each form's target. */
  const formsIn = (html: string, at: string) =>
    (html.match(/<form[\s\S]*?<\/form>/g) ?? [])
      .filter((form) => /method="post"/i.test(form))
      .map((form) => ({
        action: /action="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') || at,
        hidden: Object.fromEntries(
          [...form.matchAll(/<input[^>]*type="hidden"[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)].map(
            ([, name = '', value = '']) => [name, value] as const,
          ),
        ),
        names: [...form.matchAll(/<(?:input|select|textarea)[^>]*\bname="([^"]*)"[^>]*>/g)].flatMap(
          ([tag, name]) => (name && !/type="hidden"/.test(tag) ? [name] : []),
        ),
      }));

  test('every field in the booking form refuses U+0000 with an error next to the field', async () => {
    const http = storefrontHttp(platform.address, HOST);
    const [stay] = /\/stays\/\d+/.exec((await http.get('/', { accept: 'text/html' })).text) ?? [];
    const path = `${stay}/book?check_in=${daysAhead(40)}&check_out=${daysAhead(43)}&adults=2`;
    const [form] = formsIn((await http.get(path, { accept: 'text/html' })).text, path);
    expect(form?.names).toEqual(['first_name', 'last_name', 'email', 'phone', 'terms']);
    const guest = {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.com',
      phone: '+41441234567',
    };
    for (const name of Object.keys(guest)) {
      const { status, text } = await http.send(
        'POST',
        path,
        { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        `${new URLSearchParams({ ...form?.hidden, ...guest, terms: 'yes', [name]: 'a\0b' })}`,
      );
      expect([status, text], name).toEqual([422, expect.stringContaining(`id="${name}-fault"`)]);
      expect(text).toContain('U+0000');
    }
  });

  test('Basic credentials with U+0000 are an invalid request', async () => {
    const basic = Buffer.from('a\0b:secret').toString('base64');
    const answer = await fetch(`${platform.address}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=authorization_code&code=x',
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      {
        error: 'invalid_request',
        error_description: expect.stringContaining('client_id of the Basic header contains U+0000'),
      },
    ]);
  });

  test.each([
    'client_id',
    'code',
    'redirect_uri',
    'code_verifier',
    'device_code',
    'token',
    'scope',
    'device_name',
  ])("a client's parameter %s refuses U+0000", async (name) => {
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/device_authorization']) {
      const answer = await fetch(`${platform.address}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ [name]: 'a\0b' }),
      });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        { error: 'invalid_request', error_description: expect.stringContaining(`${name} contains U+0000`) },
      ]);
    }
  });
});
