import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let lakeside: StorefrontHttp;
let alpine: StorefrontHttp;

beforeAll(async () => {
  platform = await startPlatform();
  lakeside = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  alpine = storefrontHttp(platform.address, `alpine.localhost:${platform.port}`);
});
afterAll(async () => {
  await lakeside.close();
  await alpine.close();
  await platform.close();
});

const client = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
const initialize = (http: StorefrontHttp, protocolVersion = '2025-11-25') =>
  http.rpc('initialize', { protocolVersion, ...client });

describe('the handshake of the legacy versions', () => {
  test('the official client connects, lists the tools and keeps its session', async () => {
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'search_catalog',
      'lookup_catalog',
      'get_product',
      'create_checkout',
      'get_checkout',
      'update_checkout',
      'complete_checkout',
      'cancel_checkout',
    ]);
    expect(agent.transport.sessionId).toMatch(/^[\x21-\x7e]{40,}$/);
    await agent.client.ping();
    await agent.close();
  });

  test.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
  ])('a client that requests version %s gets %s', async (asked, got) => {
    const { json, headers } = await initialize(lakeside, asked);
    expect(json.result.protocolVersion).toBe(got);
    expect(headers['mcp-session-id']).toBeDefined();
  });

  test('two sessions have different ids', async () => {
    const ids = await Promise.all([initialize(lakeside), initialize(lakeside)]);
    expect(ids[0]?.headers['mcp-session-id']).not.toBe(ids[1]?.headers['mcp-session-id']);
  });

  test('initialize without its required fields is refused as invalid parameters', async () => {
    const { json } = await lakeside.rpc('initialize', { protocolVersion: 5 });
    expect(json.error).toMatchObject({ code: -32602, message: expect.stringContaining('clientInfo') });
  });
});

describe('resources', () => {
  test('the official client lists and reads the terms', async () => {
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ name }) => name)).toEqual([
      'terms_of_service',
      'privacy_policy',
      'refund_policy',
      'faq',
    ]);
    for (const { uri, size, title } of resources) {
      const { contents } = await agent.client.readResource({ uri });
      const text = contents[0] && 'text' in contents[0] ? contents[0].text : '';
      expect(text).toContain(`# ${title}`);
      expect(Buffer.byteLength(text)).toBe(size);
    }
    await agent.close();
  });

  test("a host's text is cleaned before an agent reads it", async () => {
    const [before] = await platform.database.query<{ policies: unknown }>(
      "SELECT policies FROM catalog.storefront WHERE domain = 'alpine.localhost'",
    );
    const text = 'Pay \u202eat [our bank](https://evil.example/x) <script>alert(1)</script>.';
    await platform.database.query(
      "UPDATE catalog.storefront SET policies = $1 WHERE domain = 'alpine.localhost'",
      [JSON.stringify([{ kind: 'faq', title: 'Questions\u202e', text }])],
    );
    const uri = `http://alpine.localhost:${platform.port}/policies/faq`;
    await expect
      .poll(async () => (await alpine.rpc('resources/read', { uri })).json.result?.contents[0].text)
      .toBe('# Questions\n\nPay at our bank alert(1).\n');
    await platform.database.query(
      "UPDATE catalog.storefront SET policies = $1 WHERE domain = 'alpine.localhost'",
      [JSON.stringify(before?.policies)],
    );
  });

  test('reading an unknown resource returns an error that names it', async () => {
    const { json } = await lakeside.rpc('resources/read', { uri: 'file:///etc/passwd' });
    expect(json.error).toMatchObject({ code: -32002, data: { uri: 'file:///etc/passwd' } });
    expect((await lakeside.rpc('resources/read', {})).json.error.code).toBe(-32602);
  });
});

describe('instructions', () => {
  test('the instructions match what the storefront offers', async () => {
    const of = async (http: StorefrontHttp) => (await initialize(http)).json.result.instructions;
    expect(await of(lakeside)).toContain('start a checkout');
    expect(await of(alpine)).toContain('there is no checkout');
    expect(await of(alpine)).not.toContain('payment link');
  });
});

