import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { budgetAddress } from '#kit/address.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { LINK_OVER, NONE } from '../../errors.ts';
import { endAccess, endSessions } from '../steps/end-access.ts';
import { newPasswordHash } from '../steps/new-account.ts';
import { passwordCount } from '../steps/refuse-unless-password.ts';
import { factorCount } from '../steps/use-factor.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { countTokens } from '../store/count-tokens.ts';
import { Account } from '../store/entities.ts';
import { deleteFactors } from '../store/factor-rows.ts';
import { counted, deleteFailures } from '../store/failed-attempts.ts';
import { endLinks, findLink, useLink } from '../store/mail-tokens.ts';
import type { NewPassword, PasswordReset } from './reset-password.ts';

/**
 * Sets an operator's password through a link that the server printed (`npm run operator`). Removes the second
 * factors, recovery codes and the account's counts of failed attempts, which would block its next sign-in. Ends
 * every session and every other link for the account, except undo links.
 * Refuses with `LINK_OVER`, `INVALID` or `BUSY`.
 */
export async function recoverOperator(ctx: SubgraphContext, given: NewPassword): Promise<PasswordReset> {
  const { tokenHash, password, revokeTokens, address } = given;
  if (!(await findLink(ctx, 'recover', tokenHash))) return LINK_OVER;
  const hashed = await newPasswordHash(password);
  if (typeof hashed !== 'string') return hashed;
  return inTransaction(ctx, async (em): Promise<PasswordReset> => {
    const link = await useLink(ctx, em, 'recover', tokenHash);
    if (!link?.accountId) return LINK_OVER;
    const { accountId } = link;
    const account = await em.findOne(
      Account,
      { id: accountId, operator: true, status: { $in: ['unverified', 'active'] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!account) return LINK_OVER;
    const earlier = await countTokens(em, accountId);
    if (revokeTokens) await endAccess(ctx, em, accountId);
    else await endSessions(em, accountId);
    await deleteFactors(em, accountId, ['totp', 'passkey', 'recovery']);
    Object.assign(account, { passwordHash: hashed, passwordDisputed: false });
    await endLinks(em, accountId, ['verify', 'reset', 'change', 'stop']);
    await deleteFailures(em, [
      counted('account', account.email),
      counted('pair', account.email, budgetAddress(address)),
      factorCount(accountId),
      passwordCount(accountId),
    ]);
    await recordAccountEvent(ctx, em, { accountId, kind: 'operator.recovered', address });
    const { email: to, name } = account;
    const params = { name, what: CHANGED };
    await writeMail(ctx, em, { key: `recovered/${link.id}`, to, template: 'factor-changed', params });
    const accessTokens = await countTokens(em, accountId);
    return { accessTokens, revokedTokens: earlier - accessTokens, userErrors: NONE };
  });
}

const CHANGED =
  'Your account was recovered with a link from the server: your password was changed, your second factors were removed, and you were signed out everywhere.';
