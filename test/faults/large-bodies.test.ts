import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY } from '#schema/limits.ts';
import { acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { storefrontHttp } from '../support/agent.ts';
import { LODGING, PIN } from '../support/lodging.ts';
import { demoAccount, panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// Parsing, checking and explaining a body happens on the event loop, so its values, names and printed texts are bounded.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ UCP_LODGING_DRAFT: PIN });
  await platform.database.query(
    "UPDATE catalog.storefront SET lodging_draft = true WHERE domain = 'lakeside.localhost'",
  );
});
afterAll(() => platform.close());

const namesOf = (count: number) =>
  `{${Array.from({ length: count }, (_, place) => `"k${place}":1`).join(',')}}`;

describe('a body of the management API', () => {
  async function post(path: string, body: string) {
    const { pat } = await demoAccount(platform, 'developer');
    const response = await fetch(`${platform.address}/api/dev/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${pat}`,
        'x-platform-team': 'devteam',
        'content-type': 'application/json',
      },
      body,
    });
    return [response.status, await response.json()] as const;
  }

  test.each(['apps', 'apps/validate'])(
    'a management API body with more than 10,000 values is refused at %s',
    async (path) => {
      for (const settings of [`[${'1,'.repeat(10_000)}1]`, `[${'{},'.repeat(6_000)}{}]`, namesOf(10_001)]) {
        const [status, body] = await post(path, `{"manifest":{"settings":${settings}}}`);
        expect([status, body]).toMatchObject([
          400,
          { code: 'bad_request', message: 'The body has more than 10000 values: send fewer.' },
        ]);
      }
    },
  );

  test("the management API doesn't count values inside text", async () => {
    const name = '",{}[]:\\\\'.replaceAll('"', '\\"').repeat(5_000);
    const [status, body] = await post('apps/validate', `{"manifest":{"name":"${name}"}}`);
    expect([status, body]).toMatchObject([
      200,
      { errors: expect.arrayContaining(['name can have at most 30 characters.']) },
    ]);
  });
});

describe('an object with more than 1,000 names', () => {
  const names = namesOf(1_001);
  const refused = (path: string) => `${path} has more than 1000 names: send fewer.`;

  test('an object with more than 1,000 names is refused by GraphQL', async () => {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser, 'host');
    const response = await fetch(`${platform.address}/panel/graphql`, {
      method: 'POST',
      headers: { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' },
      body: `{"query":"mutation($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }","variables":{"input":${names}}}`,
    });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ message: refused('$input'), extensions: { code: 'BAD_USER_INPUT' } }] },
    ]);
  });

  test.each([
    [
      'MCP',
      '/api/mcp',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_catalog","arguments":${names}}}`,
      '$',
    ],
    ['lodging', LODGING, `{"booking":${names}}`, '$.booking'],
  ])('an object with more than 1,000 names is refused by %s', async (_surface, path, body, at) => {
    expect(body.length).toBeLessThan(MAX_BODY);
    const http = storefrontHttp(platform.address, 'lakeside.localhost');
    const { status, text } = await http.send('POST', path, { 'content-type': 'application/json' }, body);
    await http.close();
    expect(status).toBeLessThan(500);
    expect(text).toContain(refused(at));
  });

  test('an object with more than 1,000 names is refused by ACP', async () => {
    const acp = acpAgent(acpSurfaceTo(platform, 'instant'));
    const { status, body } = await acp.send('POST', '/api/acp/checkout_sessions', {
      body: { buyer: JSON.parse(names) },
    });
    await acp.close();
    expect([status, body]).toMatchObject([400, { code: 'invalid', message: refused('$.buyer') }]);
  });
});

test('a GraphQL error quotes at most 1,000 characters of a variable', async () => {
  const browser = plainBrowser(platform.address);
  await signIn(platform, browser, 'host');
  const input = Object.fromEntries(
    Array.from({ length: 50 }, (_, place) => [`k${place}`, 'x'.repeat(9_000)]),
  );
  const response = await fetch(`${platform.address}/panel/graphql`, {
    method: 'POST',
    headers: { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' },
    body: JSON.stringify({
      query:
        'mutation($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
      variables: { input },
    }),
  });
  const text = await response.text();
  const { errors } = JSON.parse(text) as { errors: { message: string }[] };
  expect(response.status).toBe(400);
  expect(errors[0]?.message).toMatch(/^Variable "\$input" got invalid value .+…/);
  expect(errors.map(({ message }) => message).join('\n')).toContain('Field "k0" is not defined by type');
  expect(Math.max(...errors.map(({ message }) => message.length))).toBeLessThan(2_000);
});
