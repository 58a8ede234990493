import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { MAX_STOREFRONT_THEMES } from '#schema/limits.ts';
import { userError } from '../../errors.ts';
import { StorefrontThemeEntity, type StorefrontThemeRow } from '../../store/entities.ts';
import { liveThemeDocument } from '../operations/generated.ts';
import { listThemes, refuseTheme, type ThemePayload } from '../queries/themes.ts';
import { carriedSettings } from '../steps/carried-settings.ts';
import { lockThemes } from '../store/own-themes.ts';

const NO_STORE_THEME = userError('NOT_FOUND', 'slug', 'There is no such theme that your team can add.');

/**
 * Adds a theme's live version to a storefront, with the settings that the theme had there before. A theme that
 * is already waiting to be published is returned unchanged (docs/interface/storefront-themes.md#installing).
 */
export async function installTheme(
  ctx: SubgraphContext,
  { storefrontId, slug }: { readonly storefrontId: string; readonly slug: string },
): Promise<ThemePayload> {
  const { liveTheme: live } = await ctx.execute(liveThemeDocument, { slug }, ctx);
  const earlier = newestOf(await listThemes(ctx, storefrontId), slug);
  const settings = live && earlier ? await carriedSettings(ctx, earlier, live) : {};
  return inTransaction(ctx, async (em): Promise<ThemePayload> => {
    const own = await lockThemes(em, ctx.viewer, storefrontId);
    if ('refusal' in own) return refuseTheme(own.refusal);
    if (!live) return refuseTheme(NO_STORE_THEME);
    const { storefront, themes } = own;
    const waiting = themes.find((one) => one.slug === slug && isWaiting(one));
    if (waiting) return { theme: waiting, userErrors: [] };
    if (themes.length >= MAX_STOREFRONT_THEMES) {
      const message = `A storefront can have at most ${MAX_STOREFRONT_THEMES} themes, including previous ones. Remove one first.`;
      return refuseTheme(userError('LIMIT_REACHED', 'slug', message));
    }
    const theme = em.create(StorefrontThemeEntity, {
      ...live,
      storefrontId: storefront.id,
      teamId: storefront.teamId,
      status: 'installed',
      settings,
      settingsVersion: 1,
      createdAt: ctx.clock.now(),
    });
    await em.flush();
    const change = `${live.name} ${live.label}`;
    await recordTeamEvent(ctx, em, [storefront.teamId], {
      kind: 'storefront_theme.installed',
      subject: storefront.name,
      change,
    });
    return { theme, userErrors: [] };
  });
}

/** True for a theme that guests haven't seen yet. */
const isWaiting = ({ status }: StorefrontThemeRow) => status === 'installed' || status === 'draft';

/** Returns the theme's published version on the storefront, otherwise its newest; undefined if there is none. */
function newestOf(themes: readonly StorefrontThemeRow[], slug: string): StorefrontThemeRow | undefined {
  const same = themes.filter((one) => one.slug === slug);
  return same.find(({ status }) => status === 'published') ?? same[0];
}
