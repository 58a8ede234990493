import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE, type Refused } from '../../errors.ts';
import { writeMail } from '../mail/outbox.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { endAccess, endSessions } from '../store/end-access.ts';
import { AccessToken, Account } from '../store/entities.ts';
import { endLinks, findLink, useLink } from '../store/mail-tokens.ts';
import { newPasswordHash } from '../store/new-account.ts';

export interface NewPassword {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly password: string;
  /** Network address of who follows it. */
  readonly address: string;
}

/** How many access tokens still work, where the password was changed. */
export type PasswordReset = Refused & { readonly accessTokens?: number };

/**
 * Sets a new password by a mailed link, which proves the address too. Every session and every other link of the account ends; access
 * tokens stay, but for those made before anyone had confirmed the address. Refuses with `LINK_OVER`, `INVALID` or `BUSY`.
 */
export async function resetPassword(ctx: SubgraphContext, given: NewPassword): Promise<PasswordReset> {
  const { tokenHash, password, address } = given;
  if (!(await findLink(ctx, 'reset', tokenHash))) return LINK_OVER;
  const hashed = await newPasswordHash(password);
  if (typeof hashed !== 'string') return hashed;
  return inTransaction(ctx, async (em): Promise<PasswordReset> => {
    const link = await useLink(ctx, em, 'reset', tokenHash);
    if (!link?.accountId) return LINK_OVER;
    const { accountId } = link;
    const account = await em.findOne(
      Account,
      { id: accountId, status: { $in: ['unverified', 'active'] } },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!account) return LINK_OVER;
    if (account.verifiedAt) await endSessions(em, accountId);
    else await endAccess(ctx, em, accountId);
    Object.assign(account, {
      ...{ passwordHash: hashed, passwordDisputed: false, status: 'active' },
      verifiedAt: account.verifiedAt ?? ctx.clock.now(),
    });
    await endLinks(em, accountId, ['verify', 'reset', 'change']);
    await recordAccountEvent(ctx, em, { accountId, kind: 'password.reset', address });
    const { email: to, name } = account;
    await writeMail(ctx, em, { key: `reset-done/${link.id}`, to, template: 'reset-done', params: { name } });
    const accessTokens = await em.count(AccessToken, { accountId, revokedAt: null });
    return { accessTokens, userErrors: NONE };
  });
}
