import { sql } from 'kysely';
import type { Transaction } from '#db/transaction.ts';

/** What a command needs of the account that is signed in. */
export interface OwnAccount {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** The account that is signed in, its row locked. */
export async function lockOwnAccount(em: Transaction, accountId: number): Promise<OwnAccount> {
  const { rows } = await sql<OwnAccount>`
    SELECT id, email, name, password_hash AS "passwordHash" FROM apps.accounts
    WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(em.getKysely<unknown>());
  const [account] = rows;
  if (!account) throw new Error(`There is no account ${accountId}.`);
  return account;
}
