import { timingSafeEqual } from 'node:crypto';

/** The browser's request to the app's redirect URI, and the state that the app expects. */
export interface CallbackOptions {
  /** The request's full address or its path, with the query. */
  readonly url: string | URL;
  /** `state` that the app sent this browser to the consent page with; null if it didn't. */
  readonly state: string | null | undefined;
  /** The platform's authorization server, e.g. `https://panel.example.com`; `iss` must match if it's set. */
  readonly issuer?: string;
}

/** A code for the app to exchange. */
export interface Callback {
  readonly code: string;
  /**
   * `consent` if this browser started at the app. `store` if the host installed the app in the app store:
   * exchange the code without a verifier, and don't link the team to anyone's account without asking them.
   */
  readonly source: 'consent' | 'store';
}

export type CallbackErrorCode = 'access_denied' | 'wrong_state' | 'wrong_issuer' | 'missing_code';

/** The request can't be trusted, or the host denied access. Offer to connect again. */
export class CallbackError extends Error {
  override readonly name = 'CallbackError';
  /** HTTP status for the response to the browser. */
  readonly status = 400;
  readonly code: CallbackErrorCode;

  constructor(code: CallbackErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Only the app store's codes start with this. */
const STORE_CODE = 'platform_store_';

/**
 * Reads the code from a request to the app's redirect URI. Accepts a request without `state` only if its code is
 * from the app store; any other must have the expected `state`. Throws CallbackError.
 */
export function readCallback({ url, state, issuer }: CallbackOptions): Callback {
  const query = new URL(url, 'https://app.invalid').searchParams;
  const code = query.get('code') ?? '';
  const sent = query.get('state');
  const fromStore = code.startsWith(STORE_CODE);
  if (fromStore ? sent !== null : !state || !equal(sent ?? '', state)) {
    throw new CallbackError(
      'wrong_state',
      "This connection didn't start in this browser, or it took too long.",
    );
  }
  if (issuer !== undefined && query.get('iss') !== issuer) {
    throw new CallbackError('wrong_issuer', 'The request is from another authorization server.');
  }
  if (query.get('error')) throw new CallbackError('access_denied', "The host didn't allow the app.");
  if (!code) throw new CallbackError('missing_code', 'The request has no code.');
  return { code, source: fromStore ? 'store' : 'consent' };
}

/** A code from the redirect URI, and the app that exchanges it. */
export interface ExchangeOptions {
  /** The platform's authorization server, e.g. `https://panel.example.com`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly code: string;
  /** Redirect URI that received the code. */
  readonly redirectUri: string;
  /** PKCE verifier; omitted for a code from the app store. */
  readonly codeVerifier?: string | undefined;
  /** Longest wait for the response; 10,000 by default. */
  readonly timeoutMs?: number;
}

/** A team's new token, which replaces its earlier one if the code is from the app store. */
export interface Exchanged {
  readonly token: string;
  readonly webhookSecret: string;
}

/** The code couldn't be exchanged. Offer to connect again. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  /** HTTP status for the response to the browser. */
  readonly status = 502;
  /** OAuth error code, such as `invalid_grant`; null if the platform returned none. */
  readonly code: string | null;

  constructor(code: string | null, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Exchanges a code for the team's token and webhook secret (RFC 6749 section 4.1.3). Throws ExchangeError. */
export async function exchangeCode({
  issuer,
  clientId,
  clientSecret,
  code,
  redirectUri,
  codeVerifier,
  timeoutMs = 10_000,
}: ExchangeOptions): Promise<Exchanged> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
    code,
    ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
  });
  const init = { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) };
  const answer = await fetch(new URL('/oauth/token', issuer), init)
    .then((response) => response.json() as Promise<TokenAnswer | null>)
    .catch((cause: unknown) => {
      throw new ExchangeError(null, "The platform can't be reached. Try again later.", cause);
    });
  const { access_token: token, webhook_secret: webhookSecret, error = null } = answer ?? {};
  if (token && webhookSecret) return { token, webhookSecret };
  const reason = error ? `${error}: ${answer?.error_description}` : 'no token.';
  throw new ExchangeError(error, `The platform returned ${reason}`);
}

interface TokenAnswer {
  readonly access_token?: string;
  readonly webhook_secret?: string;
  readonly error?: string;
  readonly error_description?: string;
}

const equal = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
};
