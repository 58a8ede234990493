import type { SubgraphContext } from '#db/context.ts';
import { PasswordsBusy } from '#kit/password-threads.ts';
import { BUSY, type Refused, refuse } from '../../errors.ts';
import { type Counted, countAttempt, undoAttempt } from '../store/failed-attempts.ts';

/** Refusal of an attempt above the limit. */
export const TOO_MANY = refuse('TOO_MANY_ATTEMPTS', 'Too many attempts. Try again in 15 minutes.');

/** Result of an attempt: what was found, or why nothing was looked at. */
export type Attempt<T> = { readonly looked: T } | { readonly refused: Refused };

/**
 * Looks at something that can be guessed; never inside a transaction. The attempt is counted first, in one statement, so that of any
 * number of simultaneous attempts at most `most` are looked at; a right one is taken off the count again. Refuses with
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
