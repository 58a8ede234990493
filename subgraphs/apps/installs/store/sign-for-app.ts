import type { SubgraphContext } from '#db/context.ts';
import { clientSecretRow } from '../../authoring/store/entities.ts';

/** The app a token is for. */
interface Audience {
  readonly clientId: string;
  readonly clientSecretSealed: string;
}

/** A token's claims and its validity in Unix seconds. */
interface Said {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/**
 * Returns a token that the app's own server can verify: HS256 with its client secret
 * (docs/interface/embedded-pages.md#page).
 */
export async function signForApp(
  ctx: Pick<SubgraphContext, 'vault'>,
  { clientId, clientSecretSealed }: Audience,
  { claims, issuedAt, expiresAt }: Said,
): Promise<string> {
  const secret = ctx.vault.open(clientSecretSealed, clientSecretRow(clientId));
  const { SignJWT } = await import('jose'); // loads about fifty modules, only needed here
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('platform')
    .setAudience(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret));
}
