import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storefrontHttp } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { installNewApp } from '../support/developer.ts';
import { LODGING, PIN } from '../support/lodging.ts';
import { demoAccount, panelHeaders, plainBrowser, signIn } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

// A body nested 100,000 levels deep has 200 KB, and overflows the stack of any code that walks or prints it.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ UCP_LODGING_DRAFT: PIN });
  await platform.database.query(
    "UPDATE catalog.storefront SET lodging_draft = true WHERE domain = 'lakeside.localhost'",
  );
});
afterAll(() => platform.close());

const LEVELS = 100_000;
/** Fits into a GraphQL request's 64 KB. */
const LEVELS_OF_GRAPHQL = 9_000;
const lists = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const objects = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

describe.each([
  ['lists', lists],
  ['objects', objects],
] as const)('a body of nested %s', (_kind, nest) => {
  const nested = nest(LEVELS);
  async function post(path: string, headers: Record<string, string>, body: string) {
    const response = await fetch(`${platform.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, body: await response.text() };
  }

  test.each(['apps', 'apps/validate'])(
    'a deeply nested body is refused by the management API at %s',
    async (path) => {
      const { pat } = await demoAccount(platform, 'developer');
      const headers = { authorization: `Bearer ${pat}`, 'x-platform-team': 'devteam' };
      const push = `{ "slug": "deep", "manifest": { "name": "Deep", "extra": ${nested} } }`;
      const { status, body } = await post(`/api/dev/${path}`, headers, push);
      expect(JSON.parse(body)).toMatchObject({
        code: 'bad_request',
        message: 'The body nests more than 200 lists and objects. Flatten it.',
      });
      expect(status).toBe(400);
    },
  );

  test('GraphQL refuses a deeply nested body as a variable and as a literal', async () => {
    const browser = plainBrowser(platform.address);
    await signIn(platform, browser, 'host');
    const headers = { ...(await panelHeaders(browser)), 'x-platform-team': 'lakeside' };
    const deep = nest(LEVELS_OF_GRAPHQL);
    const asVariable = `{"query":"query($m: JSON!) { __typename }","variables":{"m":${deep}}}`;
    const literal = deep.replaceAll('"a"', 'a');
    const asLiteral = JSON.stringify({
      query: `mutation { appPush(input: { manifest: ${literal} }) { issues { path } } }`,
    });
    for (const body of [asVariable, asLiteral]) {
      const answer = await post('/panel/graphql', headers, body);
      expect(answer.status).toBe(400);
      expect(answer.body).not.toContain('INTERNAL');
    }
    const app = await installNewApp(platform, await demoHost(platform, 'lakeside'), {});
    for (const body of [asVariable, asLiteral]) {
      const answer = await post(
        '/developer/api/2026-10/graphql',
        { authorization: `Bearer ${app.token}` },
        body,
      );
      expect(answer.status).toBe(400);
      expect(answer.body).not.toContain('INTERNAL');
    }
  });

  test.each([
    [
      'MCP',
      '/api/mcp',
      (deep: string) =>
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_catalog","arguments":{"a":${deep}}}}`,
    ],
    ['ACP', '/api/acp/checkout_sessions', (deep: string) => `{"items":${deep}}`],
    ['lodging', LODGING, (deep: string) => `{"a":${deep}}`],
  ])('a deeply nested body gets no internal error from %s', async (_surface, path, bodyOf) => {
    const http = storefrontHttp(platform.address, 'lakeside.localhost');
    const { status, text } = await http.send(
      'POST',
      path,
      { 'content-type': 'application/json' },
      bodyOf(nested),
    );
    await http.close();
    expect({ status, text: text.slice(0, 300) }).toMatchObject({
      text: expect.not.stringMatching(/internal/i),
    });
    expect(status).toBeLessThan(500);
  });
});
