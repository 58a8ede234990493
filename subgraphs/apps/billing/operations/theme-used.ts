import type { SubgraphContext } from '#db/context.ts';
import { themeUsedDocument } from './generated.ts';

/** True if a team has a theme on any of its storefronts. Never call it inside a transaction. */
export async function isThemeUsed(
  ctx: SubgraphContext,
  { teamId, slug }: { readonly teamId: number; readonly slug: string },
): Promise<boolean> {
  const caller = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  return (await ctx.execute(themeUsedDocument, { teamId: String(teamId), slug }, caller)).themeUsed;
}
