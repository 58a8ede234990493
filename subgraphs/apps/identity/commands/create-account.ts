import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { NONE, type Refused } from '../../errors.ts';
import { type NewAccount, newAccountRow, unlessEmailTaken } from '../steps/new-account.ts';
import { Account } from '../store/entities.ts';

/**
 * Creates an account with an argon2id hash of its password. Refuses with `INVALID` or `EMAIL_TAKEN` (docs/interface/host.md#teams-and-members).
 */
export async function createAccount(
  ctx: SubgraphContext,
  given: NewAccount,
): Promise<Refused & { readonly account?: Account }> {
  const row = await newAccountRow(ctx, given);
  if ('userErrors' in row) return row;
  return unlessEmailTaken(async () => {
    const account = await inTransaction(ctx, async (em) => em.create(Account, row));
    return { account, userErrors: NONE };
  });
}
