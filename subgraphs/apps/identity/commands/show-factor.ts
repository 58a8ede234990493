import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LINK_OVER, NONE, type Refused, refuse } from '../../errors.ts';
import { attempt } from '../steps/attempt.ts';
import { type Started, startSession } from '../steps/start-session.ts';
import { factorCount, lookUpFactor, useFactor } from '../steps/use-factor.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { findAwaiting } from '../store/awaiting.ts';

export interface ShownFactor {
  /** SHA-256 of the token of the session that awaits the factor. */
  readonly tokenHash: string;
  readonly code?: string | null;
  /** The browser's passkey response, as JSON text. */
  readonly passkey?: string | null;
  /** Network address of the person signing in. */
  readonly address: string;
  readonly userAgent?: string | null;
}

/**
 * Accepts a sign-in's second factor and starts its session with a new token. Refuses with `INVALID`, with
 * `TOO_MANY_ATTEMPTS` after 10 wrong attempts in 15 minutes, with `BUSY`, or with `LINK_OVER` if no sign-in
 * awaits a factor.
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
      ? refuse('INVALID', 'The code is incorrect or was already used.', ['code'])
      : refuse('INVALID', "The passkey wasn't accepted. Try again or use a code.", ['passkey']);
  }
  const factor = used === 'passkey' ? 'hwk' : 'otp';
  const session = await startSession(ctx, accountId, { replaces: tokenHash, address, userAgent, factor });
  return { ...session, userErrors: NONE };
}
