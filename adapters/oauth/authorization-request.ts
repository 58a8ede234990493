import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { scopesOf } from './checks/scope.ts';
import { firstProblem } from './checks.ts';
import { type ClientFragment, oauthClientDocument } from './generated.ts';
import type { Parameters } from './parameters.ts';

/** An app's request for a host's consent; it keeps every rule. */
export interface AuthorizationRequest {
  readonly client: ClientFragment;
  readonly redirectUri: string;
  readonly state: string;
  /** All declared ones where the request named none. */
  readonly scopes: readonly string[];
  /** PKCE S256; null if the app sent none. */
  readonly codeChallenge: string | null;
}

/** Reads an authorization request. Throws a `ProtocolError` 400 with the first rule it breaks; the browser is not redirected. */
export async function readAuthorizationRequest(
  execute: Execute,
  parameters: Parameters,
  requestId: string,
): Promise<AuthorizationRequest> {
  const clientId = parameters.get('client_id') ?? '';
  const caller = { viewer: { kind: 'public' }, requestId } as const;
  const { oauthClient: client } = await execute(oauthClientDocument, { clientId }, caller);
  const problem = firstProblem({ parameters, client });
  if (problem !== null || !client) throw new ProtocolError(400, 'invalid_request', problem ?? '');
  return {
    client,
    redirectUri: parameters.get('redirect_uri') ?? '',
    state: parameters.get('state') ?? '',
    scopes: scopesOf(parameters.get('scope')) ?? client.scopes,
    codeChallenge: parameters.get('code_challenge'),
  };
}

/** The request as parameters again: hidden fields of a form, or the query of its own address. Scopes are all spelled out. */
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

/** Where the browser goes back to: the redirect URI as declared, with the answer and the state added (RFC 6749 4.1.2, RFC 9207). */
export function answerUrl(
  { redirectUri, state }: AuthorizationRequest,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const query = new URLSearchParams({ ...answer, state, iss: issuer }).toString();
  if (!redirectUri.includes('?')) return `${redirectUri}?${query}`;
  return /[?&]$/.test(redirectUri) ? `${redirectUri}${query}` : `${redirectUri}&${query}`;
}
