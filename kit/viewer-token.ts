import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Viewer } from './viewer.ts';

/** The header in which a caller's identity travels from the gateway to a subgraph in another process. */
export const VIEWER_HEADER = 'x-platform-viewer';

/** What a subgraph must know of a request that the gateway has already authenticated. */
export interface ViewerClaims {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** Network address the request came from, where the adapter passed it on. */
  readonly address?: string | null;
  /** The dated version the caller pinned; null for internal calls. */
  readonly apiVersion: string | null;
}

const LIFETIME_MS = 30_000;

/** The claims as `payload.signature` (base64url, HMAC-SHA256), good for 30 s from `now`. */
export function signViewer(claims: ViewerClaims, key: Buffer, now: Date): string {
  const { viewer, requestId, address = null, apiVersion } = claims;
  const stamped = { viewer, requestId, address, apiVersion, expiresAtMs: now.getTime() + LIFETIME_MS };
  const payload = Buffer.from(JSON.stringify(stamped)).toString('base64url');
  return `${payload}.${signatureOf(payload, key).toString('base64url')}`;
}

/** The claims of a token made by `signViewer` under the same key; null when it is malformed, changed or expired. */
export function readViewerToken(token: string, key: Buffer, now: Date): ViewerClaims | null {
  const dot = token.indexOf('.');
  if (dot < 0) return null;
  const payload = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), 'base64url');
  const expected = signatureOf(payload, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  // The signature says that signViewer wrote this payload, so its shape is known.
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as ViewerClaims & {
    readonly expiresAtMs: number;
  };
  if (claims.expiresAtMs <= now.getTime()) return null;
  const { viewer, requestId, address = null, apiVersion } = claims;
  return { viewer, requestId, address, apiVersion };
}

const signatureOf = (payload: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest();
