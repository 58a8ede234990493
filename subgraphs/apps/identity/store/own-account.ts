import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { Account } from './entities.ts';

/** What a command needs of the account that is signed in. */
export type OwnAccount = Readonly<Pick<Account, 'id' | 'email' | 'name' | 'passwordHash' | 'verifiedAt'>>;

/** The account that is signed in, its row locked. */
export const lockOwnAccount = (em: Transaction, accountId: number): Promise<OwnAccount> =>
  tables(em)
    .selectFrom('accounts')
    .select(['id', 'email', 'name', 'passwordHash', 'verifiedAt'])
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
