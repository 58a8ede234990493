import type { SubgraphContext } from '#db/context.ts';
import { PasswordsBusy } from '#kit/password-threads.ts';
import { BUSY, type Refused, refuse } from '../../errors.ts';
import { type Counted, countAttempt, undoAttempt } from '../store/failed-attempts.ts';

/** Refusal of an attempt above the limit. */
export const TOO_MANY = refuse('TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 15 minutes.');

/** Result of an attempt: what was found, or why it wasn't checked. */
export type Attempt<T> = { readonly looked: T } | { readonly refused: Refused };

/**
 * Checks a guessable value; never call it inside a transaction. Counts the attempt first, in one statement,
 * so that at most `most` concurrent attempts are checked; a correct one is then uncounted. Refuses with
 * `TOO_MANY_ATTEMPTS` or `BUSY`.
 */
export async function attempt<T>(
  ctx: SubgraphContext,
  count: Counted,
  look: () => Promise<T>,
  isWrong: (looked: T) => boolean,
  tooMany: Refused = TOO_MANY,
): Promise<Attempt<T>> {
  const endsAt = await countAttempt(ctx, count);
  if (endsAt === null) return { refused: tooMany };
  try {
    const looked = await look();
    if (!isWrong(looked)) await undoAttempt(ctx, count, endsAt);
    return { looked };
  } catch (error) {
    if (!(error instanceof PasswordsBusy)) throw error;
    await undoAttempt(ctx, count, endsAt);
    return { refused: BUSY };
  }
}
