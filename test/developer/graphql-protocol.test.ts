import { readFileSync } from 'node:fs';
import { Client, fetchExchange } from '@urql/core';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_VERSIONS } from '#schema/views.ts';
import { warmUp } from '#server/warm-up.ts';
import { ask, type Developer, type InstalledApp, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

const VERSIONS = [...API_VERSIONS.map(({ version }) => version), 'unstable'];

const METRICS_TOKEN = 'metrics-token-of-this-test';

let platform: TestPlatform;
let developer: Developer;
let app: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform({ METRICS_TOKEN });
  developer = await newDeveloper(platform);
  app = await installNewApp(platform, developer, {});
});
afterAll(() => platform.close());

const run = (query: unknown, request = {}) => graphql(platform.address, query, request);
const WHO = '{ apiVersion currentApp { name type } }';

describe('who asks', () => {
  test('a runtime token identifies its app', async () => {
    const { status, data } = await run(WHO, { token: app.token });
    expect(status).toBe(200);
    expect(data).toEqual({ apiVersion: '2026-01', currentApp: { name: 'Tidy', type: 'remote' } });
  });

  test.each([
    ['no token', undefined],
    ['an unknown token', 'platform_app_nobody'],
    ['something else', 'x'.repeat(5_000)],
  ])('a request with %s is treated as anonymous and is never refused', async (_title, token) => {
    const { status, data, errors } = await run(WHO, token === undefined ? {} : { token });
    expect({ status, data, errors }).toEqual({
      status: 200,
      data: { apiVersion: '2026-01', currentApp: null },
      errors: [],
    });
  });

  test('a field that requires an install is UNAUTHENTICATED without one', async () => {
    const { status, data, errors } = await run('{ apiVersion task(id: 1) { id } }');
    expect(status).toBe(200);
    expect(data).toEqual({ apiVersion: '2026-01', task: null });
    expect(errors).toMatchObject([{ path: ['task'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('an install without the scope gets ACCESS_DENIED and the missing scope', async () => {
    const poor = await installNewApp(platform, developer, { scopes: ['read_bookings'], capabilities: [] });
    const { errors } = await run('{ task(id: 1) { id } }', { token: poor.token });
    expect(errors[0]?.extensions).toEqual({ code: 'ACCESS_DENIED', requiredScope: 'read_tasks' });
  });

  test("a request with an uninstalled app's token is soon treated as anonymous", async () => {
    const gone = await installNewApp(platform, developer, {});
    const current = async () => (await run(WHO, { token: gone.token })).data.currentApp;
    expect([await current(), await current()]).not.toContain(null);
    await ask(
      platform,
      developer.viewer,
      'mutation($slug: String!, $team: String) { appUninstall(slug: $slug, team: $team) { userErrors { message } } }',
      { slug: gone.slug, team: developer.team },
    );
    await expect.poll(current).toBeNull();
  });
});

describe('versions', () => {
  test('every response names the version and the request', async () => {
    const first = await run('{ apiVersion }');
    const broken = await run('{');
    for (const { headers } of [first, broken]) {
      expect(headers.get('x-platform-api-version')).toBe('2026-01');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('deprecation')).toBeNull();
    }
    expect(first.headers.get('x-request-id')).not.toBe(broken.headers.get('x-request-id'));
  });

  test('an unknown version returns 404 with the supported versions', async () => {
    expect((await run('{ apiVersion }', { version: 'unstable' })).data).toEqual({ apiVersion: 'unstable' });
    for (const version of ['2025-01', 'internal', 'host', 'constructor']) {
      const { status, errors } = await run('{ apiVersion }', { version });
      expect(status).toBe(404);
      expect(errors[0]?.extensions.supportedVersions).toEqual(VERSIONS);
    }
  });
});

test.each(VERSIONS)(
  'the schema of %s is a file with an ETag that the API serves without a token',
  async (version) => {
    const url = `${platform.address}/developer/api/${version}/schema.graphql`;
    const response = await fetch(url);
    const sdl = readFileSync(`schema/generated/${version}/api.graphql`, 'utf8');
    expect([response.status, await response.text()]).toEqual([200, sdl]);
    expect(response.headers.get('content-type')).toBe('application/graphql; charset=utf-8');
    expect(response.headers.get('x-platform-api-version')).toBe(version);
    const caching = version === 'unstable' ? 'no-cache' : 'public, max-age=3600';
    expect(response.headers.get('cache-control')).toBe(caching);
    const etag = response.headers.get('etag') ?? '';
    for (const [tags, status] of [
      [etag, 304],
      [`"other", W/${etag}`, 304],
      ['"other"', 200],
    ] as const)
      expect((await fetch(url, { headers: { 'if-none-match': tags } })).status, tags).toBe(status);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  },
);

test('every served version is warmed up at startup', async () => {
  await warmUp(platform, new AbortController().signal);
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const metrics = await (await fetch(`${platform.address}/metrics`, { headers })).text();
  const answered = /count\{method="POST",route="\/developer\/api\/:apiVersion\/graphql",status="200"\} (\d+)/;
  expect(Number(answered.exec(metrics)?.[1])).toBeGreaterThanOrEqual(2);
});

describe('errors', () => {
  test.each([
    ['a syntax error', '{ apiVersion', 'GRAPHQL_VALIDATION_FAILED'],
    ['an unknown field', '{ passwords }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a field of the host panel', '{ installs { id } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an internal field', '{ installByToken(tokenHash: "x") { teamId } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['an empty document', '', 'BAD_USER_INPUT'],
    ['a document that is not a string', { kind: 'Document' }, 'BAD_USER_INPUT'],
    [
      'operations without a name to choose',
      'query A { apiVersion } query B { apiVersion }',
      'BAD_USER_INPUT',
    ],
  ])('%s returns 400', async (_title, query, code) => {
    const { status, data, errors } = await run(query);
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors.map(({ extensions }) => extensions.code)).toContain(code);
  });

  test.each([
    ['Int', 'first', 'many', 400],
    ['DateTime', 'after', 'yesterday', 400],
  ])("a variable that isn't a %s is BAD_USER_INPUT", async (type, name, value, status) => {
    const argument = name === 'first' ? 'first: $value' : 'filter: { updatedSince: $value }';
    const query = `query ($value: ${type}) { tasks(${argument}) { nodes { id } } }`;
    const answer = await run(query, { token: app.token, variables: { value } });
    expect(answer.status).toBe(status);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('an internal failure is INTERNAL_SERVER_ERROR without details', async () => {
    await platform.database.query('ALTER TABLE tasks.task RENAME TO task_gone');
    try {
      const { status, errors, text } = await run('{ task(id: 1) { id } }', { token: app.token });
      expect(status).toBe(200);
      expect(errors).toMatchObject([{ path: ['task'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
      expect(Object.keys(errors[0]?.extensions ?? {})).toEqual(['code']);
      expect(text).not.toMatch(/task_gone|relation|select|\.ts|node_modules/i);
    } finally {
      await platform.database.query('ALTER TABLE tasks.task_gone RENAME TO task');
    }
  });

  test.each([
    ['a batch', 'application/json', '[{"query":"{ apiVersion }"},{"query":"{ apiVersion }"}]', 400],
    ['broken JSON', 'application/json', '{"query":', 400],
    ['an empty body', 'application/json', '', 400],
    ['text that any website could send', 'text/plain', '{"query":"{ apiVersion }"}', 400],
    ['a form', 'application/x-www-form-urlencoded', 'query={apiVersion}', 415],
    ['a large body', 'application/json', JSON.stringify({ query: ' '.repeat(70_000) }), 413],
  ])('a request with %s is refused', async (_title, type, body, status) => {
    const response = await fetch(`${platform.address}/developer/api/2026-01/graphql`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('%s returns 405 with the supported methods', async (method) => {
    const { status, headers } = await fetch(`${platform.address}/developer/api/2026-01/graphql`, { method });
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, POST');
  });

  test("only the platform's own hosts serve the API", async () => {
    const response = await platform.http.inject({
      method: 'POST',
      url: '/developer/api/2026-01/graphql',
      headers: { host: 'lakeside.localhost' },
      payload: { query: '{ apiVersion }' },
    });
    expect(response.statusCode).toBe(404);
  });
});

describe('queries by GET', () => {
  const get = (parameters: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${platform.address}/developer/api/2026-01/graphql?${new URLSearchParams(parameters)}`, {
      headers,
    });
  const token = () => ({ authorization: `Bearer ${app.token}` });

  test('a GET query with variables succeeds', async () => {
    const query = 'query Who($with: Boolean!) { currentApp { name type @include(if: $with) } }';
    const answer = await get({ query, variables: '{"with":false}', operationName: 'Who' }, token());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-platform-api-version')).toBe('2026-01');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toMatchObject({ data: { currentApp: { name: 'Tidy' } } });
  });

  test('a GET mutation returns 405 and changes nothing', async () => {
    const query = 'mutation { taskTransitionStatus(id: 1, status: ASSIGNED) { userErrors { code } } }';
    const answer = await get({ query }, token());
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  test("a request that another site's page could trigger is refused", async () => {
    for (const accept of ['*/*', 'text/html,application/xhtml+xml', 'image/png']) {
      const answer = await get({ query: '{ apiVersion }' }, { accept });
      expect(answer.status, accept).toBe(400);
      expect(await answer.text()).toContain('CSRF');
    }
  });

  test('unmodified urql sends queries by GET and mutations by POST, with and without a token', async () => {
    const methods: string[] = [];
    const watched: typeof fetch = (input, init) => {
      methods.push(init?.method ?? 'GET');
      return fetch(input, init);
    };
    const url = `${platform.address}/developer/api/2026-01/graphql`;
    const client = (headers: Record<string, string>) =>
      new Client({ url, exchanges: [fetchExchange], fetch: watched, fetchOptions: { headers } });
    const mine = client(token());
    expect((await mine.query(WHO, {})).data).toMatchObject({ currentApp: { name: 'Tidy' } });
    expect((await client({}).query(WHO, {})).data).toMatchObject({ currentApp: null });
    const assign =
      'mutation ($id: ID!) { taskTransitionStatus(id: $id, status: ASSIGNED) { userErrors { code } } }';
    const { data, error } = await mine.mutation(assign, { id: '0' });
    expect(error).toBeUndefined();
    expect(data.taskTransitionStatus.userErrors).toHaveLength(1);
    expect(methods).toEqual(['GET', 'GET', 'POST']);
  });
});

describe('an operation by POST', () => {
  const query = 'mutation { taskTransitionStatus(id: 1, status: ASSIGNED) { userErrors { code } } }';
  const post = async (headers: Record<string, string>) => {
    const response = await fetch(`${platform.address}/developer/api/2026-01/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    return { status: response.status, text: await response.text() };
  };

  // A page may set all these headers on a request to another site without a preflight.
  test.each(['text/plain', 'text/plain; application/json', 'application/x-www-form-urlencoded'])(
    "a POST that another site's page sends as %s is refused for any accepted type",
    async (type) => {
      const accept = 'application/graphql-response+json';
      const { status, text } = await post({ accept, 'content-type': type });
      expect(status).toBe(type.startsWith('text') ? 400 : 415);
      if (status === 400) expect(text).toContain('CSRF');
    },
  );

  test('a POST with the content type JSON needs no other header', async () => {
    const { status, text } = await post({ 'content-type': 'application/json' });
    expect(status).toBe(200);
    expect(text).toContain('UNAUTHENTICATED');
  });
});

describe('GraphQL over HTTP', () => {
  test('a request for application/graphql-response+json gets that type', async () => {
    const headers = { accept: 'application/graphql-response+json' };
    const { status, headers: got } = await run('{ apiVersion }', { headers });
    expect(status).toBe(200);
    expect(got.get('content-type')).toMatch(/^application\/graphql-response\+json/);
  });
});

describe('introspection', () => {
  test('introspection is public and costs no points', async () => {
    const { status, data, cost } = await run(getIntrospectionQuery());
    expect(status).toBe(200);
    expect(cost?.requested).toBe(0);
    const names: string[] = data.__schema.types.map(({ name }: { name: string }) => name);
    expect(names).toContain('Task');
    expect(names).not.toContain('CheckoutSession');
    expect(names).not.toContain('Install');
  });

  test('repeating an introspection query returns the same response', async () => {
    const query = 'query ($name: String!) { __type(name: $name) { name fields { name } } }';
    const of = async (name: string) => (await run(query, { variables: { name } })).data.__type?.name;
    expect([await of('Task'), await of('Booking'), await of('Task'), await of('Nothing')]).toEqual([
      'Task',
      'Booking',
      'Task',
      undefined,
    ]);
  });

  test('introspection works next to API fields in one operation', async () => {
    const { data } = await run('{ apiVersion __type(name: "Task") { name } }');
    expect(data).toEqual({ apiVersion: '2026-01', __type: { name: 'Task' } });
  });

  test('excess introspection gets 429 with Retry-After while other queries succeed', async () => {
    const { token } = await installNewApp(platform, developer, {});
    // All at once, so that the bucket doesn't refill on a slow machine.
    const responses = await Promise.all(
      Array.from({ length: 80 }, () => run(getIntrospectionQuery(), { token })),
    );
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(50);
    for (const { headers, errors } of refused) {
      expect(errors).toMatchObject([{ extensions: { code: 'THROTTLED' } }]);
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await run(WHO, { token })).status).toBe(200);
  });
});
