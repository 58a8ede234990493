import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { LINK_OVER, NONE, type Refused } from '../../errors.ts';
import { endAccess, endSessions, endUnproved } from '../steps/end-access.ts';
import { newPasswordHash } from '../steps/new-account.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { countTokens } from '../store/count-tokens.ts';
import { Account } from '../store/entities.ts';
import { endLinks, findLink, useLink } from '../store/mail-tokens.ts';

export interface NewPassword {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  readonly password: string;
  /** Also revokes the account's access tokens. */
  readonly revokeTokens: boolean;
  /** Network address of the person following the link. */
  readonly address: string;
}

/** Number of access tokens that still work, and of revoked ones, if the password was changed. */
export type PasswordReset = Refused & { readonly accessTokens?: number; readonly revokedTokens?: number };

/**
 * Sets a new password through an emailed link, which also verifies the address. Ends every session and every
 * other link for the account, except undo links. The first verification of an address also ends access tokens
 * and second factors. Refuses with `LINK_OVER`, `INVALID` or `BUSY`.
 */
export async function resetPassword(ctx: SubgraphContext, given: NewPassword): Promise<PasswordReset> {
  const { tokenHash, password, revokeTokens, address } = given;
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
    const earlier = await countTokens(em, accountId);
    if (!account.verifiedAt) await endUnproved(ctx, em, accountId);
    else if (revokeTokens) await endAccess(ctx, em, accountId);
    else await endSessions(em, accountId);
    Object.assign(account, {
      passwordHash: hashed,
      passwordDisputed: false,
      status: 'active',
      verifiedAt: account.verifiedAt ?? ctx.clock.now(),
    });
    await endLinks(em, accountId, ['verify', 'reset', 'change']);
    await recordAccountEvent(ctx, em, { accountId, kind: 'password.reset', address });
    const { email: to, name } = account;
    await writeMail(ctx, em, { key: `reset-done/${link.id}`, to, template: 'reset-done', params: { name } });
    const accessTokens = await countTokens(em, accountId);
    return { accessTokens, revokedTokens: earlier - accessTokens, userErrors: NONE };
  });
}
