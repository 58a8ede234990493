import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { panelUserId } from '../../access.ts';
import { isDeclaredRedirect } from '../../authoring/domain/addresses.ts';
import { NONE, type Refused, refuse, teamForbidden } from '../../errors.ts';
import { grantedBy, refusePaid } from '../domain/grants.ts';
import { findOauthChoices, findOauthClient } from '../queries/oauth.ts';
import { AuthorizationCode } from '../store/entities.ts';

/** What a host said yes to. */
export interface Consent {
  readonly clientId: string;
  /** Id of the live version whose permissions the host was shown. */
  readonly version: string;
  readonly redirectUri: string;
  /** Slug of the team. */
  readonly team: string;
  readonly scopes: readonly string[];
  /** PKCE S256; none where the app sent none. */
  readonly codeChallenge?: string | null;
}

/**
 * Issues the authorization code for a host's consent: bound to app, redirect URI, team, user, scopes and challenge, good once and
 * for `OAUTH_CODE_TTL`. Nothing is installed before the app exchanges it. Refuses with `NOT_FOUND`, `MANIFEST_CHANGED` where
 * the host saw another version's permissions, `INVALID`, `TEAM_FORBIDDEN` or `NOT_INSTALLABLE`.
 * See docs/interface/oauth.md#flow.
 */
export async function authorize(
  ctx: SubgraphContext,
  consent: Consent,
): Promise<Refused & { readonly code?: string }> {
  const accountId = panelUserId(ctx);
  const client = await findOauthClient(ctx, consent.clientId);
  if (!client) return refuse('NOT_FOUND', 'There is no such app.', ['input', 'clientId']);
  if (String(client.liveVersion) !== consent.version) {
    return refuse('MANIFEST_CHANGED', 'The app has changed the permissions it requests.', [
      'input',
      'version',
    ]);
  }
  if (!isDeclaredRedirect(client.redirectUris, consent.redirectUri)) {
    return refuse('INVALID', 'The app does not declare this redirect URI.', ['input', 'redirectUri']);
  }
  if (!consent.scopes.every((scope) => client.scopes.includes(scope))) {
    return refuse('INVALID', 'The app does not declare all of these scopes.', ['input', 'scopes']);
  }
  const paid = refusePaid(client.billing);
  if (paid !== null) return refuse('NOT_INSTALLABLE', paid, ['input', 'clientId']);
  const choices = await findOauthChoices(ctx, accountId, client);
  const choice = choices.find(({ team }) => team.slug === consent.team);
  if (!choice) return teamForbidden(consent.team);
  if (choice.refusal !== null) return refuse('NOT_INSTALLABLE', choice.refusal, ['input', 'team']);
  const { plain, hash } = mintToken('');
  const createdAt = ctx.clock.now();
  await inTransaction(ctx, async (em) => {
    await recordTeamEvent(ctx, em, [choice.team.id], {
      kind: 'app.consented',
      subject: client.app.name,
      change: grantedBy({ scopes: consent.scopes, capabilities: client.capabilities }),
    });
    em.create(AuthorizationCode, {
      codeHash: hash,
      appId: client.appId,
      teamId: choice.team.id,
      accountId,
      redirectUri: consent.redirectUri,
      scopes: [...new Set(consent.scopes)],
      capabilities: [...client.capabilities],
      codeChallenge: consent.codeChallenge ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ctx.config.oauthCodeTtlMs),
    });
  });
  return { code: plain, userErrors: NONE };
}
