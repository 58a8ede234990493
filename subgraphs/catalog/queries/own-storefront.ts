import type { SubgraphContext } from '#db/context.ts';
import { requireStorefront, teamOf } from '../access.ts';
import { storefrontById } from './storefronts.ts';

/** A storefront that the viewer may ask about: an agent came to it, a host's team owns it. Throws `ACCESS_DENIED` for any other. */
export async function ownStorefrontId(ctx: SubgraphContext, id: number | null): Promise<number> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser') return requireStorefront(viewer, id);
  const found = id === null ? null : await storefrontById(ctx, id);
  return requireStorefront(viewer, found?.teamId === teamOf(viewer) ? id : null);
}
