import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { verifyPassword } from '#kit/passwords.ts';
import { type Refused, refuse } from '../../errors.ts';
import { Account } from './entities.ts';
import { counted, heldBackMs, recordFailure } from './failed-attempts.ts';

export const TOO_MANY = refuse('TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 15 minutes.');

/**
 * Refuses with `INVALID` unless this is the account's password, and after 10 wrong ones in 15 minutes with `TOO_MANY_ATTEMPTS`; null
 * if it is. Not inside a transaction: passwords take their time.
 */
export async function refuseUnlessPassword(
  ctx: SubgraphContext,
  accountId: number,
  password: string,
  field: readonly string[],
): Promise<Refused | null> {
  const counts = [counted('factor', 'password', String(accountId))];
  if ((await heldBackMs(ctx, counts)) !== null) return TOO_MANY;
  const { passwordHash } = await reader(ctx).findOneOrFail(Account, { id: accountId });
  if (await verifyPassword(password.slice(0, 1_000), passwordHash)) return null;
  await recordFailure(ctx, counts);
  return refuse('INVALID', 'The password is incorrect.', field);
}
