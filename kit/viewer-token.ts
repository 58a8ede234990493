import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { Viewer } from './viewer.ts';

/** Header with a caller's identity, sent from the gateway to a subgraph in another process. */
export const VIEWER_HEADER = 'x-platform-viewer';

/** Facts a subgraph needs about a request that the gateway has authenticated. */
export interface ViewerClaims {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** The request's network address, if the adapter passed it on. */
  readonly address?: string | null;
  /** The dated version the caller pinned; null for internal calls. */
  readonly apiVersion: string | null;
}

/** The request that a token was signed for; with any other subgraph or body, the token is refused. */
export interface ViewerRequest {
  /** Name of the requested subgraph. */
  readonly subgraph: string;
  readonly body: string | Buffer;
}

/** A token is valid for 30 s after signing, which also bounds the clock difference. */
export const VIEWER_LIFETIME_MS = 30_000;

interface Payload extends ViewerClaims {
  readonly subgraph: string;
  /** SHA-256 of the request body in base64url. */
  readonly body: string;
  readonly signedAtMs: number;
}

/**
 * Returns the claims as `payload.signature` (base64url, HMAC-SHA256), for one request to one subgraph
 * (docs/interface/operations.md#processes).
 */
export function signViewer(
  claims: ViewerClaims,
  { subgraph, body }: ViewerRequest,
  key: Buffer,
  now: Date,
): string {
  const { viewer, requestId, address = null, apiVersion } = claims;
  const bound = { subgraph, body: digestOf(body), signedAtMs: now.getTime() };
  const payload = Buffer.from(
    JSON.stringify({ viewer, requestId, address, apiVersion, ...bound } satisfies Payload),
  ).toString('base64url');
  return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
}

/** A correctly signed token, with the facts still to be checked against its request. */
export interface ReadToken {
  readonly claims: ViewerClaims;
  readonly subgraph: string;
  /** Milliseconds the signing clock is behind the reader's clock; negative if it's ahead. */
  readonly ageMs: number;
  readonly isFor: (body: string | Buffer) => boolean;
}

/** Reads a token signed by `signViewer` with any of the keys; null if it's malformed or changed. */
export function readViewerToken(token: string, keys: readonly Buffer[], now: Date): ReadToken | null {
  const dot = token.indexOf('.');
  if (dot < 0) return null;
  const payload = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), 'base64url');
  if (!keys.some((key) => equal(given, signatureOf(payload, key)))) return null;
  // The signature proves that signViewer wrote this payload, so its shape is known.
  const { viewer, requestId, address, apiVersion, subgraph, body, signedAtMs } = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as Payload;
  return {
    claims: { viewer, requestId, address: address ?? null, apiVersion },
    subgraph,
    ageMs: now.getTime() - signedAtMs,
    isFor: (received) => digestOf(received) === body,
  };
}

const digestOf = (body: string | Buffer): string => hash('sha256', body, 'base64url');

const signatureOf = (payload: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest();

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
