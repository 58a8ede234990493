import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { deleteFactors } from '../store/factor-rows.ts';
import { endLinks } from '../store/mail-tokens.ts';

/** Ends every session of an account, revokes its access tokens, and ends what its sessions asked for. Returns how many tokens were revoked. */
export async function endAccess(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<number> {
  await endSessions(em, accountId);
  const { numUpdatedRows } = await tables(em)
    .updateTable('access_tokens')
    .set({ revokedAt: ctx.clock.now() })
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The same, and its second factors: they were made before anyone proved the address. */
export async function endUnproved(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<void> {
  await endAccess(ctx, em, accountId);
  await deleteFactors(em, accountId, ['totp', 'passkey', 'recovery']);
}

/**
 * Ends the sessions of an account except one, together with changes of address they asked for and devices they approved: a thief with a
 * session may have begun these.
 */
export async function endSessions(em: Transaction, accountId: number, except = 0): Promise<void> {
  await tables(em)
    .deleteFrom('host_sessions')
    .where('accountId', '=', accountId)
    .where('id', '!=', except)
    .execute();
  await endLinks(em, accountId, ['change']);
  await tables(em).deleteFrom('device_codes').where('accountId', '=', accountId).execute();
}
