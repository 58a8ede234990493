import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { LINK_OVER, NONE, type Refused } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { endUnproved } from '../steps/end-access.ts';
import { freeAddress } from '../steps/free-address.ts';
import { isTaken, unlessProvedByAnother } from '../steps/new-account.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { endLinks, mintLink, useLink } from '../store/mail-tokens.ts';
import { lockOwnAccount } from '../store/own-account.ts';
import type { FollowedLink } from './verify-account.ts';

/** The account's new address; and a path for choosing a password, if that's the next step. */
export type AddressChanged = Refused & { readonly email?: string; readonly resetPath?: string };

/**
 * Changes an account's address when the owner of the new address follows the link. If the earlier address was
 * confirmed, it gets a link that restores it for 72 hours. Refuses with `LINK_OVER` or `EMAIL_TAKEN`, which
 * closes the link.
 */
export async function confirmAddress(
  ctx: SubgraphContext,
  { tokenHash, address }: FollowedLink,
): Promise<AddressChanged> {
  const changed = await unlessProvedByAnother<AddressChanged>(() =>
    inTransaction(ctx, async (em): Promise<AddressChanged> => {
      const link = await useLink(ctx, em, 'change', tokenHash);
      if (!link?.accountId || link.email === null) return LINK_OVER;
      const { accountId, email } = link;
      const { email: earlier, name, verifiedAt } = await lockOwnAccount(em, accountId);
      await freeAddress(ctx, em, email, accountId);
      const { numUpdatedRows } = await tables(em)
        .updateTable('accounts')
        .set({ email, status: 'active' })
        .set(({ fn, val }) => ({ verifiedAt: fn.coalesce('verifiedAt', val(ctx.clock.now())) }))
        .where('id', '=', accountId)
        .where('status', 'in', ['unverified', 'active'])
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return LINK_OVER;
      await endLinks(em, accountId, ['verify', 'reset', 'stop']);
      if (verifiedAt) {
        const since = link.createdAt;
        const undo = await mintLink(ctx, em, { accountId, purpose: 'undo', email: earlier, since });
        await writeMail(ctx, em, {
          key: `address-changed/${link.id}`,
          to: earlier,
          template: 'address-changed',
          params: { name, to: email },
          link: undo.path,
          expiresAt: undo.expiresAt,
        });
      } else {
        await endUnproved(ctx, em, accountId);
      }
      await recordAccountEvent(ctx, em, { accountId, kind: 'address.changed', address });
      return { email, userErrors: NONE };
    }),
  );
  // Another account has the address permanently: the link would never work.
  if (isTaken(changed)) await inTransaction(ctx, (em) => useLink(ctx, em, 'change', tokenHash));
  return changed;
}
