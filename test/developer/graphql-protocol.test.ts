import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { warmUp } from '#server/warm-up.ts';
import { ask, type Developer, type InstalledApp, installNewApp, newDeveloper } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
let developer: Developer;
let app: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform();
  developer = await newDeveloper(platform);
  app = await installNewApp(platform, developer, {});
});
afterAll(() => platform.close());

const run = (query: unknown, request = {}) => graphql(platform.address, query, request);
const WHO = '{ apiVersion currentApp { name type } }';

describe('who asks', () => {
  test('a runtime token is its app', async () => {
    const { status, data } = await run(WHO, { token: app.token });
    expect(status).toBe(200);
    expect(data).toEqual({ apiVersion: '2026-01', currentApp: { name: 'Tidy', type: 'remote' } });
  });

  test.each([
    ['no token', undefined],
    ['an unknown token', 'platform_app_nobody'],
    ['something else', 'x'.repeat(5_000)],
  ])('%s is answered as nobody, never refused', async (_title, token) => {
    const { status, data, errors } = await run(WHO, token === undefined ? {} : { token });
    expect({ status, data, errors }).toEqual({
      status: 200,
      data: { apiVersion: '2026-01', currentApp: null },
      errors: [],
    });
  });

  test('nobody gets UNAUTHENTICATED from a field that needs an install, and the rest of the answer', async () => {
    const { status, data, errors } = await run('{ apiVersion task(id: 1) { id } }');
    expect(status).toBe(200);
    expect(data).toEqual({ apiVersion: '2026-01', task: null });
    expect(errors).toMatchObject([{ path: ['task'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });

  test('an install without the scope gets ACCESS_DENIED and the scope it lacks', async () => {
    const poor = await installNewApp(platform, developer, { scopes: ['read_bookings'], capabilities: [] });
    const { errors } = await run('{ task(id: 1) { id } }', { token: poor.token });
    expect(errors[0]?.extensions).toEqual({ code: 'ACCESS_DENIED', requiredScope: 'read_tasks' });
  });

  test('an uninstalled app is nobody at once', async () => {
    const gone = await installNewApp(platform, developer, {});
    await ask(
      platform,
      developer.viewer,
      'mutation($slug: String!, $team: String) { appUninstall(slug: $slug, team: $team) { userErrors { message } } }',
      { slug: gone.slug, team: developer.team },
    );
    const { data } = await run(WHO, { token: gone.token });
    expect(data.currentApp).toBeNull();
  });
});

describe('versions', () => {
  test('every answer names the version and the request', async () => {
    const first = await run('{ apiVersion }');
    const broken = await run('{');
    for (const { headers } of [first, broken]) {
      expect(headers.get('x-platform-api-version')).toBe('2026-01');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('deprecation')).toBeNull();
    }
    expect(first.headers.get('x-request-id')).not.toBe(broken.headers.get('x-request-id'));
  });

  test('unstable is a version; an unknown one is 404 with the supported list', async () => {
    expect((await run('{ apiVersion }', { version: 'unstable' })).data).toEqual({ apiVersion: 'unstable' });
    for (const version of ['2025-01', 'internal', 'host', 'constructor']) {
      const { status, errors } = await run('{ apiVersion }', { version });
      expect(status).toBe(404);
      expect(errors[0]?.extensions.supportedVersions).toEqual(['2026-01', '2026-10', 'unstable']);
    }
  });
});

test('the start asks every served version one question, so that nobody waits for what is made on first use', async () => {
  await warmUp(platform);
  const metrics = await (await fetch(`${platform.address}/metrics`)).text();
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
    ['a document that is no text', { kind: 'Document' }, 'BAD_USER_INPUT'],
    [
      'operations without a name to choose',
      'query A { apiVersion } query B { apiVersion }',
      'BAD_USER_INPUT',
    ],
  ])('%s is 400', async (_title, query, code) => {
    const { status, data, errors } = await run(query);
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors.map(({ extensions }) => extensions.code)).toContain(code);
  });

  test.each([
    ['Int', 'first', 'many', 400],
    ['DateTime', 'after', 'yesterday', 200],
  ])('a variable that is no %s is BAD_USER_INPUT', async (type, name, value, status) => {
    const argument = name === 'first' ? 'first: $value' : 'filter: { updatedSince: $value }';
    const query = `query ($value: ${type}) { tasks(${argument}) { nodes { id } } }`;
    const answer = await run(query, { token: app.token, variables: { value } });
    expect(answer.status).toBe(status);
    expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('what broke on our side is INTERNAL_SERVER_ERROR and nothing about it', async () => {
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
  ])('%s is refused', async (_title, type, body, status) => {
    const response = await fetch(`${platform.address}/developer/api/2026-01/graphql`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] });
  });

  test('only POST is served, and only under the platform’s own hosts', async () => {
    const get = await fetch(`${platform.address}/developer/api/2026-01/graphql?query={apiVersion}`);
    expect(get.status).toBe(405);
    expect(get.headers.get('allow')).toBe('POST');
    const response = await platform.http.inject({
      method: 'POST',
      url: '/developer/api/2026-01/graphql',
      headers: { host: 'lakeside.localhost' },
      payload: { query: '{ apiVersion }' },
    });
    expect(response.statusCode).toBe(404);
  });
});

describe('GraphQL over HTTP', () => {
  test('application/graphql-response+json is answered in kind', async () => {
    const headers = { accept: 'application/graphql-response+json' };
    const { status, headers: got } = await run('{ apiVersion }', { headers });
    expect(status).toBe(200);
    expect(got.get('content-type')).toMatch(/^application\/graphql-response\+json/);
  });

  const audits = serverAudits({ url: () => `${platform.address}/developer/api/2026-01/graphql` });
  test.each(audits.map((audit) => [audit.name, audit] as const))('audit: %s', async (_name, audit) => {
    const result = await audit.fn();
    expect(result.status === 'error' ? result.reason : null).toBeNull();
  });
});

describe('introspection', () => {
  test('is open, free, and shows only this view', async () => {
    const { status, data, cost } = await run(getIntrospectionQuery());
    expect(status).toBe(200);
    expect(cost?.requested).toBe(0);
    const names: string[] = data.__schema.types.map(({ name }: { name: string }) => name);
    expect(names).toContain('Task');
    expect(names).not.toContain('CheckoutSession');
    expect(names).not.toContain('Install');
  });
});
