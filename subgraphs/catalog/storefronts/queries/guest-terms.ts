import type { SubgraphContext } from '#db/context.ts';
import { reachOf } from '../../access.ts';
import type { GuestTerms } from '../../generated.ts';
import { storefrontById } from './storefronts.ts';

/** Returns a storefront's settings for guests after booking. Null if the viewer doesn't have access. */
export async function guestTerms(ctx: SubgraphContext, id: number): Promise<GuestTerms | null> {
  const found = await storefrontById(ctx, id);
  const { storefrontId, teamId } = reachOf(ctx.viewer);
  if (!found || (storefrontId ?? id) !== id || (teamId ?? found.teamId) !== found.teamId) return null;
  const { guestChanges, guestCancellation, automaticRefunds } = found;
  return { guestChanges, guestCancellation, automaticRefunds };
}
