import type { SubgraphContext } from '#db/context.ts';
import { panelUserId, teamIdOrNull } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { type EmbeddedPageInput, findEmbeddedPage } from '../queries/embedded-page.ts';
import { signForApp } from '../store/sign-for-app.ts';

/** A session token, or why it was refused. */
export type EmbeddedSession = Refused & { readonly token?: string };

/**
 * Creates an embedded page's session token: HS256 with the app's client secret, valid for `SESSION_JWT_TTL`,
 * for anyone signed in to the panel whose team has the app. Refuses with `NOT_FOUND`, or `NOT_EMBEDDABLE` for
 * a page at one of our own addresses. See docs/interface/embedded-pages.md#page.
 */
export async function openEmbeddedPage(
  ctx: SubgraphContext,
  input: EmbeddedPageInput,
): Promise<EmbeddedSession> {
  const accountId = panelUserId(ctx);
  const page = await findEmbeddedPage(ctx, { accountId, teamId: teamIdOrNull(ctx) }, input);
  if (page === 'own') return refuse('NOT_EMBEDDABLE', OWN_ADDRESS, ['input', 'slug']);
  if (!page) {
    return refuse('NOT_FOUND', `This team has no installed app "${input.slug}" with a page.`, [
      'input',
      'slug',
    ]);
  }
  const now = ctx.clock.now().getTime();
  const token = await signForApp(ctx, page, {
    claims: { team_id: page.teamId, user_id: accountId, install_id: page.installId },
    issuedAt: Math.floor(now / 1000),
    expiresAt: Math.floor((now + ctx.config.sessionJwtTtlMs) / 1000),
  });
  return { token, userErrors: NONE };
}

const OWN_ADDRESS = "This app's page is on one of the platform's addresses and can't be shown.";