describe('sessions', () => {
  test('a call works with or without a session', async () => {
    const { headers } = await initialize(lakeside);
    const id = headers['mcp-session-id'] ?? '';
    expect((await lakeside.rpc('ping', {}, { 'mcp-session-id': id })).json.result).toEqual({});
    expect((await lakeside.rpc('ping')).json.result).toEqual({});
  });

  test("a session id that is invented, altered or from another storefront isn't found", async () => {
    const { headers } = await initialize(lakeside);
    const id = headers['mcp-session-id'] ?? '';
    const changed = id.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    const foreign = (await initialize(alpine)).headers['mcp-session-id'] ?? '';
    for (const unknown of ['nope', changed.replace(/^./, '0'), `${id}x`, foreign]) {
      const { status, json } = await lakeside.rpc('tools/list', {}, { 'mcp-session-id': unknown });
      expect([status, json.error.code, json.id]).toEqual([404, -32600, 1]);
    }
  });

  test('concurrent calls with the same JSON-RPC id each get their own response', async () => {
    const calls = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        lakeside.rpc('tools/call', { name: 'lookup_catalog', arguments: { id: `unit_type:${(i % 8) + 1}` } }),
      ),
    );
    expect(calls.map(({ json }) => json.result.structuredContent.products[0].id)).toEqual(
      Array.from({ length: 40 }, (_, i) => `unit_type:${(i % 8) + 1}`),
    );
  });
});

describe('the stateless version 2026-07-28', () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const stateless = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
    lakeside.rpc(
      method,
      { _meta, ...params },
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...('name' in params ? { 'mcp-name': String(params.name) } : {}),
        ...headers,
      },
    );

  test('server/discover lists the supported versions and capabilities', async () => {
    const { json, headers } = await stateless('server/discover');
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {}, resources: {} },
      ttlMs: expect.any(Number),
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: expect.any(String) } },
    });
    expect(headers['mcp-session-id']).toBeUndefined();
  });

  test('results declare themselves complete and name the server', async () => {
    const list = await stateless('tools/list');
    expect(list.json.result).toMatchObject({ resultType: 'complete', cacheScope: 'public' });
    expect(list.json.result.tools).toHaveLength(8);
    const call = await stateless('tools/call', { name: 'search_catalog', arguments: {} });
    expect(call.json.result).toMatchObject({
      resultType: 'complete',
      structuredContent: { products: expect.any(Array) },
    });
  });

  test('the stateless version ignores a session id', async () => {
    expect((await stateless('tools/list', {}, { 'mcp-session-id': 'anything' })).status).toBe(200);
  });

  test("methods of the legacy versions aren't found", async () => {
    for (const method of ['initialize', 'ping', 'resources/subscribe']) {
      const { status, json } = await stateless(method);
      expect([status, json.error.code]).toEqual([404, -32601]);
    }
  });

  test.each([
    ['a method that differs', { 'mcp-method': 'tools/list' }],
    ['a version that differs', { 'mcp-protocol-version': '2025-11-25' }],
    ['a version that is unknown and differs', { 'mcp-protocol-version': '2031-01-01' }],
    ['a name that differs', { 'mcp-name': 'lookup_catalog' }],
  ])('%s between header and body is refused', async (_what, headers) => {
    const { status, json } = await stateless(
      'tools/call',
      { name: 'search_catalog', arguments: {} },
      headers,
    );
    expect([status, json.error.code]).toEqual([400, -32020]);
  });

  test('a base64-encoded tool name is accepted as the same name', async () => {
    const name = `=?base64?${Buffer.from('search_catalog').toString('base64')}?=`;
    const { status } = await stateless(
      'tools/call',
      { name: 'search_catalog', arguments: {} },
      { 'mcp-name': name },
    );
    expect(status).toBe(200);
  });

  test.each([
    ['no metadata', { _meta: undefined }],
    ['metadata without a version', { _meta: {} }],
    ['a version that is not a string', { _meta: { 'io.modelcontextprotocol/protocolVersion': 20260728 } }],
  ])('%s with a version header is refused as invalid parameters', async (_what, broken) => {
    const { status, json } = await stateless('tools/list', broken);
    expect([status, json.error.code]).toEqual([400, -32602]);
    expect(json.error.message).toContain('io.modelcontextprotocol/protocolVersion');
  });

  test('a version given only in the body is refused', async () => {
    const { status, json } = await lakeside.rpc('tools/list', { _meta }, { 'mcp-method': 'tools/list' });
    expect([status, json.error.code]).toEqual([400, -32020]);
  });

  test.each(['mcp-method', 'mcp-name'])('a missing %s header is refused', async (name) => {
    const headers = { 'mcp-method': 'tools/call', 'mcp-name': 'search_catalog', [name]: undefined };
    const given = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][];
    const { status, json } = await lakeside.rpc(
      'tools/call',
      { _meta, name: 'search_catalog', arguments: {} },
      { 'mcp-protocol-version': '2026-07-28', ...Object.fromEntries(given) },
    );
    expect([status, json.error.code]).toEqual([400, -32020]);
  });

  test('a legacy request whose headers contradict its body is refused too', async () => {
    const call = { name: 'search_catalog', arguments: {} };
    for (const headers of [{ 'mcp-name': 'lookup_catalog' }, { 'mcp-method': 'tools/list' }]) {
      const { status, json } = await lakeside.rpc('tools/call', call, headers);
      expect([status, json.error.code]).toEqual([400, -32020]);
    }
  });

  test('missing capabilities are refused as invalid parameters', async () => {
    const { status, json } = await stateless('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
    });
    expect([status, json.error.code]).toEqual([400, -32602]);
  });

  test('a refusal of an unsupported version lists the supported ones', async () => {
    const version = '2031-01-01';
    const { status, json } = await stateless(
      'tools/list',
      { _meta: { ..._meta, 'io.modelcontextprotocol/protocolVersion': version } },
      { 'mcp-protocol-version': version },
    );
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: -32022,
      data: { requested: version, supported: expect.arrayContaining(['2026-07-28']) },
    });
  });
});

