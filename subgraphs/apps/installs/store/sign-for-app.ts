import type { SubgraphContext } from '#db/context.ts';
import { clientSecretRow } from '../../authoring/store/entities.ts';

/** An app that a token is made for. */
interface Audience {
  readonly clientId: string;
  readonly clientSecretSealed: string;
}

/** What a token says, and when it begins and ends: Unix seconds. */
interface Said {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

/** A token that the app's own server can verify: HS256 under its client secret (docs/interface/embedded-pages.md#page). */
export async function signForApp(
  ctx: Pick<SubgraphContext, 'vault'>,
  { clientId, clientSecretSealed }: Audience,
  { claims, issuedAt, expiresAt }: Said,
): Promise<string> {
  const secret = ctx.vault.open(clientSecretSealed, clientSecretRow(clientId));
  const { SignJWT } = await import('jose'); // half a hundred modules, for this alone
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('platform')
    .setAudience(clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(new TextEncoder().encode(secret));
}
