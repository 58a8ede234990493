import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { ownSessionId, panelUserId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { ELEVATED_MS } from '../domain/sessions.ts';
import { attempt } from '../steps/attempt.ts';
import { refuseUnlessPassword } from '../steps/refuse-unless-password.ts';
import { factorCount, lookUpFactor, useFactor } from '../steps/use-factor.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { HostSession } from '../store/entities.ts';

/** Proof that the caller is the owner; either field suffices. */
export interface Proof {
  readonly password?: string | null;
  readonly code?: string | null;
  readonly passkey?: string | null;
}

/**
 * Elevates the caller's session for 10 minutes, for actions that require fresh proof of identity. Refuses
 * with `INVALID`, `TOO_MANY_ATTEMPTS` or `BUSY` (docs/interface/accounts.md#security).
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
    return refuse('INVALID', 'Enter your password or a code, or use a passkey.', ['input']);
  }
  const shown = { sessionId: ownSessionId(ctx), code: code?.slice(0, 40) ?? null, passkey: passkey ?? null };
  const tried = await attempt(
    ctx,
    factorCount(accountId),
    async () => {
      const lookedUp = await lookUpFactor(ctx, accountId, shown);
      return inTransaction(ctx, (em) => useFactor(ctx, em, accountId, lookedUp));
    },
    (used) => used === null,
  );
  if ('refused' in tried) return tried.refused;
  if (tried.looked !== null) return null;
  const field = ['input', passkey == null ? 'code' : 'passkey'];
  return refuse('INVALID', 'The code or passkey is incorrect or was already used.', field);
}
