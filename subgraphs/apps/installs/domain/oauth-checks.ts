import { isDeclaredRedirect } from '#manifest/addresses.ts';
import type { AppBilling } from '#manifest/vocabulary.ts';

/** Where an app and a host meet: the app's request, the host's consent to it, and the code's exchange for a token. */
export type OauthStep = 'authorize' | 'consent' | 'token';

/** An authorization request before it is trusted; null is what was left out. */
export interface OauthParameters {
  readonly redirectUri?: string | null;
  readonly responseType?: string | null;
  readonly state?: string | null;
  /** Scopes separated by spaces. */
  readonly scope?: string | null;
  readonly codeChallenge?: string | null;
  readonly codeChallengeMethod?: string | null;
  /** Names of parameters that came more than once. */
  readonly repeated: readonly string[];
}

/** What the checks look at. */
export interface OauthAttempt {
  /** None at the token endpoint: the code is bound to what was agreed to. */
  readonly parameters: OauthParameters | null;
  /** The app of the client id, at the token endpoint with the secret that it proved; null if there is none. */
  readonly client: {
    readonly redirectUris: readonly string[];
    readonly scopes: readonly string[];
    readonly billing: AppBilling;
  } | null;
}

/** A failed check: the error of RFC 6749, and a whole sentence for a person. */
export interface OauthProblem {
  readonly error: 'invalid_request' | 'invalid_client' | 'unauthorized_client';
  readonly message: string;
}

interface Check {
  readonly at: readonly OauthStep[];
  readonly error: OauthProblem['error'];
  /** Why it fails; null if it passes. */
  readonly fails: (
    parameters: OauthParameters,
    client: OauthAttempt['client'],
    step: OauthStep,
  ) => string | null;
}

const REQUEST = ['authorize', 'consent'] as const;
const ALWAYS = [...REQUEST, 'token'] as const;
const S256 = /^[\w-]{43}$/;

/** Every check in its order (docs/interface/oauth.md#checks); the token endpoint reads its form before and judges the code after. */
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
    fails: (_, client, step) => {
      if (client) return null;
      return step === 'token'
        ? 'The client_id or client_secret is incorrect.'
        : 'The client_id is unknown, or no version of the app is live.';
    },
  },
  redirectUri: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ redirectUri }, client) =>
      isDeclaredRedirect(client?.redirectUris ?? [], redirectUri ?? '')
        ? null
        : 'The redirect_uri is not declared by the app, so you are not redirected.',
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
      return foreign.length ? `The app does not declare the scope ${foreign.join(', ')}.` : null;
    },
  },
  // PKCE is S256 where it is used (RFC 7636): `plain`, also as the default of a missing method, protects nothing.
  codeChallenge: {
    at: REQUEST,
    error: 'invalid_request',
    fails: ({ codeChallenge = null, codeChallengeMethod = null }) => {
      if (codeChallenge === null && codeChallengeMethod === null) return null;
      if (codeChallengeMethod !== 'S256') return 'The code_challenge_method must be S256.';
      return S256.test(codeChallenge ?? '') ? null : 'The code_challenge is not a valid S256 challenge.';
    },
  },
  billing: {
    at: ALWAYS,
    error: 'unauthorized_client',
    fails: (_, client) =>
      client?.billing === 'platform' ? 'A paid app is installed from the app store.' : null,
  },
};

/** The first check that an attempt fails at a step; null if it passes all of them. */
export function firstProblem(step: OauthStep, { parameters, client }: OauthAttempt): OauthProblem | null {
  for (const { at, error, fails } of Object.values(CHECKS)) {
    const message = at.includes(step) ? fails(parameters ?? { repeated: [] }, client, step) : null;
    if (message !== null) return { error, message };
  }
  return null;
}

/** Scopes of the space-separated parameter, each once; null if it is left out, which asks for all declared ones. */
export function scopesOf(scope: string | null | undefined): readonly string[] | null {
  const scopes = [...new Set((scope ?? '').split(' ').filter(Boolean))];
  return scopes.length ? scopes : null;
}
