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

const asked = { subgraph: 'tasks', body: '{"query":"{ tasks { id } }"}' };
const read = (token: string, at = now) => readViewerToken(token, [key], at);

test('a token identifies the caller, request and version', () => {
  expect(read(signViewer(claims, asked, key, now))?.claims).toEqual({ ...claims, address: null });
});

test('a token contains its signing time', () => {
  const token = signViewer(claims, asked, key, now);
  expect(read(token, after(30_000))?.ageMs).toBe(30_000);
  expect(read(token, after(-5_000))?.ageMs).toBe(-5_000);
});

test('a token is valid for one subgraph and one body', () => {
  const token = read(signViewer(claims, asked, key, now));
  expect(token?.subgraph).toBe('tasks');
  expect(token?.isFor(Buffer.from(asked.body))).toBe(true);
  for (const body of ['', `${asked.body} `, '{"query":"{ apiVersion }"}'])
    expect(token?.isFor(body)).toBe(false);
});

test('a token signed with an older key is accepted', () => {
  const token = signViewer(claims, asked, key, now);
  expect(readViewerToken(token, [randomBytes(32), key], now)?.claims.requestId).toBe('request-1');
});

test('a token signed with another key is refused', () => {
  expect(read(signViewer(claims, asked, randomBytes(32), now))).toBeNull();
});

test('a token with a changed payload is refused', () => {
  const [, signature] = signViewer(claims, asked, key, now).split('.');
  const forged = { ...claims, viewer: { kind: 'platform' }, signedAtMs: after(1_000_000).getTime() };
  const payload = Buffer.from(JSON.stringify(forged)).toString('base64url');
  expect(read(`${payload}.${signature}`)).toBeNull();
});

test.each(['', '.', 'x', 'x.y', '..', `${'a'.repeat(10_000)}.b`])("%j isn't a token", (text) => {
  expect(read(text)).toBeNull();
});
