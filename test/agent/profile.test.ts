import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => platform.close());

function get(path: string, host: string, headers: Record<string, string> = {}) {
  const http = storefrontHttp(platform.address, host);
  onTestFinished(() => http.close());
  return http.get(path, headers);
}

test('the profile names the endpoint, the capabilities and a usable key', async () => {
  const { status, headers, json } = await get('/.well-known/ucp', `lakeside.localhost:${platform.port}`);
  const baseUrl = `http://lakeside.localhost:${platform.port}`;
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=60');
  expect(json.ucp).toEqual({
    version: '2026-04-08',
    supported_versions: { '2026-08-25': `${baseUrl}/.well-known/ucp/2026-08-25` },
    services: {
      'dev.ucp.shopping': [
        {
          version: '2026-04-08',
          transport: 'mcp',
          endpoint: `${baseUrl}/api/mcp`,
          schema: expect.stringMatching(/^https:\/\/ucp\.dev\//),
        },
      ],
    },
    capabilities: {
      'dev.ucp.shopping.catalog.search': [{ version: '2026-04-08' }],
      'dev.ucp.shopping.catalog.lookup': [{ version: '2026-04-08' }],
      'dev.ucp.shopping.checkout': [{ version: '2026-04-08' }],
    },
    payment_handlers: {},
  });
  expect(json.acp).toEqual({
    version: '2026-04-17',
    checkout_url: `${baseUrl}/api/acp/checkout_sessions`,
  });
  const [key] = json.signing_keys;
  expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) });
  expect(key).not.toHaveProperty('d');
  expect(createPublicKey({ key, format: 'jwk' }).asymmetricKeyType).toBe('ec');
});

test('the 2026-08-25 profile is complete and has its own version', async () => {
  const host = `lakeside.localhost:${platform.port}`;
  const { json: root } = await get('/.well-known/ucp', host);
  const leaf = await get(new URL(root.ucp.supported_versions['2026-08-25']).pathname, host);
  expect(leaf.headers['cache-control']).toBe('public, max-age=60');
  const declares = (schema: string) => [
    { version: '2026-08-25', schema: `https://ucp.dev/2026-08-25/schemas/shopping/${schema}.json` },
  ];
  expect(leaf.json).toEqual({
    ucp: {
      version: '2026-08-25',
      services: {
        'dev.ucp.shopping': [
          {
            version: '2026-08-25',
            transport: 'mcp',
            endpoint: `http://${host}/api/mcp/2026-08-25`,
            schema: 'https://ucp.dev/2026-08-25/services/shopping/mcp.openrpc.json',
          },
        ],
      },
      capabilities: {
        'dev.ucp.shopping.catalog.search': declares('catalog_search'),
        'dev.ucp.shopping.catalog.lookup': declares('catalog_lookup'),
        'dev.ucp.shopping.checkout': declares('checkout'),
      },
      payment_handlers: {},
    },
    keys: root.signing_keys,
  });
});

test("every response from an endpoint names its profile's version", async () => {
  const http = storefrontHttp(platform.address, 'lakeside.localhost');
  onTestFinished(() => http.close());
  const call = async (version: string, name: string, args: object) => {
    const params = { name, arguments: args };
    const { json } = await http.send(
      'POST',
      `/api/mcp${version}`,
      { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    );
    expect(JSON.parse(json.result.content[0].text)).toEqual(json.result.structuredContent);
    return json.result.structuredContent;
  };
  const found = await call('', 'search_catalog', {});
  const newer = await call('/2026-08-25', 'search_catalog', {});
  const declared = (capability: string) => ({
    version: '2026-08-25',
    capabilities: { [`dev.ucp.shopping.${capability}`]: [{ version: '2026-08-25' }] },
  });
  expect(newer.ucp).toEqual(declared('catalog.search'));
  expect(newer.products.length).toBe(found.products.length);
  const { id, description } = found.products[0];
  expect(newer.products[0]).toMatchObject({ id, description: { plain: description } });
  const looked = await call('/2026-08-25', 'lookup_catalog', { id });
  expect(looked).toMatchObject({
    ucp: declared('catalog.lookup'),
    products: [{ description: { plain: description } }],
  });
  const refused = await call('/2026-08-25', 'lookup_catalog', { id: 'unknown' });
  expect(refused.ucp).toEqual({ version: '2026-08-25', status: 'error' });
  const session = await call('/2026-08-25', 'create_checkout', {
    line_items: [{ item: { id }, quantity: 1 }],
  });
  expect(session.ucp).toMatchObject(declared('checkout'));
});

test('a storefront whose host reviews requests by hand offers no checkout and no ACP', async () => {
  const { json } = await get('/.well-known/ucp', 'alpine.localhost');
  expect(Object.keys(json.ucp.capabilities)).toEqual([
    'dev.ucp.shopping.catalog.search',
    'dev.ucp.shopping.catalog.lookup',
  ]);
  expect(json).not.toHaveProperty('acp');
  expect((await get('/.well-known/acp.json', 'alpine.localhost')).status).toBe(404);
});

test('each storefront has its own keys', async () => {
  const kids = await Promise.all(
    ['lakeside', 'harbour', 'alpine'].map(
      async (name) => (await get('/.well-known/ucp', `${name}.localhost`)).json.signing_keys[0].kid,
    ),
  );
  expect(new Set(kids).size).toBe(3);
});

test('the profile lists ACP where it is offered', async () => {
  const { json } = await get('/.well-known/acp.json', 'lakeside.localhost');
  expect(json).toEqual({
    protocol: { name: 'acp', version: '2026-04-17', supported_versions: ['2026-01-30', '2026-04-17'] },
    api_base_url: 'http://lakeside.localhost/api/acp',
    transports: ['rest'],
    capabilities: { services: ['checkout'] },
  });
});

test.each([
  ['agent bookings are off', 'quiet.localhost', 404],
  ['the domain is unknown', 'nobody.example', 404],
  ['the site is in maintenance', 'closed.localhost', 503],
])('a storefront where %s has no profile', async (_why, host, expected) => {
  const { status, headers } = await get('/.well-known/ucp', host);
  expect(status).toBe(expected);
  expect(headers['retry-after'] !== undefined).toBe(expected === 503);
});

test('localhost serves the first storefront', async () => {
  const { json } = await get('/.well-known/ucp', `localhost:${platform.port}`);
  expect(json.ucp.services['dev.ucp.shopping'][0].endpoint).toBe(`http://localhost:${platform.port}/api/mcp`);
});

test("a trusted proxy's headers determine the storefront", async () => {
  const { json } = await get('/.well-known/ucp', 'ignored.example', {
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'LAKESIDE.localhost',
  });
  expect(json.ucp.services['dev.ucp.shopping'][0].endpoint).toBe('https://lakeside.localhost/api/mcp');
});
