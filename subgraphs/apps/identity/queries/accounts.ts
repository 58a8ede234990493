import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { AccessToken, Account } from '../store/entities.ts';

/** Account columns that the API shows or needs to resolve other fields. */
export type AccountRow = Readonly<
  Pick<Account, 'id' | 'email' | 'name' | 'operator' | 'verifiedAt' | 'locale' | 'timeZone'>
>;

/** Returns an account by id. Throws if it doesn't exist: the caller is signed in as it. */
export const findAccount = (ctx: SubgraphContext, id: number): Promise<Account> =>
  reader(ctx).findOneOrFail(Account, { id });

/** Finds accounts by id, for references from other subgraphs. */
export const findAccountsById = (ctx: SubgraphContext, ids: readonly number[]): Promise<readonly Account[]> =>
  reader(ctx).find(Account, { id: [...ids] });

/** Returns an account's valid tokens, newest first. */
export const findAccessTokens = (ctx: SubgraphContext, accountId: number): Promise<readonly AccessToken[]> =>
  reader(ctx).find(AccessToken, { accountId, revokedAt: null }, { orderBy: { id: 'desc' } });
