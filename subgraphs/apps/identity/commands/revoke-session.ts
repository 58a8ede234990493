import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { HostSession } from '../store/entities.ts';
import { endLinks } from '../store/mail-tokens.ts';

/**
 * Ends a session of the account, or all except the current one, together with any address change requested
 * there. Refuses with `NOT_FOUND`.
 */
export async function revokeSession(
  ctx: SubgraphContext,
  id: string | null,
): Promise<Refused & { readonly ended?: number }> {
  const accountId = panelUserId(ctx);
  const current = ctx.viewer.kind === 'hostUser' ? ctx.viewer.sessionId : 0;
  return inTransaction(ctx, async (em) => {
    const ended = await em.nativeDelete(HostSession, {
      accountId,
      id: id === null ? { $ne: current } : (parseWideId(id) ?? 0),
    });
    if (id !== null && ended === 0) {
      return refuse('NOT_FOUND', 'Your account has no such session.', ['id']);
    }
    if (ended > 0) {
      await endLinks(em, accountId, ['change']);
      const event = { accountId, kind: 'session.revoked', address: ctx.address ?? null } as const;
      await recordAccountEvent(ctx, em, event);
    }
    return { ended, userErrors: NONE };
  });
}
