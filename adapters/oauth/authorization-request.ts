import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { type ClientFragment, type OauthRequestInput, oauthRequestDocument } from './generated.ts';
import type { Parameters } from './parameters.ts';

/** An app's validated request for a host's consent. */
export interface AuthorizationRequest {
  /** The input as received. */
  readonly input: OauthRequestInput;
  readonly client: ClientFragment;
  readonly redirectUri: string;
  readonly state: string;
  /** Requested scopes; all declared scopes if the request names none. */
  readonly scopes: readonly string[];
  /** PKCE S256 challenge; null if the app sent none. */
  readonly codeChallenge: string | null;
}

/**
 * Reads an authorization request. Throws a `ProtocolError` 400 for the first failed check; the browser isn't
 * redirected.
 */
export async function readAuthorizationRequest(
  execute: Execute,
  parameters: Parameters,
  requestId: string,
): Promise<AuthorizationRequest> {
  const input = inputOf(parameters);
  const caller = { viewer: { kind: 'public' }, requestId } as const;
  const { client, problem, scopes } = (await execute(oauthRequestDocument, { input }, caller)).oauthRequest;
  if (problem !== null || !client) throw new ProtocolError(400, 'invalid_request', problem ?? '');
  const { redirectUri, state, codeChallenge } = input;
  return {
    input,
    client,
    redirectUri: redirectUri ?? '',
    state: state ?? '',
    scopes,
    codeChallenge: codeChallenge ?? null,
  };
}

const inputOf = ({ get, repeated }: Parameters): OauthRequestInput => ({
  clientId: get('client_id') ?? '',
  redirectUri: get('redirect_uri'),
  responseType: get('response_type'),
  state: get('state'),
  scope: get('scope'),
  codeChallenge: get('code_challenge'),
  codeChallengeMethod: get('code_challenge_method'),
  repeated,
});

/**
 * Converts the request back to parameters, for a form's hidden fields or its own URL's query. All scopes are
 * listed.
 */
export function parametersOf({
  client,
  redirectUri,
  state,
  scopes,
  codeChallenge,
}: AuthorizationRequest): Readonly<Record<string, string>> {
  return {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: redirectUri,
    state,
    scope: scopes.join(' '),
    ...(codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
}

/**
 * Builds the app's return URL: the declared redirect URI with the result and the state added (RFC 6749 4.1.2,
 * RFC 9207).
 */
export function answerUrl(
  { redirectUri, state }: AuthorizationRequest,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...answer, state, iss: issuer }).toString();
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`;
  return /[?&]$/.test(redirectUri) ? `${redirectUri}${query}` : `${redirectUri}&${query}`;
}
