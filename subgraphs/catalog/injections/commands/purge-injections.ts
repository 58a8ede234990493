import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { InjectionPlacementEntity } from '../../store/entities.ts';

/** Placements to remove: an install's, or a team's placements for an app up to a time. */
type Whose =
  | { readonly installId: number }
  | { readonly teamId: number; readonly appSlug: string; readonly createdAt: { readonly $lte: Date } };

/** Removes an ended install's placements from pages and returns their number. Safe to repeat. */
export async function purgeInjections(ctx: SubgraphContext, whose: Whose): Promise<number> {
  const storefronts = await inTransaction(ctx, async (em) => {
    const placed = await em.find(InjectionPlacementEntity, whose, { orderBy: { id: 'asc' } });
    for (const placement of placed) em.remove(placement);
    await em.flush();
    return placed.map(({ storefront }) => storefront.id);
  });
  for (const id of new Set(storefronts)) ctx.services.catalog.changes.announce(id);
  return storefronts.length;
}
