import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { countFactors, deleteFactors, factorCounts, type Shown, useFactor } from './factors.ts';
import { heldBackMs, recordFailure } from './failed-attempts.ts';
import { lockOwnAccount, type OwnAccount } from './own-account.ts';
import { refuseUnlessPassword, TOO_MANY } from './own-password.ts';

/** The account with a factor less, or why it still has it. */
export type FactorRemoved = Refused & { readonly accountId?: number };

export interface RemoveFactor {
  readonly password: string | null;
  /** The second factor that is shown; null where none is. */
  readonly shown: Shown | null;
  /** Whether a factor must be shown though others remain. */
  readonly always: boolean;
  /** Path of the password, for a refusal. */
  readonly passwordField: readonly string[];
  /** Path of the code. */
  readonly codeField: readonly string[];
  /** Deletes its row and announces it; or why not. */
  readonly remove: (em: Transaction, account: OwnAccount) => Promise<Refused | null>;
}

/**
 * Removes a second factor of the account that is signed in. The last one goes only with the password and a factor that is shown, and
 * takes the recovery codes along. Refuses with `NOT_FOUND`, `FACTOR_REQUIRED`, `INVALID` or
 * `TOO_MANY_ATTEMPTS`.
 */
export async function removeFactor(ctx: SubgraphContext, given: RemoveFactor): Promise<FactorRemoved> {
  const accountId = panelUserId(ctx);
  const counts = factorCounts(accountId);
  if ((await heldBackMs(ctx, counts)) !== null) return TOO_MANY;
  const factors = await countFactors(reader(ctx), accountId);
  if (factors === 0) return refuse('NOT_FOUND', 'Your account has no second factor.');
  if (factors === 1) {
    if (given.password === null || given.shown === null) return LAST_FACTOR;
    const refused = await refuseUnlessPassword(ctx, accountId, given.password, given.passwordField);
    if (refused) return refused;
  }
  const removed = await inTransaction(ctx, async (em): Promise<FactorRemoved | 'wrong'> => {
    const account = await lockOwnAccount(em, accountId);
    const isLast = (await countFactors(em, accountId)) < 2;
    if (isLast && given.password === null) return LAST_FACTOR;
    if (isLast || given.always) {
      const used = given.shown && (await useFactor(ctx, em, accountId, given.shown));
      if (!used) return 'wrong';
    }
    const refused = await given.remove(em, account);
    if (refused) return refused;
    if (isLast) await deleteFactors(em, accountId, ['totp', 'passkey', 'recovery']);
    return { accountId, userErrors: NONE };
  });
  if (removed !== 'wrong') return removed;
  await recordFailure(ctx, counts);
  return refuse('INVALID', 'The code or passkey is incorrect, or was used already.', given.codeField);
}

const LAST_FACTOR = refuse(
  'FACTOR_REQUIRED',
  'This is your last second factor: enter your password and show the factor to remove it.',
);
