import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordAccountEvent } from '../store/account-events.ts';

/** Ends one of the account's sessions, or every one but the current. Refuses with `NOT_FOUND`. */
export async function revokeSession(
  ctx: SubgraphContext,
  id: string | null,
): Promise<Refused & { readonly ended?: number }> {
  const accountId = panelUserId(ctx);
  const current = ctx.viewer.kind === 'hostUser' ? ctx.viewer.sessionId : 0;
  const which = id === null ? sql`id <> ${current}` : sql`id = ${parseId(id) ?? 0}`;
  return inTransaction(ctx, async (em) => {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM apps.host_sessions WHERE account_id = ${accountId} AND ${which}`.execute(
      em.getKysely<unknown>(),
    );
    if (id !== null && numAffectedRows === 0n) {
      return refuse('NOT_FOUND', 'Your account has no such session.', ['id']);
    }
    if (numAffectedRows > 0n) {
      const event = { accountId, kind: 'session.revoked', address: ctx.address ?? null } as const;
      await recordAccountEvent(ctx, em, event);
    }
    return { ended: Number(numAffectedRows), userErrors: NONE };
  });
}
