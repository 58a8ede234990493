import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE, type Refused } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { endAccess, endUnproved } from '../steps/end-access.ts';
import { type Started, startSession } from '../steps/start-session.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { endLinks, mintLink, useLink } from '../store/mail-tokens.ts';

export interface FollowedLink {
  /** SHA-256 of the link's token. */
  readonly tokenHash: string;
  /** Network address of the person following the link. */
  readonly address: string;
  readonly userAgent?: string | null;
  /** SHA-256 of the browser's previous session token, to be ended. */
  readonly replaces?: string | null;
}

/** A session; or a path for choosing a password, if the current one may be someone else's. */
export type Verified = Refused & Partial<Started> & { readonly resetPath?: string };

/**
 * Confirms an account's address and signs in. Ends sessions, access tokens and second factors from before the
 * first confirmation. Refuses with `LINK_OVER`.
 */
export async function verifyAccount(ctx: SubgraphContext, followed: FollowedLink): Promise<Verified> {
  const { tokenHash, address, replaces = null, userAgent = null } = followed;
  const verified = await inTransaction(ctx, async (em) => {
    const link = await useLink(ctx, em, 'verify', tokenHash);
    if (!link?.accountId) return null;
    const { accountId } = link;
    const account = await tables(em)
      .selectFrom('accounts')
      .select(['passwordDisputed', 'verifiedAt'])
      .where('id', '=', accountId)
      .where('status', 'in', ['unverified', 'active'])
      .forUpdate()
      .executeTakeFirst();
    if (!account) return null;
    const verifiedAt = account.verifiedAt ?? ctx.clock.now();
    await tables(em)
      .updateTable('accounts')
      .set({ status: 'active', verifiedAt })
      .where('id', '=', accountId)
      .execute();
    if (account.verifiedAt) await endAccess(ctx, em, accountId);
    else await endUnproved(ctx, em, accountId);
    await endLinks(em, accountId, ['reset']);
    await recordAccountEvent(ctx, em, { accountId, kind: 'account.verified', address });
    const reset = account.passwordDisputed ? await mintLink(ctx, em, { accountId, purpose: 'reset' }) : null;
    return { accountId, resetPath: reset?.path ?? null };
  });
  if (!verified) return LINK_OVER;
  const { accountId, resetPath } = verified;
  if (resetPath !== null) return { resetPath, userErrors: NONE };
  const session = await startSession(ctx, accountId, { replaces, address, userAgent });
  return { ...session, userErrors: NONE };
}
