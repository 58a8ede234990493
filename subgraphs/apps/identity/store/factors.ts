import { sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';

/** Whether an account has a second factor that a sign-in must show. */
export async function hasFactor(em: Transaction, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM apps.factors
    WHERE account_id = ${accountId} AND kind IN ('totp', 'passkey') AND confirmed_at IS NOT NULL LIMIT 1`.execute(
    em.getKysely<unknown>(),
  );
  return rows.length > 0;
}
