import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { StorefrontLookEntity, StorefrontThemeEntity } from '../../store/entities.ts';
import { UNTOUCHED } from '../../storefronts/store/own-look.ts';
import { isPreviewOf, themeOfPreview } from '../../storefronts/store/preview-token.ts';
import { type ShownLook, type ShownTheme, showLook, showTheme } from '../read-model/looks.ts';

/** Returns a storefront's draft look for a viewer with a valid preview token; otherwise null. */
export async function previewedLook(
  ctx: SubgraphContext,
  { storefrontId, preview }: { readonly storefrontId: string; readonly preview: string },
): Promise<ShownLook | null> {
  const id = parseId(storefrontId) ?? 0;
  if (!isPreviewOf(ctx, id, preview)) return null;
  const { draft, version } =
    (await reader(ctx).findOne(StorefrontLookEntity, { storefrontId: id })) ?? UNTOUCHED;
  return showLook(ctx, draft, version);
}

/** Returns one of a storefront's themes for a viewer with the theme's preview token; otherwise null. */
export async function previewedTheme(
  ctx: SubgraphContext,
  { storefrontId, preview }: { readonly storefrontId: string; readonly preview: string },
): Promise<ShownTheme | null> {
  const storefront = parseId(storefrontId) ?? 0;
  const id = themeOfPreview(ctx, storefront, preview);
  if (id === null) return null;
  const theme = await reader(ctx).findOne(StorefrontThemeEntity, { id, storefrontId: storefront });
  return theme && showTheme(theme);
}
