import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { deleteFactors } from '../store/factor-rows.ts';
import { countFactors } from '../store/factors.ts';
import { lockOwnAccount, type OwnAccount } from '../store/own-account.ts';
import { attempt } from './attempt.ts';
import { refuseUnlessPassword } from './refuse-unless-password.ts';
import { factorCount, type LookedUp, lookUpFactor, type Shown, useFactor } from './use-factor.ts';

/** The account without the factor, or why it still has it. */
export type FactorRemoved = Refused & { readonly accountId?: number };

export interface RemoveFactor {
  readonly password: string | null;
  /** The given second factor, or null. */
  readonly shown: Shown | null;
  /** True if a factor is required even though others remain. */
  readonly always: boolean;
  /** Path to the password field, for refusals. */
  readonly passwordField: readonly string[];
  /** Path to the code field, for refusals. */
  readonly codeField: readonly string[];
  /** Deletes its row and announces the removal; or returns a refusal. */
  readonly remove: (em: Transaction, account: OwnAccount) => Promise<Refused | null>;
}

/**
 * Removes one of the signed-in account's second factors, in a transaction. Removing the last one requires the
 * password and a factor, and also deletes the recovery codes. Refuses with `NOT_FOUND`, `FACTOR_REQUIRED`,
 * `INVALID`, `TOO_MANY_ATTEMPTS` or `BUSY`.
 */
export async function removeFactor(ctx: SubgraphContext, given: RemoveFactor): Promise<FactorRemoved> {
  const accountId = panelUserId(ctx);
  const factors = await countFactors(reader(ctx), accountId);
  if (factors === 0) return refuse('NOT_FOUND', 'Your account has no second factor.');
  if (factors === 1) {
    if (given.password === null || given.shown === null) return LAST_FACTOR;
    const refused = await refuseUnlessPassword(ctx, accountId, given.password, given.passwordField);
    if (refused) return refused;
  }
  const tried = await attempt(
    ctx,
    factorCount(accountId),
    async () => {
      const shown = given.shown && (await lookUpFactor(ctx, accountId, given.shown));
      return inTransaction(ctx, (em) => remove(ctx, em, { accountId, given, shown }));
    },
    (removed) => removed === 'wrong',
  );
  if ('refused' in tried) return tried.refused;
  if (tried.looked !== 'wrong') return tried.looked;
  return refuse('INVALID', 'The code or passkey is incorrect or was already used.', given.codeField);
}

async function remove(
  ctx: SubgraphContext,
  em: Transaction,
  {
    accountId,
    given,
    shown,
  }: { readonly accountId: number; readonly given: RemoveFactor; readonly shown: LookedUp | null },
): Promise<FactorRemoved | 'wrong'> {
  const account = await lockOwnAccount(em, accountId);
  const isLast = (await countFactors(em, accountId)) < 2;
  if (isLast && given.password === null) return LAST_FACTOR;
  if (isLast || given.always) {
    const used = shown && (await useFactor(ctx, em, accountId, shown));
    if (!used) return 'wrong';
  }
  const refused = await given.remove(em, account);
  if (refused) return refused;
  if (isLast) await deleteFactors(em, accountId, ['totp', 'passkey', 'recovery']);
  return { accountId, userErrors: NONE };
}

const LAST_FACTOR = refuse(
  'FACTOR_REQUIRED',
  'This is your last second factor. To remove it, enter your password and confirm with the factor.',
);
