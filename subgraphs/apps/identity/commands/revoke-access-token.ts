import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../steps/record-for-teams.ts';
import { AccessToken } from '../store/entities.ts';

/** Revokes an account's token, effective immediately. Another account's token isn't found. */
export async function revokeAccessToken(
  ctx: SubgraphContext,
  { accountId, id }: { readonly accountId: number; readonly id: string },
): Promise<Refused & { readonly accessToken?: AccessToken }> {
  return inTransaction(ctx, async (em) => {
    const accessToken = await em.findOne(AccessToken, {
      id: parseWideId(id) ?? 0,
      accountId,
      revokedAt: null,
    });
    if (!accessToken) return refuse('NOT_FOUND', 'Your account has no such token.', ['id']);
    accessToken.revokedAt = ctx.clock.now();
    await recordForTeamsOf(ctx, em, accountId, { kind: 'access_token.revoked', subject: accessToken.name });
    return { accessToken, userErrors: NONE };
  });
}
