import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE } from '../../errors.ts';
import { endSessions } from '../steps/end-access.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { removeFactorsSince } from '../store/factor-rows.ts';
import { endLinks, mintLink, useLink } from '../store/mail-tokens.ts';
import { lockOwnAccount } from '../store/own-account.ts';
import type { AddressChanged } from './confirm-address.ts';
import type { FollowedLink } from './verify-account.ts';

/**
 * Stops an intruder's changes through the link emailed to the account's owner: cancels the requested address
 * change, removes second factors added since then, ends every session, and requires a new password. Refuses
 * with `LINK_OVER`.
 */
export async function secureAccount(
  ctx: SubgraphContext,
  { tokenHash, address }: FollowedLink,
): Promise<AddressChanged> {
  return inTransaction(ctx, async (em): Promise<AddressChanged> => {
    const link = await useLink(ctx, em, 'stop', tokenHash);
    if (!link?.accountId) return LINK_OVER;
    const { accountId, since, createdAt } = link;
    const { email } = await lockOwnAccount(em, accountId);
    await endSessions(em, accountId);
    await removeFactorsSince(em, accountId, since ?? createdAt);
    await endLinks(em, accountId, ['reset', 'stop']);
    const { path } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
    await recordAccountEvent(ctx, em, { accountId, kind: 'account.secured', address });
    return { email, resetPath: path, userErrors: NONE };
  });
}
