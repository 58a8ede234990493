import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { endAccess } from '../steps/end-access.ts';
import { freeAddress } from '../steps/free-address.ts';
import { unlessProvedByAnother } from '../steps/new-account.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { removeFactorsSince } from '../store/factor-rows.ts';
import { endLinks, endNewerUndoLinks, mintLink, useLink } from '../store/mail-tokens.ts';
import { lockOwnAccount } from '../store/own-account.ts';
import type { AddressChanged } from './confirm-address.ts';
import type { FollowedLink } from './verify-account.ts';

/**
 * Restores an account's address from before a change. Since someone else may have made that change, ends
 * every session, access token and newer link, removes second factors added since then, and requires a new
 * password. Undo links from earlier changes stay: their addresses belong to the account's earlier owner.
 * Refuses with `LINK_OVER` or `EMAIL_TAKEN`.
 */
export async function restoreAddress(
  ctx: SubgraphContext,
  { tokenHash, address }: FollowedLink,
): Promise<AddressChanged> {
  return unlessProvedByAnother<AddressChanged>(() =>
    inTransaction(ctx, async (em): Promise<AddressChanged> => {
      const link = await useLink(ctx, em, 'undo', tokenHash);
      if (!link?.accountId || link.email === null) return LINK_OVER;
      const { id, accountId, email, since, createdAt } = link;
      await lockOwnAccount(em, accountId);
      await freeAddress(ctx, em, email, accountId);
      await tables(em).updateTable('accounts').set({ email }).where('id', '=', accountId).execute();
      await endAccess(ctx, em, accountId);
      await removeFactorsSince(em, accountId, since ?? createdAt);
      await endLinks(em, accountId, ['verify', 'reset', 'change', 'stop']);
      await endNewerUndoLinks(em, accountId, id);
      const { path } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
      await recordAccountEvent(ctx, em, { accountId, kind: 'address.change_undone', address });
      return { email, resetPath: path, userErrors: NONE };
    }),
  );
}
