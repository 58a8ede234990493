import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { NO_PLACEMENT } from '../../errors.ts';
import { announcePlacement } from '../steps/announce-placement.ts';
import { lockPlaced, ownPlacement, type PlacementPayload, record, refuse } from '../store/injections.ts';

/** Removes a placement; pages stop showing it from the next load. */
export async function removeInjection(ctx: SubgraphContext, id: string): Promise<PlacementPayload> {
  const payload = await inTransaction(ctx, async (em): Promise<PlacementPayload> => {
    const found = await ownPlacement(em, ctx.viewer, id);
    if (!found) return refuse(NO_PLACEMENT);
    const { storefront } = found;
    const placement = (await lockPlaced(em, storefront.id)).find((one) => one.id === found.id);
    if (!placement) return refuse(NO_PLACEMENT);
    const gone = {
      ...record(placement, storefront),
      status: 'gone' as const,
      version: placement.version + 1,
    };
    em.remove(placement);
    await em.flush();
    await announcePlacement(ctx, em, gone, 'removed');
    return { placement: gone, userErrors: [] };
  });
  if (payload.placement) ctx.services.catalog.changes.announce(payload.placement.storefront.id);
  return payload;
}
