import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { requireElevated } from '#kit/access.ts';
import { MAX_STOREFRONT_THEMES } from '#schema/limits.ts';
import { userError } from '../../errors.ts';
import type { MutationThemeInstallArgs, UserError } from '../../generated.ts';
import { StorefrontThemeEntity, type StorefrontThemeRow } from '../../store/entities.ts';
import { liveThemeDocument, subscribeToThemeDocument } from '../operations/generated.ts';
import { listThemes, refuseTheme, type ThemePayload } from '../queries/themes.ts';
import { carriedSettings } from '../steps/carried-settings.ts';
import { lockThemes } from '../store/own-themes.ts';

const NO_STORE_THEME = userError('NOT_FOUND', 'slug', 'There is no such theme that your team can add.');

/**
 * Adds a theme's live version to a storefront, with the settings that the theme had there before. A theme that
 * is already waiting to be published is returned unchanged. A paid theme's subscription begins first, and a repeated call
 * uses it (docs/interface/storefront-themes.md#installing).
 */
export async function installTheme(
  ctx: SubgraphContext,
  { storefrontId, slug, plan = null, planVersion = null }: MutationThemeInstallArgs,
): Promise<ThemePayload> {
  const { liveTheme: live } = await ctx.execute(liveThemeDocument, { slug }, ctx);
  // Nothing is charged for a theme that has no place on the storefront.
  const refused = live && (await inTransaction(ctx, (em) => refuseWithoutPlace(em, ctx, storefrontId, slug)));
  if (refused) return refuseTheme(refused);
  if (live) {
    const asked = { slug, plan, planVersion };
    const { userErrors } = (await ctx.execute(subscribeToThemeDocument, asked, ctx)).themeSubscribe;
    if (userErrors.some(({ code }) => code === 'STEP_UP_REQUIRED')) requireElevated(ctx.viewer);
    if (userErrors.length > 0)
      return refuseTheme(...userErrors.map(({ field, ...error }) => ({ ...error, field: field ?? null })));
  }
  const earlier = newestOf(await listThemes(ctx, storefrontId), slug);
  const settings = live && earlier ? await carriedSettings(ctx, earlier, live) : {};
  return inTransaction(ctx, async (em): Promise<ThemePayload> => {
    const own = await lockThemes(em, ctx.viewer, storefrontId);
    if ('refusal' in own) return refuseTheme(own.refusal);
    if (!live) return refuseTheme(NO_STORE_THEME);
    const { storefront, themes } = own;
    const waiting = themes.find((one) => one.slug === slug && isWaiting(one));
    if (waiting) return { theme: waiting, userErrors: [] };
    if (themes.length >= MAX_STOREFRONT_THEMES) return refuseTheme(FULL);
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

const FULL = userError(
  'LIMIT_REACHED',
  'slug',
  `A storefront can have at most ${MAX_STOREFRONT_THEMES} themes, including previous ones. Remove one first.`,
);

/** Returns the reason why the storefront has no room for the theme; null if it has. */
async function refuseWithoutPlace(
  em: Transaction,
  { viewer }: SubgraphContext,
  storefrontId: string,
  slug: string,
): Promise<UserError | null> {
  const own = await lockThemes(em, viewer, storefrontId);
  if ('refusal' in own) return own.refusal;
  const isFull = own.themes.length >= MAX_STOREFRONT_THEMES;
  return isFull && !own.themes.some((one) => one.slug === slug && isWaiting(one)) ? FULL : null;
}

/** True for a theme that guests haven't seen yet. */
const isWaiting = ({ status }: StorefrontThemeRow) => status === 'installed' || status === 'draft';

/** Returns the theme's published version on the storefront, otherwise its newest; undefined if there is none. */
function newestOf(themes: readonly StorefrontThemeRow[], slug: string): StorefrontThemeRow | undefined {
  const same = themes.filter((one) => one.slug === slug);
  return same.find(({ status }) => status === 'published') ?? same[0];
}
