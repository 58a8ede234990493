import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { hashToken } from '#kit/secrets.ts';
import { authenticateClient, type ClientCredentials } from '../queries/authenticate-client.ts';

/**
 * Revokes a runtime token of the app that asks; it stops working at once. A token that is unknown, revoked or another app's is
 * left alone without a word. False where client id or secret is incorrect. Spec: RFC 7009.
 */
export async function revokeToken(
  ctx: SubgraphContext,
  { token, ...credentials }: ClientCredentials & { readonly token: string },
): Promise<boolean> {
  const client = await authenticateClient(ctx, credentials);
  if (!client) return false;
  await inTransaction(ctx, async (em) => {
    const { rows } = await sql<{ readonly teamId: number }>`
    UPDATE apps.runtime_tokens r SET revoked_at = ${ctx.clock.now()} FROM apps.installs i
    WHERE i.id = r.install_id AND i.app_id = ${client.appId} AND r.revoked_at IS NULL
      AND r.token_hash = ${hashToken(token)}
    RETURNING i.team_id AS "teamId"`.execute(statements(em));
    const teams = rows.map(({ teamId }) => teamId);
    await recordTeamEvent(ctx, em, teams, { kind: 'app_token.revoked', subject: client.app.name });
  });
  return true;
}
