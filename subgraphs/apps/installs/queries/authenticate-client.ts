import type { SubgraphContext } from '#db/context.ts';
import { equalInConstantTime } from '#kit/secrets.ts';
import { clientSecretRow } from '../../authoring/store/entities.ts';
import { findOauthClient, type OauthClientRow } from './oauth.ts';

/** Credentials of an app's server. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Returns the app with this client id and secret, or null; compares in constant time
 * (docs/interface/apps.md#credentials).
 */
export async function authenticateClient(
  ctx: SubgraphContext,
  { clientId, clientSecret }: ClientCredentials,
): Promise<OauthClientRow | null> {
  const client = await findOauthClient(ctx, clientId);
  if (!client) return null;
  const secret = ctx.vault.open(client.clientSecretSealed, clientSecretRow(client.clientId));
  return equalInConstantTime(secret, clientSecret) ? client : null;
}
