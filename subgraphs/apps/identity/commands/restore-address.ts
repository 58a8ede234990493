import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { endAccess } from '../store/end-access.ts';
import { endLinks, mintLink, useLink } from '../store/mail-tokens.ts';
import { unlessEmailTaken } from '../store/new-account.ts';
import type { AddressChanged } from './confirm-address.ts';
import type { FollowedLink } from './verify-account.ts';

/**
 * Restores the address an account had before a change. Someone else may know its password: every session and access token ends, and a
 * new password is chosen next. Refuses with `LINK_OVER` or `EMAIL_TAKEN`.
 */
export async function restoreAddress(
  ctx: SubgraphContext,
  { tokenHash, address }: FollowedLink,
): Promise<AddressChanged> {
  return unlessEmailTaken<AddressChanged>(() =>
    inTransaction(ctx, async (em): Promise<AddressChanged> => {
      const link = await useLink(ctx, em, 'undo', tokenHash);
      if (!link?.accountId || link.email === null) return LINK_OVER;
      const { accountId, email } = link;
      await tables(em).updateTable('accounts').set({ email }).where('id', '=', accountId).execute();
      await endAccess(ctx, em, accountId);
      await endLinks(em, accountId, ['verify', 'change', 'undo']);
      const { path } = await mintLink(ctx, em, { accountId, purpose: 'reset' });
      await recordAccountEvent(ctx, em, { accountId, kind: 'address.change_undone', address });
      return { email, resetPath: path, userErrors: NONE };
    }),
  );
}
