import { isDeclaredRedirect } from '#manifest/addresses.ts';
import type { AppBilling } from '#manifest/vocabulary.ts';

/** OAuth steps: the app's request, the host's consent, and the code's exchange for a token. */
export type OauthStep = 'authorize' | 'consent' | 'token';

/** An unverified authorization request; missing parameters are null. */
export interface OauthParameters {
  readonly redirectUri?: string | null;
  readonly responseType?: string | null;
  readonly state?: string | null;
  /** Space-separated scopes. */
  readonly scope?: string | null;
  readonly codeChallenge?: string | null;
  readonly codeChallengeMethod?: string | null;
  /** Names of parameters sent more than once. */
  readonly repeated: readonly string[];
}

/** Input for the checks. */
export interface OauthAttempt {
  /** Null at the token endpoint: the code is bound to the host's consent. */
  readonly parameters: OauthParameters | null;
  /** True at the token endpoint for a code that the store issued to the client. */
  readonly fromStore?: boolean;
  /** App for the client id (with a verified secret at the token endpoint), or null. */
  readonly client: {
    readonly redirectUris: readonly string[];
    readonly scopes: readonly string[];
    readonly billing: AppBilling;
  } | null;
}

/** A failed check: its RFC 6749 error, and a complete, human-readable sentence. */
export interface OauthProblem {
  readonly error: 'invalid_request' | 'invalid_client' | 'unauthorized_client';
  readonly message: string;
}

interface Check {
  readonly at: readonly OauthStep[];
  readonly error: OauthProblem['error'];
  /** Returns why it fails; null if it passes. */
  readonly fails: (
    parameters: OauthParameters,
    client: OauthAttempt['client'],
    at: { readonly step: OauthStep; readonly fromStore: boolean },
  ) => string | null;
}

const REQUEST = ['authorize', 'consent'] as const;
const ALWAYS = [...REQUEST, 'token'] as const;
const S256 = /^[\w-]{43}$/;

/**
 * Every check in order (docs/interface/oauth.md#checks); the token endpoint validates its form before these
 * checks and the code after them.
 */
const CHECKS: Readonly<Record<string, Check>> = {
  repetition: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ repeated }) =>
      repeated.length ? `The request repeats ${repeated.join(', ')}; send each parameter once.` : null,
  },
  client: {
    at: ALWAYS,
    error: 'invalid_client',
    fails: (_, client, { step }) => {
      if (client) return null;
      return step === 'token' ? 'The client_id or client_secret is incorrect.' : 'The client_id is unknown.';
    },
  },
  redirectUri: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ redirectUri }, client) =>
      isDeclaredRedirect(client?.redirectUris ?? [], redirectUri ?? '')
        ? null
        : "The app doesn't declare this redirect_uri, so you weren't redirected.",
  },
  responseType: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ responseType }) => (responseType === 'code' ? null : 'The response_type must be code.'),
  },
  state: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ state }) => (state ? null : 'The state parameter is missing.'),
  },
  scope: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ scope }, client) => {
      const foreign = (scopesOf(scope) ?? []).filter((one) => !client?.scopes.includes(one));
      return foreign.length ? `The app doesn't declare the scope ${foreign.join(', ')}.` : null;
    },
  },
  // Only allows PKCE with S256 (RFC 7636): `plain`, which is also the default for a missing method, protects
  // nothing.
  codeChallenge: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ codeChallenge = null, codeChallengeMethod = null }) => {
      if (codeChallenge === null && codeChallengeMethod === null) return null;
      if (codeChallengeMethod !== 'S256') return 'The code_challenge_method must be S256.';
      return S256.test(codeChallenge ?? '') ? null : "The code_challenge isn't a valid S256 challenge.";
    },
  },
  billing: {
    at: ALWAYS,
    error: 'unauthorized_client',
    fails: (_, client, { fromStore }) =>
      client?.billing === 'platform' && !fromStore
        ? 'A paid app must be installed from the app store.'
        : null,
  },
};

/** Returns the first check that an attempt fails at a step; null if it passes all. */
export function firstProblem(
  step: OauthStep,
  { parameters, client, fromStore = false }: OauthAttempt,
): OauthProblem | null {
  for (const { at, error, fails } of Object.values(CHECKS)) {
    const message = at.includes(step)
      ? fails(parameters ?? { repeated: [] }, client, { step, fromStore })
      : null;
    if (message !== null) return { error, message };
  }
  return null;
}

/**
 * Returns distinct scopes from the space-separated parameter; null if it's missing, which requests all
 * declared scopes.
 */
export function scopesOf(scope: string | null | undefined): readonly string[] | null {
  const scopes = [...new Set((scope ?? '').split(' ').filter(Boolean))];
  return scopes.length ? scopes : null;
}
