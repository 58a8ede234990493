import { createHmac, timingSafeEqual } from 'node:crypto';

/** Headers as passed by `fetch`, Express, Fastify or `node:http`. */
export type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A webhook secret, or a function that finds it for the team named in the request. */
export type SecretSource =
  | string
  | ((team: string) => string | null | undefined | Promise<string | null | undefined>);

export interface SignedRequest {
  readonly headers: HeadersLike;
  /** The raw body as received: the signature covers these bytes, not a JSON parser's result. */
  readonly body: string | Uint8Array;
  readonly secret: SecretSource;
  /** Maximum difference of the timestamp from now; defaults to 300. */
  readonly toleranceSeconds?: number;
  /** Time to compare with, in milliseconds; defaults to now. */
  readonly now?: number;
}

export type SignatureErrorCode =
  | 'missing_header'
  | 'timestamp_out_of_range'
  | 'bad_signature'
  | 'unknown_team'
  | 'bad_body';

/** The request isn't from the platform, or isn't recent. Respond with `status` and do no further work. */
export class SignatureError extends Error {
  override readonly name = 'SignatureError';
  readonly code: SignatureErrorCode;
  /** 400 if the body isn't a platform request, otherwise 401. */
  readonly status: 400 | 401;

  constructor(code: SignatureErrorCode, message: string) {
    super(message);
    this.code = code;
    this.status = code === 'bad_body' ? 400 : 401;
  }
}

/**
 * Verifies that the platform sent this body just now and returns the parsed body. `teamOf` reads the team's
 * slug from the unverified body; it's called only to look up the secret. Throws SignatureError.
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
      "The signature doesn't match the body. Check that the secret belongs to this install and that the body is unmodified.",
    );
  }
  return parse(raw);
}

/**
 * Returns the verified body of an endpoint call; the body must have this member. It doesn't name the team, so
 * the team's slug is in a header. Throws SignatureError.
 */
export async function verifyCall<Body>(request: SignedRequest, member: string): Promise<Body> {
  const body = await verifySigned(request, () => header(request.headers, 'X-Platform-Team'));
  if (typeof body !== 'object' || body === null || !(member in body)) {
    throw new SignatureError('bad_body', `The body has no ${member}.`);
  }
  // The platform signed it, so its shape is as documented.
  return body as Body;
}

function bytesOf(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  throw new TypeError("The raw body is required as a string or bytes. Verify it before it's parsed as JSON.");
}

function freshTimestamp(headers: HeadersLike, toleranceSeconds: number, now: number): string {
  const timestamp = header(headers, 'X-Platform-Timestamp');
  const offBy = /^\d{1,12}$/.test(timestamp) ? Math.abs(now / 1000 - Number(timestamp)) : Number.NaN;
  if (offBy <= toleranceSeconds) return timestamp;
  const off = Number.isNaN(offBy) ? "isn't a number of seconds" : `is ${Math.round(offBy)} s off`;
  throw new SignatureError(
    'timestamp_out_of_range',
    `The timestamp ${off}, but at most ${toleranceSeconds} s is accepted. Check this machine's clock.`,
  );
}

async function secretOf(lookUp: Exclude<SecretSource, string>, team: unknown): Promise<string> {
  const secret = typeof team === 'string' ? await lookUp(team) : undefined;
  if (secret) return secret;
  throw new SignatureError(
    'unknown_team',
    `There is no webhook secret for the team ${JSON.stringify(team)}.`,
  );
}

/** Returns a header's value. Throws SignatureError if it's missing. */
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
    throw new SignatureError('bad_body', "The body isn't JSON.");
  }
}
