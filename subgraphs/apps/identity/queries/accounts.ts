import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { AccessToken, Account } from '../store/entities.ts';

/** Properties of an account that the API shows or resolves other fields from. */
export type AccountRow = Readonly<
  Pick<Account, 'id' | 'email' | 'name' | 'operator' | 'verifiedAt' | 'locale' | 'timeZone'>
>;

/** The account of that id. Throws where there is none: the caller has signed in as it. */
export const findAccount = (ctx: SubgraphContext, id: number): Promise<Account> =>
  reader(ctx).findOneOrFail(Account, { id });

/** Accounts by id, for references from other subgraphs. */
export const findAccountsById = (ctx: SubgraphContext, ids: readonly number[]): Promise<readonly Account[]> =>
  reader(ctx).find(Account, { id: [...ids] });

/** Tokens of an account that still work, newest first. */
export const findAccessTokens = (ctx: SubgraphContext, accountId: number): Promise<readonly AccessToken[]> =>
  reader(ctx).find(AccessToken, { accountId, revokedAt: null }, { orderBy: { id: 'desc' } });
