import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';

/** Ends every session of an account and revokes its access tokens: of whom they were is not known. */
export async function endAccess(ctx: SubgraphContext, em: Transaction, accountId: number): Promise<void> {
  await endSessions(em, accountId);
  await sql`
    UPDATE apps.access_tokens SET revoked_at = ${ctx.clock.now()}
    WHERE account_id = ${accountId} AND revoked_at IS NULL`.execute(em.getKysely<unknown>());
}

/** Ends the sessions of an account, but for one where it is given. */
export async function endSessions(em: Transaction, accountId: number, except = 0): Promise<void> {
  await sql`DELETE FROM apps.host_sessions WHERE account_id = ${accountId} AND id <> ${except}`.execute(
    em.getKysely<unknown>(),
  );
}
