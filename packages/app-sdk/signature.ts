import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers as `fetch`, Express, Fastify or `node:http` hand them over. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook secret, or how to find the one of the team that the request names. */
export type SecretSource =
  | string
  | ((team: string) => string | null | undefined | Promise<string | null | undefined>);

export interface SignedRequest {
  readonly headers: HeadersLike;
  /** The raw body as it arrived: the signature covers these bytes, not what a JSON parser makes of them. */
  readonly body: string | Uint8Array;
  readonly secret: SecretSource;
  /** How far the timestamp may be off; 300 where not given. */
  readonly toleranceSeconds?: number;
  /** The time to compare with, in milliseconds; now where not given. */
  readonly now?: number;
}

export type SignatureErrorCode =
  | 'missing_header'
  | 'timestamp_out_of_range'
  | 'bad_signature'
  | 'unknown_team'
  | 'bad_body';

/** The request is not one of the platform's, or not a fresh one. Answer it with `status` and do nothing else. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly code: SignatureErrorCode;
  /** 400 for a body that is no request of the platform's, else 401. */
  readonly status: 400 | 401;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = code === 'bad_body' ? 400 : 401;
  }
}

/**
 * Proves that the platform sent this body just now and returns it parsed. `teamOf` reads the team's slug from a body that is
 * not proven yet; it is asked only where the secret is looked up. Throws SignatureError.
 */
export async function verifySigned(
  { headers, body, secret, toleranceSeconds = 300, now = Date.now() }: SignedRequest,
  teamOf: (body: unknown) => unknown,
): Promise<unknown> {
  const raw = bytesOf(body);
  const timestamp = freshTimestamp(headers, toleranceSeconds, now);
  const [, given] = /^sha256=([0-9a-f]{64})$/.exec(header(headers, 'X-Platform-Signature')) ?? [];
  const key = typeof secret === 'string' ? secret : await secretOf(secret, teamOf(parse(raw)));
  const expected = createHmac('sha256', key).update(`${timestamp}.`).update(raw).digest();
  if (given === undefined || !timingSafeEqual(Buffer.from(given, 'hex'), expected)) {
    throw new SignatureError(
      'bad_signature',
      'The signature does not fit the body. Is this the secret of that install, and the body untouched?',
    );
  }
  return parse(raw);
}

/**
 * The body of a call to an endpoint, proven; it has this member. Such a body does not name the team, so its slug is in a header. Throws
 * SignatureError.
 */
export async function verifyCall<Body>(request: SignedRequest, member: string): Promise<Body> {
  const body = await verifySigned(request, () => header(request.headers, 'X-Platform-Team'));
  if (typeof body !== 'object' || body === null || !(member in body)) {
    throw new SignatureError('bad_body', `The body has no ${member}.`);
  }
  // The platform signed it, so its shape is the documented one.
  return body as Body;
}

function bytesOf(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError(
    'The raw body is needed, as a string or bytes: verify it before a JSON parser takes it.',
  );
}

function freshTimestamp(headers: HeadersLike, toleranceSeconds: number, now: number): string {
  const timestamp = header(headers, 'X-Platform-Timestamp');
  const offBy = /^\d{1,12}$/.test(timestamp) ? Math.abs(now / 1000 - Number(timestamp)) : Number.NaN;
  if (offBy <= toleranceSeconds) return timestamp;
  const off = Number.isNaN(offBy) ? 'is no number of seconds' : `is ${Math.round(offBy)} s off`;
  throw new SignatureError(
    'timestamp_out_of_range',
    `The timestamp ${off}; at most ${toleranceSeconds} s are accepted. Is the clock of this machine right?`,
  );
}

async function secretOf(lookUp: Exclude<SecretSource, string>, team: unknown): Promise<string> {
  const secret = typeof team === 'string' ? await lookUp(team) : undefined;
  if (secret) return secret;
  throw new SignatureError(
    'unknown_team',
    `No webhook secret is known for the team ${JSON.stringify(team)}.`,
  );
}

/** A header's value. Throws SignatureError where there is none. */
export function header(headers: HeadersLike, name: string): string {
  const value =
    'get' in headers && typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  if (typeof value === 'string' && value !== '') return value;
  throw new SignatureError('missing_header', `The header ${name} is missing.`);
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    throw new SignatureError('bad_body', 'The body is not JSON.');
  }
}
