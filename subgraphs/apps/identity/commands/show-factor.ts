import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE, type Refused, refuse } from '../../errors.ts';
import { attempt } from '../steps/attempt.ts';
import { type Started, startSession } from '../steps/start-session.ts';
import { factorCount, lookUpFactor, useFactor } from '../steps/use-factor.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { findAwaiting } from '../store/awaiting.ts';

export interface ShownFactor {
  /** SHA-256 of the session that awaits it. */
  readonly tokenHash: string;
  readonly code?: string | null;
  /** What the browser answered for a passkey, as JSON text. */
  readonly passkey?: string | null;
  /** Network address of who signs in. */
  readonly address: string;
  readonly userAgent?: string | null;
}

/**
 * Takes the second factor of a sign-in and begins its session, with a new token. Refuses with `INVALID`, with `TOO_MANY_ATTEMPTS` after 10
 * wrong ones in 15 minutes, with `BUSY`, or with `LINK_OVER` if no sign-in awaits one.
 */
export async function showFactor(
  ctx: SubgraphContext,
  { tokenHash, code = null, passkey = null, address, userAgent = null }: ShownFactor,
): Promise<Refused & Partial<Started>> {
  const awaiting = await findAwaiting(ctx, tokenHash);
  if (!awaiting) return LINK_OVER;
  const { accountId, sessionId } = awaiting;
  const tried = await attempt(
    ctx,
    factorCount(accountId),
    async () => {
      const shown = await lookUpFactor(ctx, accountId, { sessionId, code, passkey });
      return inTransaction(ctx, async (em) => {
        const kind = await useFactor(ctx, em, accountId, shown);
        if (kind === 'recovery')
          await recordAccountEvent(ctx, em, { accountId, kind: 'recovery_code.used', address });
        if (kind === null)
          await recordAccountEvent(ctx, em, { accountId, kind: 'session.factor_refused', address });
        return kind;
      });
    },
    (kind) => kind === null,
  );
  if ('refused' in tried) return tried.refused;
  const { looked: used } = tried;
  if (used === null) {
    return passkey === null
      ? refuse('INVALID', 'The code is incorrect, or was used already.', ['code'])
      : refuse('INVALID', 'The passkey was not accepted. Try again, or use a code.', ['passkey']);
  }
  const factor = used === 'passkey' ? 'hwk' : 'otp';
  const session = await startSession(ctx, accountId, { replaces: tokenHash, address, userAgent, factor });
  return { ...session, userErrors: NONE };
}
