import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';

/** Ends every session of an account, revokes its access tokens and deletes the devices it approved: of whom they were is not known. */
export async function endAccess(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<void> {
  await endSessions(em, accountId);
  await tables(em)
    .updateTable('access_tokens')
    .set({ revokedAt: ctx.clock.now() })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .execute();
  await tables(em).deleteFrom('device_codes').where('accountId', '=', accountId).execute();
}

/** Ends the sessions of an account, but for one where it is given. */
export async function endSessions(em: Transaction, accountId: number, except = 0): Promise<void> {
  await tables(em)
    .deleteFrom('host_sessions')
    .where('accountId', '=', accountId)
    .where('id', '!=', except)
    .execute();
}
