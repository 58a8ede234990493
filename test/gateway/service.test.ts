import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVault } from '#kit/secrets.ts';
import type { Viewer } from '#kit/viewer.ts';
import { signViewer, VIEWER_HEADER } from '#kit/viewer-token.ts';
import { viewerKeysOf } from '#server/supergraph.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';

describe('a subgraph as its own service', () => {
  let service: TestPlatform;
  beforeAll(async () => {
    service = await startPlatform({ ROLE: 'subgraph:apps', SUBGRAPHS: 'local' });
  });
  afterAll(() => service.close());

  const ask = async (query: string, token?: string) => {
    const response = await fetch(`${service.address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { [VIEWER_HEADER]: token } : {}) },
      body: JSON.stringify({ query }),
    });
    return { status: response.status, body: await response.json() };
  };
  const tokenOf = (viewer: Viewer, at = new Date(), key = viewerKeysOf(openVault(TEST_SECRET_KEY))[0]) =>
    signViewer({ viewer, requestId: 'test', apiVersion: '2026-01' }, key, at);

  test('answers a viewer whom the gateway signed', async () => {
    expect(await ask('{ apiVersion }', tokenOf({ kind: 'public' }))).toEqual({
      status: 200,
      body: { data: { apiVersion: '2026-01' } },
    });
  });

  test.each([
    ['no header', undefined],
    ['another key', tokenOf({ kind: 'platform' }, new Date(), Buffer.alloc(32))],
    ['an old token', tokenOf({ kind: 'platform' }, new Date(Date.now() - 60_000))],
    ['a changed token', `x${tokenOf({ kind: 'platform' })}`],
  ])('refuses %s with 401, entities included', async (_case, token) => {
    for (const query of [
      '{ apiVersion }',
      '{ _service { sdl } }',
      '{ _entities(representations: []) { __typename } }',
    ]) {
      expect(await ask(query, token)).toMatchObject({ status: 401 });
    }
  });
});
