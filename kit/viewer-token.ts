import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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

/** The one request a token is for: sent elsewhere or with other bytes, it is refused. */
export interface ViewerRequest {
  /** Name of the subgraph that is asked. */
  readonly subgraph: string;
  readonly body: string | Buffer;
}

/** A token is good for 30 s after it was signed, and for clocks that differ by less than that. */
export const VIEWER_LIFETIME_MS = 30_000;

interface Payload extends ViewerClaims {
  readonly subgraph: string;
  /** SHA-256 of the request body, base64url. */
  readonly body: string;
  readonly signedAtMs: number;
}

/** The claims as `payload.signature` (base64url, HMAC-SHA256), for one request to one subgraph (docs/interface/operations.md#processes). */
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
  return `${payload}.${signatureOf(payload, key).toString('base64url')}`;
}

/** A token whose signature is right, and what remains to be checked against the request it came with. */
export interface ReadToken {
  readonly claims: ViewerClaims;
  readonly subgraph: string;
  /** How far the clock that signed is behind the reader's; negative where it is ahead. */
  readonly ageMs: number;
  readonly isFor: (body: string | Buffer) => boolean;
}

/** Reads a token that `signViewer` made under one of the keys; null when it is malformed or changed. */
export function readViewerToken(token: string, keys: readonly Buffer[], now: Date): ReadToken | null {
  const dot = token.indexOf('.');
  if (dot < 0) return null;
  const payload = token.slice(0, dot);
  const given = Buffer.from(token.slice(dot + 1), 'base64url');
  if (!keys.some((key) => equal(given, signatureOf(payload, key)))) return null;
  // The signature states that signViewer wrote this payload, so its shape is known.
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

const digestOf = (body: string | Buffer): string => createHash('sha256').update(body).digest('base64url');

const signatureOf = (payload: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(payload).digest();

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
