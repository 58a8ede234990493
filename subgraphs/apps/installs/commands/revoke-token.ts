import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { catchUpAfterCommit, inTransaction } from '#db/transaction.ts';
import { hashToken } from '#kit/secrets.ts';
import { tables } from '../../store/tables.ts';
import { authenticateClient, type ClientCredentials } from '../queries/authenticate-client.ts';
import { Install } from '../store/entities.ts';

/**
 * Revokes a runtime token of the calling app; it stops working immediately. Silently ignores unknown and
 * revoked tokens, and other apps' tokens. False if the client id or secret is incorrect. Spec: RFC 7009.
 */
export async function revokeToken(
  ctx: SubgraphContext,
  { token, ...credentials }: ClientCredentials & { readonly token: string },
): Promise<boolean> {
  const client = await authenticateClient(ctx, credentials);
  if (!client) return false;
  await inTransaction(ctx, async (em) => {
    catchUpAfterCommit(em);
    const own = tables(em).selectFrom('installs').select('id').where('appId', '=', client.appId);
    const revoked = await tables(em)
      .updateTable('runtime_tokens')
      .set({ revokedAt: ctx.clock.now() })
      .where('tokenHash', '=', hashToken(token))
      .where('revokedAt', 'is', null)
      .where('installId', 'in', own)
      .returning('installId')
      .executeTakeFirst();
    if (!revoked) return;
    const { teamId } = await em.findOneOrFail(Install, { id: revoked.installId });
    await recordTeamEvent(ctx, em, [teamId], { kind: 'app_token.revoked', subject: client.app.name });
  });
  return true;
}
