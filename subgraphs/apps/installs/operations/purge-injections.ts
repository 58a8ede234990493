import type { SubgraphContext } from '#db/context.ts';
import { purgeInjectionsDocument } from './generated.ts';

/**
 * Removes an install's additions to pages immediately; if this call fails, the uninstall event does so later.
 * Never call it inside a transaction.
 */
export async function purgeInjections(ctx: SubgraphContext, installId: number): Promise<void> {
  const platform = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  await ctx.execute(purgeInjectionsDocument, { installId: String(installId) }, platform);
}
