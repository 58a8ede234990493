import type { SubgraphContext } from '#db/context.ts';
import { forEachAtOnce } from '#kit/for-each-at-once.ts';
import { endCompletion } from '../operations/end-completion.ts';
import { INTERRUPTED_AFTER_MS, takeOver } from '../operations/recover-completion.ts';

/**
 * Finishes interrupted completions by repeating steps two and three. Several processes share the work: taking
 * over an attempt reserves it until it would count as interrupted again.
 */
export async function recoverCompletions(ctx: SubgraphContext): Promise<void> {
  const interrupted = await takeOver(ctx, INTERRUPTED_AFTER_MS.job);
  await forEachAtOnce(interrupted, (session) => endCompletion(ctx, session));
}
