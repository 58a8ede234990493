import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { developerId } from '../../access.ts';
import { siteOf } from '../operations/site-of.ts';
import { copyOfToken } from '../store/copy-token.ts';
import { ThemeCopy } from '../store/entities.ts';

/** Returns the development copy that a preview token gives access to; null without a valid token. */
export async function findPreviewedCopy(
  ctx: SubgraphContext,
  { storefrontId, preview }: { readonly storefrontId: string; readonly preview: string },
): Promise<ThemeCopy | null> {
  const site = parseId(storefrontId) ?? 0;
  const id = copyOfToken(ctx, site, preview);
  return id === null ? null : reader(ctx).findOne(ThemeCopy, { id, storefrontId: site });
}

/** Returns the account's development copy of a theme on a storefront; null if there is none. */
export async function findOwnCopy(
  ctx: SubgraphContext,
  { slug, storefront }: { readonly slug: string; readonly storefront: string },
): Promise<ThemeCopy | null> {
  const site = await siteOf(ctx, storefront);
  return site && reader(ctx).findOne(ThemeCopy, { accountId: developerId(ctx), storefrontId: site.id, slug });
}
