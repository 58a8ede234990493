import type { SubgraphContext } from '#db/context.ts';
import { catchUpAfterCommit, type Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Revokes all of an install's runtime tokens, in the caller's transaction. */
export async function revokeTokens(ctx: SubgraphContext, em: Transaction, installId: number): Promise<void> {
  catchUpAfterCommit(em);
  await tables(em)
    .updateTable('runtime_tokens')
    .set({ revokedAt: ctx.clock.now() })
    .where('installId', '=', installId)
    .where('revokedAt', 'is', null)
    .execute();
}
