import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { mintToken } from '#kit/secrets.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse, teamForbidden } from '../../errors.ts';
import { grantedBy } from '../domain/grants.ts';
import { firstProblem, type OauthParameters, scopesOf } from '../domain/oauth-checks.ts';
import type { GivenValue } from '../domain/settings.ts';
import { decideConsented } from '../queries/consented-settings.ts';
import { findOauthChoices, findOauthClient } from '../queries/oauth.ts';
import { sealConsented } from '../store/consented-settings.ts';
import { AuthorizationCode } from '../store/entities.ts';

/** A host's consent. */
export interface Consent {
  readonly request: OauthParameters & { readonly clientId: string };
  /** Id of the live version whose permissions the host saw. */
  readonly version: string;
  /** Team slug. */
  readonly team: string;
  /** The install's settings, saved when the app exchanges the code. */
  readonly settings?: readonly GivenValue[] | null;
}

/**
 * Issues the authorization code for a host's consent: bound to app, redirect URI, team, user, scopes and
 * challenge, valid once and for `OAUTH_CODE_TTL`. The app is only installed when it exchanges the code.
 * Refuses with `NOT_FOUND`, `MANIFEST_CHANGED` if the host saw another version's permissions, `INVALID`,
 * `TEAM_FORBIDDEN` or `NOT_INSTALLABLE`, and, while a required setting has no value, per setting with the
 * same refusals as saving settings (docs/interface/settings.md#at-an-oauth-consent). See
 * docs/interface/oauth.md#flow.
 */
export async function authorize(
  ctx: SubgraphContext,
  consent: Consent,
): Promise<Refused & { readonly code?: string }> {
  const accountId = panelUserId(ctx);
  const { request } = consent;
  const client = await findOauthClient(ctx, request.clientId);
  if (!client) return refuse('NOT_FOUND', 'There is no such app.', ['input', 'request', 'clientId']);
  if (String(client.liveVersion) !== consent.version) {
    return refuse('MANIFEST_CHANGED', 'The app changed the permissions it requests.', ['input', 'version']);
  }
  const problem = firstProblem('consent', { parameters: request, client });
  if (problem) {
    const code = problem.error === 'unauthorized_client' ? 'NOT_INSTALLABLE' : 'INVALID';
    return refuse(code, problem.message, ['input', 'request']);
  }
  const scopes = scopesOf(request.scope) ?? client.scopes;
  const choices = await findOauthChoices(ctx, accountId, client);
  const choice = choices.find(({ team }) => team.slug === consent.team);
  if (!choice) return teamForbidden(consent.team);
  if (choice.refusal !== null) return refuse('NOT_INSTALLABLE', choice.refusal, ['input', 'team']);
  const decided = await decideConsented(ctx, { client, choice, given: consent.settings ?? [] });
  if ('userErrors' in decided) return decided;
  const { plain, hash } = mintToken('');
  const createdAt = ctx.clock.now();
  await inTransaction(ctx, async (em) => {
    await recordTeamEvent(ctx, em, [choice.team.id], {
      kind: 'app.consented',
      subject: client.app.name,
      change: grantedBy({ scopes, capabilities: client.capabilities }),
    });
    em.create(AuthorizationCode, {
      codeHash: hash,
      appId: client.appId,
      teamId: choice.team.id,
      accountId,
      redirectUri: request.redirectUri ?? '',
      scopes: [...scopes],
      capabilities: [...client.capabilities],
      codeChallenge: request.codeChallenge ?? null,
      settingsSealed: sealConsented(ctx, hash, decided.values),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + ctx.config.oauthCodeTtlMs),
    });
  });
  return { code: plain, userErrors: NONE };
}
