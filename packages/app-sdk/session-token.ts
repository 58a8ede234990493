import { errors, type JWTPayload, jwtVerify } from 'jose';

/** Who opened the embedded page, for which team. */
export interface SessionClaims {
  readonly iss: 'platform';
  /** The app's `client_id`. */
  readonly aud: string;
  readonly team_id: number;
  /** The user of the panel. */
  readonly user_id: number;
  readonly install_id: number;
  /** Unix seconds. */
  readonly iat: number;
  /** Unix seconds, five minutes after `iat`. */
  readonly exp: number;
}

/** On which page of which storefront a frame of the app is. It names no guest: everyone who opens the page has the same token. */
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
  /** Null where the page is of none. */
  readonly unit_type_id: string | null;
  /** `en` or `de`. */
  readonly locale: string;
  /** Origin of the page: whom the frame posts messages to. */
  readonly origin: string;
  /**
   * What the host set for this placement, or the default, as text by key; never a secret. Null where it is more than 2 KB: read it with the
   * client's `settings` then.
   */
  readonly settings: Readonly<Record<string, string | null>> | null;
  /** Increases with every change of the install's settings. */
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

/** The token does not let anyone in. Show that the session is over and offer a reload, which brings a fresh token. */
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
  /** How far this machine's clock may be behind or ahead; 0 where not given. */
  readonly clockToleranceSeconds?: number;
}

/**
 * Verifies the token of an embedded page, from `?session=` or from the bridge, and returns its claims: HS256 with the app's
 * client secret, then `exp`, then `aud`. Throws SessionTokenError.
 */
export async function verifySessionToken(
  token: string,
  { clientId, clientSecret, clockToleranceSeconds = 0 }: SessionTokenOptions,
): Promise<SessionClaims> {
  const claims = await forApp(token, { clientId, clientSecret, clockToleranceSeconds });
  if (isSession(claims)) return claims;
  throw new SessionTokenError('bad_claims', 'The token lacks a claim of a session token.');
}

/**
 * Verifies the token of a frame on a storefront's page, from `?session=` or from `platform:token`, and returns its claims: as
 * `verifySessionToken` does, and no token of one kind passes for the other. Throws SessionTokenError.
 */
export async function verifyFrameToken(token: string, options: SessionTokenOptions): Promise<FrameClaims> {
  const claims = await forApp(token, options);
  if (isFrame(claims)) return claims;
  throw new SessionTokenError('bad_claims', 'The token lacks a claim of a frame’s token.');
}

/** What a token says that was made for the app. */
async function forApp(
  token: string,
  { clientId, clientSecret, clockToleranceSeconds = 0 }: SessionTokenOptions,
): Promise<JWTPayload> {
  const claims = await proven(token, clientSecret, clockToleranceSeconds);
  if (claims.aud !== clientId) throw new SessionTokenError('wrong_audience', 'The token is for another app.');
  if (claims.iss !== 'platform')
    throw new SessionTokenError('wrong_issuer', 'Another issuer made the token.');
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
  if (forged) return ['bad_signature', 'The token is not signed with the secret of this app.'];
  return ['malformed', 'This is no session token.'];
}

const isSession = (claims: JWTPayload): claims is JWTPayload & SessionClaims =>
  ['team_id', 'user_id', 'install_id', 'iat'].every((name) => Number.isSafeInteger(claims[name]));

const isFrame = (claims: JWTPayload): claims is JWTPayload & FrameClaims =>
  claims.kind === 'storefront' &&
  ['install_id', 'settings_version', 'iat'].every((name) => Number.isSafeInteger(claims[name])) &&
  typeof claims.settings === 'object' &&
  ['storefront', 'placement', 'page', 'locale', 'origin'].every((name) => typeof claims[name] === 'string');
