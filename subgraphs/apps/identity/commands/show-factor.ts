import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { LINK_OVER, NONE, type Refused, refuse } from '../../errors.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { factorCounts, useCode } from '../store/factors.ts';
import { heldBackMs, recordFailure } from '../store/failed-attempts.ts';
import { type Started, startSession } from '../store/start-session.ts';

export interface ShownFactor {
  /** SHA-256 of the session that awaits it. */
  readonly tokenHash: string;
  readonly code: string;
  /** Network address of who signs in. */
  readonly address: string;
  readonly userAgent?: string | null;
}

/**
 * Takes the second factor of a sign-in and begins its session, with a new token. Refuses with `INVALID`, with `TOO_MANY_ATTEMPTS` after 10
 * wrong ones in 15 minutes, or with `LINK_OVER` if no sign-in awaits one.
 */
export async function showFactor(
  ctx: SubgraphContext,
  shown: ShownFactor,
): Promise<Refused & Partial<Started>> {
  const { tokenHash, code, address, userAgent = null } = shown;
  const accountId = await awaiting(ctx, tokenHash);
  if (accountId === null) return LINK_OVER;
  const counts = factorCounts(accountId);
  if ((await heldBackMs(ctx, counts)) !== null) {
    return refuse('TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 15 minutes.');
  }
  const used = await inTransaction(ctx, async (em) => {
    const kind = await useCode(ctx, em, accountId, code);
    if (kind === 'recovery')
      await recordAccountEvent(ctx, em, { accountId, kind: 'recovery_code.used', address });
    if (kind === null)
      await recordAccountEvent(ctx, em, { accountId, kind: 'session.factor_refused', address });
    return kind;
  });
  if (used === null) {
    await recordFailure(ctx, counts);
    return refuse('INVALID', 'The code is incorrect, or was used already.', ['code']);
  }
  const session = await startSession(ctx, accountId, {
    replaces: tokenHash,
    address,
    userAgent,
    factor: 'otp',
  });
  return { ...session, userErrors: NONE };
}

/** The account whose sign-in awaits its second factor; null if none does. */
async function awaiting(ctx: SubgraphContext, tokenHash: string): Promise<number | null> {
  const { rows } = await sql<{ readonly accountId: number }>`
    SELECT s.account_id AS "accountId" FROM apps.host_sessions s JOIN apps.accounts a ON a.id = s.account_id
    WHERE s.token_hash = ${tokenHash} AND s.awaits_factor AND s.expires_at > ${ctx.clock.now()}
      AND a.status IN ('unverified', 'active')`.execute(statements(ctx));
  return rows[0]?.accountId ?? null;
}
