import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import { deleteFactors } from '../store/factor-rows.ts';
import { endLinks } from '../store/mail-tokens.ts';

/**
 * Ends an account's sessions, revokes its access tokens, and cancels what its sessions requested. Returns the
 * number of revoked tokens.
 */
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

/** Ends an account's access and removes its second factors, since both predate the address's verification. */
export async function endUnproved(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<void> {
  await endAccess(ctx, em, accountId);
  await deleteFactors(em, accountId, ['totp', 'passkey', 'recovery']);
}

/**
 * Ends an account's sessions except one, and cancels their address changes and approved devices: a thief with
 * a session may have started these.
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
