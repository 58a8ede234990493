import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Viewer } from '#kit/viewer.ts';
import { readViewerToken, signViewer, type ViewerClaims } from '#kit/viewer-token.ts';

const key = randomBytes(32);
const now = new Date('2026-01-31T09:30:00Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const viewer: Viewer = {
  kind: 'app',
  installId: 7,
  appId: 3,
  appSlug: 'cleaning',
  teamId: 2,
  scopes: ['read_tasks'],
  capabilities: [],
};
const claims: ViewerClaims = { viewer, requestId: 'request-1', apiVersion: '2026-01' };

test('a token says who asks, under which request and version', () => {
  expect(readViewerToken(signViewer(claims, key, now), key, after(29_999))).toEqual(claims);
});

test('a token is no good 30 seconds later', () => {
  expect(readViewerToken(signViewer(claims, key, now), key, after(30_000))).toBeNull();
});

test('a token signed under another key is no good', () => {
  expect(readViewerToken(signViewer(claims, randomBytes(32), now), key, now)).toBeNull();
});

test('a token whose payload was changed is no good', () => {
  const [, signature] = signViewer(claims, key, now).split('.');
  const forged = { ...claims, viewer: { kind: 'platform' }, expiresAtMs: after(1_000_000).getTime() };
  const payload = Buffer.from(JSON.stringify(forged)).toString('base64url');
  expect(readViewerToken(`${payload}.${signature}`, key, now)).toBeNull();
});

test.each(['', '.', 'x', 'x.y', '..', `${'a'.repeat(10_000)}.b`])('%j is no token', (text) => {
  expect(readViewerToken(text, key, now)).toBeNull();
});
