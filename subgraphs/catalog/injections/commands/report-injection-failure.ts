import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { tables } from '../../store/tables.ts';

/**
 * A guest's browser gave a frame up. Anyone can say so, so it proves nothing and nothing is kept of who did: the platform looks at the
 * frame's address itself, at most once an hour, and goes by what it finds (docs/interface/injections.md#frames-that-do-not-load).
 */
export async function reportInjectionFailure(
  ctx: SubgraphContext,
  { storefrontId, placementId }: { readonly storefrontId: string; readonly placementId: string },
): Promise<boolean> {
  const published = await ctx.services.catalog.placements.published(parseId(storefrontId) ?? 0);
  const frame = published.find(({ id, kind }) => String(id) === placementId && kind === 'frame');
  if (!frame?.url) return false;
  const { appSlug, url } = frame;
  const begun = await tables(reader(ctx))
    .insertInto('injection_check')
    .values({ appSlug, url, status: 'looking', loads: 0, failed: 0, nextAt: ctx.clock.now() })
    .onConflict((known) => known.doNothing())
    .returning('url')
    .execute();
  return begun.length > 0;
}
