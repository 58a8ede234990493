import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { AuthorizationCode } from '../store/entities.ts';

/**
 * Deletes a member's unredeemed consents for a team and ends the member's codes from the store, in the caller's
 * transaction.
 */
export async function revokeConsents(
  ctx: Pick<SubgraphContext, 'clock'>,
  em: Transaction,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number },
): Promise<void> {
  await em.nativeDelete(AuthorizationCode, { accountId, teamId, consumedAt: null, installId: null });
  // A paid app's server must get `invalid_grant` for these, so their rows stay.
  const now = ctx.clock.now();
  await tables(em)
    .updateTable('authorization_codes')
    .set({ expiresAt: now })
    .where('accountId', '=', accountId)
    .where('teamId', '=', teamId)
    .where('consumedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute();
}
