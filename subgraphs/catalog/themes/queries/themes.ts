import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import { teamOf } from '../../access.ts';
import type { ThemePreview, UserError } from '../../generated.ts';
import { StorefrontEntity, StorefrontThemeEntity, type StorefrontThemeRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { PREVIEW_LIFE_MS, themePreviewToken } from '../../storefronts/store/preview-token.ts';
import { findOwnTheme } from '../store/own-themes.ts';

/** Result of changing a storefront's themes. */
export interface ThemePayload {
  readonly theme: StorefrontThemeRow | null;
  readonly userErrors: readonly UserError[];
}

export const refuseTheme = (...userErrors: readonly UserError[]): ThemePayload => ({
  theme: null,
  userErrors,
});

/** Themes on a storefront of the team, newest first. */
export const listThemes = (
  ctx: SubgraphContext,
  storefrontId: string,
): Promise<readonly StorefrontThemeRow[]> =>
  reader(ctx).find(
    StorefrontThemeEntity,
    { storefrontId: parseId(storefrontId) ?? 0, teamId: teamOf(ctx.viewer) },
    { orderBy: { id: 'desc' } },
  );

/** True if a team has a theme on an open storefront. */
export async function isThemeUsed(
  ctx: SubgraphContext,
  { teamId, slug }: { readonly teamId: string; readonly slug: string },
): Promise<boolean> {
  const found = await tables(reader(ctx))
    .selectFrom('storefront_themes as t')
    .innerJoin('storefront as s', 's.id', 't.storefrontId')
    .select('t.id')
    .where('t.teamId', '=', parseId(teamId) ?? 0)
    .where('t.slug', '=', slug)
    .where('s.closedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns a link that shows the site with a theme of the team; null for any other theme. */
export async function previewTheme(ctx: SubgraphContext, id: string): Promise<ThemePreview | null> {
  const theme = await findOwnTheme(reader(ctx), ctx.viewer, id);
  const storefront =
    theme && (await reader(ctx).findOne(StorefrontEntity, { id: theme.storefrontId, teamId: theme.teamId }));
  if (!storefront) return null;
  const token = themePreviewToken(ctx, storefront.id, theme.id);
  return {
    url: `${platformOrigin(ctx)}/theme-preview/${storefront.domain}?preview=${token}`,
    siteUrl: `${storefrontOrigin(ctx, storefront.domain)}/theme-preview?preview=${token}`,
    expiresAt: new Date(ctx.clock.now().getTime() + PREVIEW_LIFE_MS),
  };
}

/** The host's values as a list, in the order of their keys. */
export const valuesOf = ({ settings }: Pick<StorefrontThemeRow, 'settings'>) =>
  Object.entries(settings)
    .map(([key, value]) => ({ key, value }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
