import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { verifyPassword } from '#kit/passwords.ts';
import { type Refused, refuse } from '../../errors.ts';
import { Account } from '../store/entities.ts';
import { type Counted, counted } from '../store/failed-attempts.ts';
import { attempt } from './attempt.ts';

/** Returns the count of an account's wrong passwords outside sign-in. */
export const passwordCount = (accountId: number): Counted => counted('factor', 'password', String(accountId));

/**
 * Refuses with `INVALID` unless this is the account's password, with `TOO_MANY_ATTEMPTS` after 10 wrong ones
 * in 15 minutes, or with `BUSY`; null if it's correct. Not inside a transaction: password hashing is slow.
 */
export async function refuseUnlessPassword(
  ctx: SubgraphContext,
  accountId: number,
  password: string,
  field: readonly string[],
): Promise<Refused | null> {
  const tried = await attempt(
    ctx,
    passwordCount(accountId),
    async () => {
      const { passwordHash } = await reader(ctx).findOneOrFail(Account, { id: accountId });
      return verifyPassword(password.slice(0, 1_000), passwordHash);
    },
    (isRight) => !isRight,
  );
  if ('refused' in tried) return tried.refused;
  return tried.looked ? null : refuse('INVALID', 'The password is incorrect.', field);
}