describe('an empty optional field', () => {
  test.each([null, ''])('the cursor %j means the first page', async (cursor) => {
    for (const [method, list] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
    ] as const) {
      const { status, json } = await lakeside.rpc(method, { cursor });
      expect([status, json.result?.[list]]).toEqual([200, expect.any(Array)]);
    }
  });

  test.each([null, '', {}])('the arguments %j mean no arguments', async (args) => {
    const { json } = await lakeside.rpc('tools/call', { name: 'search_catalog', arguments: args });
    expect(json.result.structuredContent.products).toHaveLength(8);
  });

  test('null parameters mean no parameters', async () => {
    const { json } = await lakeside.post({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: null });
    expect(json.result.tools.length).toBeGreaterThan(5);
  });
});

test('arguments sent as JSON text are refused as a type mismatch', async () => {
  const { json } = await lakeside.rpc('tools/call', { name: 'search_catalog', arguments: '{"catalog":{}}' });
  expect(json.error).toMatchObject({
    code: -32602,
    message: 'params.arguments must be an object, not text: send the object itself instead of its JSON text.',
  });
});

describe('what a client must not send', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'] as const)(
    'the method %s is not allowed',
    async (method) => {
      const { status, headers, json } = await lakeside.send(method, '/api/mcp');
      expect([status, headers.allow, json.error.code]).toEqual([405, 'POST', -32000]);
    },
  );

  test.each([
    ['text/plain', 'hello'],
    ['application/xml', '<a/>'],
    ['application/json', '{"jsonrpc"'],
    ['application/json', ''],
    ['nonsense', 'x'],
  ])('DELETE and GET with a body of type %s are not allowed', async (contentType, body) => {
    for (const method of ['DELETE', 'GET'] as const) {
      const answer = await lakeside.send(method, '/api/mcp', { 'content-type': contentType }, body);
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
    }
  });

  test.each([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32600],
    ['an empty batch', [], 400, -32600],
    ['no JSON', '{"jsonrpc"', 400, -32700],
    ['nothing', '', 400, -32700],
    ['no JSON-RPC', { hello: 1 }, 400, -32600],
    ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32600],
    ['a null id', { jsonrpc: '2.0', id: null, method: 'ping' }, 400, -32600],
    ['a fractional id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, 400, -32600],
    ['a list of parameters', { jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, 400, -32600],
    ['an unknown method', { jsonrpc: '2.0', id: 1, method: 'resources/subscribe' }, 200, -32601],
    ['a method of Object', { jsonrpc: '2.0', id: 1, method: 'constructor' }, 200, -32601],
    ['an unknown tool', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rm' } }, 200, -32602],
    ['no tool', { jsonrpc: '2.0', id: 1, method: 'tools/call' }, 200, -32602],
    [
      'a page of tools',
      { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { cursor: 'x' } },
      200,
      -32602,
    ],
    [
      'arguments in a list',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_catalog', arguments: [] } },
      200,
      -32602,
    ],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await lakeside.post(body);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });

  test('a body over 64 KiB is refused', async () => {
    const { status, json } = await lakeside.rpc('ping', { padding: 'x'.repeat(64 * 1024) });
    expect([status, json.error.code]).toEqual([413, -32600]);
  });

  test('a body not declared as JSON is refused', async () => {
    const { status } = await lakeside.post('{"jsonrpc":"2.0","id":1,"method":"ping"}', {
      'content-type': 'text/plain',
    });
    expect(status).toBe(415);
  });

  test('endlessly nested arguments are refused', async () => {
    const nested = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const { json } = await lakeside.post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_checkout","arguments":${nested}}}`,
    );
    expect(json.error.code).toBe(-32602);
  });

  test('an unsupported MCP-Protocol-Version is a bad request', async () => {
    const { status } = await lakeside.rpc('ping', {}, { 'mcp-protocol-version': '1999-01-01' });
    expect(status).toBe(400);
  });

  test("a call with metadata that the SDK can't read still gets its response", async () => {
    const { json } = await lakeside.rpc('tools/list', { _meta: { progressToken: {} }, extra: [] });
    expect(json.result.tools).toHaveLength(8);
  });

  test('notifications and responses are accepted without a response body', async () => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      expect(await lakeside.post(body)).toMatchObject({ status: 202, text: '' });
    }
  });
});

