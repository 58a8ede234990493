import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { hashPassword, verifyPassword } from '#kit/passwords.ts';
import { isEmail, normaliseEmail } from '../domain/credentials.ts';
import { Account } from '../entities/accounts.ts';

/** Verified instead of nobody's hash, so that an unknown e-mail takes as long as a wrong password. */
const nobody = hashPassword('nobody signs in with this');

/** The account that an e-mail and a password belong to; null where they do not belong together. Takes the same time either way. */
export async function signIn(
  ctx: IslandContext,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Account | null> {
  const address = normaliseEmail(email);
  const account = isEmail(address) ? await reader(ctx).findOne(Account, { email: address }) : null;
  const verified = await verifyPassword(password.slice(0, 1_000), account?.passwordHash ?? (await nobody));
  return verified ? account : null;
}
