import type { SubgraphContext } from '#db/context.ts';
import { panelUserId, teamIdOrNull } from '../../access.ts';
import { clientSecretRow } from '../../authoring/store/entities.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { type EmbeddedPageInput, findEmbeddedPage } from '../queries/embedded-page.ts';

/** A session token, or why there is none. */
export type EmbeddedSession = Refused & { readonly token?: string };

/**
 * Makes the session token of an embedded page: HS256 under the app's client secret, good for `SESSION_JWT_TTL`, for anyone who is
 * signed in to the panel and a team that has the app. Refuses with `NOT_FOUND`, or `NOT_EMBEDDABLE` for a page on one of our
 * own addresses. See docs/interface/embedded-pages.md#page.
 */
export async function openEmbeddedPage(
  ctx: SubgraphContext,
  input: EmbeddedPageInput,
): Promise<EmbeddedSession> {
  const accountId = panelUserId(ctx);
  const page = await findEmbeddedPage(ctx, { accountId, teamId: teamIdOrNull(ctx) }, input);
  if (page === 'own') return refuse('NOT_EMBEDDABLE', OWN_ADDRESS, ['input', 'slug']);
  if (!page) {
    return refuse('NOT_FOUND', `No app "${input.slug}" with a page is installed here.`, ['input', 'slug']);
  }
  const { clientId, clientSecretSealed, teamId, installId } = page;
  const secret = ctx.vault.open(clientSecretSealed, clientSecretRow(clientId));
  const { SignJWT } = await import('jose'); // half a hundred modules, for this alone
  const now = ctx.clock.now().getTime();
  const token = await new SignJWT({ team_id: teamId, user_id: accountId, install_id: installId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('platform')
    .setAudience(clientId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + ctx.config.sessionJwtTtlMs) / 1000))
    .sign(new TextEncoder().encode(secret));
  return { token, userErrors: NONE };
}

const OWN_ADDRESS = 'The page of this app is on an address of the platform and cannot be shown.';