describe('where a request comes from', () => {
  test("an unknown domain isn't found", async () => {
    const http = storefrontHttp(platform.address, 'nobody.example');
    expect((await http.rpc('ping')).status).toBe(404);
    await http.close();
  });

  test("a Host header that isn't a host name returns 404", async () => {
    const http = storefrontHttp(platform.address, 'lakeside.localhost:99999999');
    expect((await http.rpc('ping')).status).toBe(404);
    await http.close();
  });

  test("a foreign origin is refused and the storefront's own is accepted", async () => {
    const own = `http://lakeside.localhost:${platform.port}`;
    expect((await lakeside.rpc('ping', {}, { origin: own })).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', `https://lakeside.localhost:${platform.port}`]) {
      expect((await lakeside.rpc('ping', {}, { origin })).status).toBe(403);
    }
  });

  test('a storefront closed to agents returns 404', async () => {
    const http = storefrontHttp(platform.address, 'quiet.localhost');
    expect((await http.rpc('ping')).status).toBe(404);
    await http.close();
  });

  test('a response during maintenance includes Retry-After', async () => {
    const http = storefrontHttp(platform.address, 'closed.localhost');
    const { status, headers, json } = await http.rpc('ping');
    expect(status).toBe(503);
    expect(json).toMatchObject({ id: 1, error: { code: -32000, data: { code: 'maintenance' } } });
    expect(Number(headers['retry-after'])).toBe(json.error.data.retry_after);
    await http.close();
  });
});
