import type { SubgraphContext } from '#db/context.ts';
import { purgeInjectionsDocument } from './generated.ts';

/**
 * Removes what an install added to pages, now; the event of its end does the same later where this call did not get through. Never
 * inside a transaction.
 */
export async function purgeInjections(ctx: SubgraphContext, installId: number): Promise<void> {
  const platform = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  await ctx.execute(purgeInjectionsDocument, { installId: String(installId) }, platform);
}
