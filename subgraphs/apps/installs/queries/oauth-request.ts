import type { SubgraphContext } from '#db/context.ts';
import { firstProblem, type OauthParameters, scopesOf } from '../domain/oauth-checks.ts';
import { findOauthClient, type OauthClientRow } from './oauth.ts';

/** Returns an authorization request with its app and the first failed check (docs/interface/oauth.md#checks). */
export async function findOauthRequest(
  ctx: SubgraphContext,
  { clientId, ...parameters }: OauthParameters & { readonly clientId: string },
): Promise<{
  readonly client: OauthClientRow | null;
  readonly problem: string | null;
  readonly scopes: readonly string[];
}> {
  const client = await findOauthClient(ctx, clientId);
  const problem = firstProblem('authorize', { parameters, client });
  const scopes = scopesOf(parameters.scope) ?? client?.scopes ?? [];
  return { client, problem: problem?.message ?? null, scopes };
}
