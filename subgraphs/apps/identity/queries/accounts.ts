import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { AccessToken, Account } from '../store/entities.ts';

/** The account of that id. Throws where there is none: the caller has signed in as it. */
export const findAccount = (ctx: IslandContext, id: number): Promise<Account> =>
  reader(ctx).findOneOrFail(Account, { id });

/** Accounts by id, for references from other islands. */
export const findAccountsById = (ctx: IslandContext, ids: readonly number[]): Promise<readonly Account[]> =>
  reader(ctx).find(Account, { id: [...ids] });

/** Tokens of an account that still work, newest first. */
export const findAccessTokens = (ctx: IslandContext, accountId: number): Promise<readonly AccessToken[]> =>
  reader(ctx).find(AccessToken, { accountId, revokedAt: null }, { orderBy: { id: 'desc' } });
