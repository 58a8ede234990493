import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';

/** Returns a storefront's revision for pages without dates (schema, `pageRevision`). */
export const pageRevision = (ctx: SubgraphContext, storefrontId: string): Promise<string | null> =>
  ctx.services.catalog.readModel.revision(parseId(storefrontId) ?? 0);
