import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ownSessionId, panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { ELEVATED_MS } from '../domain/sessions.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { HostSession } from '../store/entities.ts';
import { factorCounts, useFactor } from '../store/factors.ts';
import { heldBackMs, recordFailure } from '../store/failed-attempts.ts';
import { refuseUnlessPassword, TOO_MANY } from '../store/own-password.ts';

/** What proves that the owner asks: either suffices. */
export interface Proof {
  readonly password?: string | null;
  readonly code?: string | null;
  readonly passkey?: string | null;
}

/**
 * Lets the session of the one who asks do for 10 minutes what needs a fresh proof of who it is. Refuses with `INVALID` or
 * `TOO_MANY_ATTEMPTS` (docs/interface/accounts.md#security).
 */
export async function elevateSession(
  ctx: SubgraphContext,
  proof: Proof,
): Promise<Refused & { readonly elevatedUntil?: Date }> {
  const accountId = panelUserId(ctx);
  const refused =
    proof.password == null
      ? await refuseUnlessFactor(ctx, accountId, proof)
      : await refuseUnlessPassword(ctx, accountId, proof.password, ['input', 'password']);
  if (refused) return refused;
  const elevatedUntil = new Date(ctx.clock.now().getTime() + ELEVATED_MS);
  return inTransaction(ctx, async (em) => {
    await em.nativeUpdate(HostSession, { id: ownSessionId(ctx) }, { elevatedUntil });
    const event = { accountId, kind: 'session.elevated', address: ctx.address ?? null } as const;
    await recordAccountEvent(ctx, em, event);
    return { elevatedUntil, userErrors: NONE };
  });
}

async function refuseUnlessFactor(
  ctx: SubgraphContext,
  accountId: number,
  { code, passkey }: Proof,
): Promise<Refused | null> {
  if (code == null && passkey == null) {
    return refuse('INVALID', 'Enter your password, a code, or use a passkey.', ['input']);
  }
  const counts = factorCounts(accountId);
  if ((await heldBackMs(ctx, counts)) !== null) return TOO_MANY;
  const shown = { sessionId: ownSessionId(ctx), code: code?.slice(0, 40) ?? null, passkey: passkey ?? null };
  const used = await inTransaction(ctx, (em) => useFactor(ctx, em, accountId, shown));
  if (used !== null) return null;
  await recordFailure(ctx, counts);
  const field = ['input', passkey == null ? 'code' : 'passkey'];
  return refuse('INVALID', 'The code or passkey is incorrect, or was used already.', field);
}
