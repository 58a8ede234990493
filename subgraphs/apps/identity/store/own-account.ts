import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { Account } from './entities.ts';

/** Fields of the signed-in account that commands need. */
export type OwnAccount = Readonly<Pick<Account, 'id' | 'email' | 'name' | 'passwordHash' | 'verifiedAt'>>;

/** Returns the signed-in account with its row locked. */
export const lockOwnAccount = (em: Transaction, accountId: number): Promise<OwnAccount> =>
  tables(em)
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'passwordHash', 'verifiedAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
