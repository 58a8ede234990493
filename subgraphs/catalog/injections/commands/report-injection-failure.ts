import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { tables } from '../../store/tables.ts';

/**
 * Reports that a guest's browser couldn't load a frame. Anyone can call it, so a report proves little, and
 * the sender isn't stored: the platform checks the frame's address itself, at most once an hour, and relies
 * on its own result (docs/interface/injections.md#frames-that-do-not-load).
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
