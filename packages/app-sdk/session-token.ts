import { errors, type JWTPayload, jwtVerify } from 'jose';

/** The person who opened the embedded page, and their team. */
export interface SessionClaims {
  readonly iss: 'platform';
  /** The app's `client_id`. */
  readonly aud: string;
  readonly team_id: number;
  /** The panel user's id. */
  readonly user_id: number;
  readonly install_id: number;
  /** Unix seconds. */
  readonly iat: number;
  /** Unix seconds, five minutes after `iat`. */
  readonly exp: number;
}

/**
 * The page and storefront that show the app's frame. It doesn't identify a guest: everyone who opens the page
 * has the same token.
 */
export interface FrameClaims {
  readonly iss: 'platform';
  /** The app's `client_id`. */
  readonly aud: string;
  readonly kind: 'storefront';
  readonly install_id: number;
  /** The storefront's id. */
  readonly storefront: string;
  /** The placement's id, as in webhooks. */
  readonly placement: string;
  readonly page: 'home' | 'stay' | 'request' | 'booking';
  /** The unit type's id; null if the page isn't about a unit type. */
  readonly unit_type_id: string | null;
  /** `en`, `de`, `fr`, `es`, `it` or `nl`. */
  readonly locale: string;
  /** The page's origin, to which the frame posts its messages. */
  readonly origin: string;
  /**
   * The host's settings for this placement, or the defaults, as text by key; never a secret. Null if they
   * exceed 2 KB; in that case, read them with the client's `settings`.
   */
  readonly settings: Readonly<Record<string, string | null>> | null;
  /** Increases with every change to the install's settings. */
  readonly settings_version: number;
  /** Unix seconds. */
  readonly iat: number;
  /** Unix seconds, five minutes after `iat`. */
  readonly exp: number;
}

export type SessionTokenErrorCode =
  | 'malformed'
  | 'bad_signature'
  | 'expired'
  | 'wrong_audience'
  | 'wrong_issuer'
  | 'bad_claims';

/** The token doesn't grant access. Show that the session has ended and offer a reload, which gets a new token. */
export class SessionTokenError extends Error {
  override readonly name = 'SessionTokenError';
  readonly code: SessionTokenErrorCode;

  constructor(code: SessionTokenErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface SessionTokenOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Maximum clock difference from this machine, in either direction; defaults to 0. */
  readonly clockToleranceSeconds?: number;
}

/**
 * Verifies an embedded page's token, from `?session=` or from the bridge, and returns its claims: HS256 with
 * the app's client secret, then `exp`, then `aud`. Throws SessionTokenError.
 */
export async function verifySessionToken(
  token: string,
  { clientId, clientSecret, clockToleranceSeconds = 0 }: SessionTokenOptions,
): Promise<SessionClaims> {
  const claims = await forApp(token, { clientId, clientSecret, clockToleranceSeconds });
  if (isSession(claims)) return claims;
  throw new SessionTokenError('bad_claims', 'The token is missing a session token claim.');
}

/**
 * Verifies a frame's token on a storefront page, from `?session=` or from `platform:token`, and returns its
 * claims. Makes the same checks as `verifySessionToken`; each function rejects the other's tokens. Throws
 * SessionTokenError.
 */
export async function verifyFrameToken(token: string, options: SessionTokenOptions): Promise<FrameClaims> {
  const claims = await forApp(token, options);
  if (isFrame(claims)) return claims;
  throw new SessionTokenError('bad_claims', 'The token is missing a frame token claim.');
}

/** Returns the claims from a token issued for the app. */
async function forApp(
  token: string,
  { clientId, clientSecret, clockToleranceSeconds = 0 }: SessionTokenOptions,
): Promise<JWTPayload> {
  const claims = await proven(token, clientSecret, clockToleranceSeconds);
  if (claims.aud !== clientId) throw new SessionTokenError('wrong_audience', 'The token is for another app.');
  if (claims.iss !== 'platform')
    throw new SessionTokenError('wrong_issuer', 'The token is from another issuer.');
  return claims;
}

async function proven(token: string, secret: string, clockTolerance: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance,
    });
    return payload;
  } catch (cause) {
    const [code, message] = reasonOf(cause);
    throw new SessionTokenError(code, message, { cause });
  }
}

function reasonOf(error: unknown): readonly [SessionTokenErrorCode, string] {
  if (error instanceof errors.JWTExpired) return ['expired', 'The token has expired.'];
  if (error instanceof errors.JWTClaimValidationFailed) return ['bad_claims', error.message];
  const forged =
    error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JOSEAlgNotAllowed;
  if (forged) return ['bad_signature', "The token isn't signed with this app's secret."];
  return ['malformed', "This isn't a session token."];
}

const isSession = (claims: JWTPayload): claims is JWTPayload & SessionClaims =>
  ['team_id', 'user_id', 'install_id', 'iat'].every((name) => Number.isSafeInteger(claims[name]));

const isFrame = (claims: JWTPayload): claims is JWTPayload & FrameClaims =>
  claims.kind === 'storefront' &&
  ['install_id', 'settings_version', 'iat'].every((name) => Number.isSafeInteger(claims[name])) &&
  typeof claims.settings === 'object' &&
  ['storefront', 'placement', 'page', 'locale', 'origin'].every((name) => typeof claims[name] === 'string');
