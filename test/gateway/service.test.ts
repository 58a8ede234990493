import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVault } from '#kit/secrets.ts';
import type { Viewer } from '#kit/viewer.ts';
import { signViewer, VIEWER_HEADER } from '#kit/viewer-token.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { viewerKeysOf } from '#server/supergraph.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';

const PLATFORM: Viewer = { kind: 'platform' };

describe('a subgraph as its own service', () => {
  let service: TestPlatform;
  beforeAll(async () => {
    service = await startPlatform({ ROLE: 'subgraph:apps', SUBGRAPHS: 'local' });
  });
  afterAll(() => service.close());

  const send = async (body: string, token?: string, type = 'application/json') => {
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': type, ...(token ? { [VIEWER_HEADER]: token } : {}) },
      body,
    });
    const answer = (await response.json()) as { readonly data?: unknown; readonly errors?: readonly Error[] };
    return { status: response.status, answer };
  };
  const key = viewerKeysOf(openVault(TEST_SECRET_KEY))[0];
  const sign = (body: string, { subgraph = 'apps', at = new Date(), under = key } = {}) =>
    signViewer({ viewer: PLATFORM, requestId: 'test', apiVersion: '2026-01' }, { subgraph, body }, under, at);
  const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

  test('a subgraph service accepts a viewer signed by the gateway', async () => {
    const body = JSON.stringify({ query: '{ apiVersion }' });
    expect(await send(body, sign(body))).toEqual({
      status: 200,
      answer: { data: { apiVersion: '2026-01' } },
    });
  });

  test.each<[string, object]>([
    ['a query', { query: '{ __typename apiVersion }' }],
    [
      'entities',
      {
        query: 'query ($of: [_Any!]!) { _entities(representations: $of) { __typename } }',
        variables: { of: [] },
      },
    ],
    [
      'one of two operations',
      { query: 'query a { apiVersion } query b { b: apiVersion }', operationName: 'b' },
    ],
    ['introspection', { query: '{ __schema { queryType { name } } _service { sdl } }' }],
    ['an unknown field', { query: '{ nothing }' }],
    ['a syntax error', { query: '{' }],
  ])('a subgraph service returns the same response each time it receives %s', async (_what, request) => {
    const body = JSON.stringify(request);
    const first = await send(body, sign(body));
    for (let again = 0; again < 3; again++) expect(await send(body, sign(body))).toEqual(first);
  });

  test('a repeated query is run for its own viewer and version', async () => {
    const body = JSON.stringify({ query: '{ version: apiVersion }' });
    const versionFor = async (apiVersion: string | null) => {
      const token = signViewer(
        { viewer: PLATFORM, requestId: 'test', apiVersion },
        { subgraph: 'apps', body },
        key,
        new Date(),
      );
      return (await send(body, token)).answer.data;
    };
    for (const version of ['2026-01', '2027-01', 'unstable', '2026-01'])
      expect(await versionFor(version)).toEqual({ version });
  });

  test.each<[string, (body: string) => string | undefined]>([
    ['no header', () => undefined],
    ['another key', (body) => sign(body, { under: Buffer.alloc(32) })],
    ['an old token', (body) => sign(body, { at: secondsFromNow(-60) })],
    ['a token of the future', (body) => sign(body, { at: secondsFromNow(60) })],
    ['a changed token', (body) => `x${sign(body)}`],
    ['a token of a request to another subgraph', (body) => sign(body, { subgraph: 'catalog' })],
    ['a token of a request with another body', () => sign('{"query":"{ apiVersion }"}')],
    ['a token of a request without a body', () => sign('')],
  ])('refuses %s with 401, entities included', async (_case, tokenFor) => {
    for (const query of [
      '{ __typename apiVersion }',
      '{ _service { sdl } }',
      '{ _entities(representations: []) { __typename } }',
    ]) {
      const body = JSON.stringify({ query });
      expect(await send(body, tokenFor(body))).toMatchObject({ status: 401 });
    }
  });

  test("a subgraph service refuses a JSON POST's token with GET or another content type", async () => {
    const query = '{ apiVersion }';
    const headers = { [VIEWER_HEADER]: sign('') };
    const url = `${service.address}/graphql?${new URLSearchParams({ query })}`;
    expect((await fetch(url, { headers })).status).toBe(401);
    expect(await send(query, sign(query), 'application/graphql')).toMatchObject({ status: 401 });
  });

  test('a subgraph service reports the clock difference when it refuses a token for its time', async () => {
    const { answer } = await send('{}', sign('{}', { at: secondsFromNow(-60) }));
    expect(answer.errors?.[0]?.message).toBe('The request was signed 60 s ago.');
  });
});

describe('a gateway whose subgraph has another time', () => {
  let gateway: TestPlatform;
  let skewMs = 0;
  // The test can't set another machine's clock, so a server that sends its Date replaces it.
  const other = createServer((_request, response) => {
    response.writeHead(401, { date: new Date(Date.now() + skewMs).toUTCString() }).end();
  });
  beforeAll(async () => {
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const urls = SUBGRAPH_NAMES.map((name) => [`SUBGRAPH_URL_${name.toUpperCase()}`, 'http://127.0.0.1:9']);
    gateway = await startPlatform({
      ...Object.fromEntries(urls),
      ROLE: 'gateway',
      SUBGRAPHS: 'remote',
      SUBGRAPH_URL_TASKS: `http://127.0.0.1:${port}`,
    });
  });
  afterAll(async () => {
    await gateway.close();
    other.close();
  });

  const readiness = async () => {
    const response = await fetch(`${gateway.address}/readyz`);
    return { status: response.status, body: await response.json() };
  };

  test("a gateway is ready if its subgraph's clock differs slightly", async () => {
    skewMs = -5_000;
    expect(await readiness()).toEqual({ status: 200, body: { status: 'ready' } });
  });

  test.each([-45_000, 45_000])('a gateway reports a difference of %d ms in readiness', async (ms) => {
    skewMs = ms;
    expect(await readiness()).toEqual({
      status: 503,
      body: {
        status: 'unavailable',
        failing: ['clocks'],
        reasons: [expect.stringMatching(/^The clock of the subgraph "tasks" differs by 4[4-6] s\.$/)],
      },
    });
  });
});
