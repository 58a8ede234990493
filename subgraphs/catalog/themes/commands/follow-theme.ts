import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import type { ThemeEvent } from '#schema/events.ts';
import { MAX_STOREFRONT_THEMES } from '#schema/limits.ts';
import { StorefrontThemeEntity, type StorefrontThemeRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { type LiveThemeQuery, liveThemeDocument } from '../operations/generated.ts';
import { carriedSettings } from '../steps/carried-settings.ts';
import { lockAnyThemes } from '../store/own-themes.ts';

type Live = NonNullable<LiveThemeQuery['liveTheme']>;

/**
 * Brings a theme's live version to the storefronts that use the theme, as a draft with their settings; guests
 * see no change. Safe to repeat.
 */
export async function followTheme(ctx: SubgraphContext, { slug }: ThemeEvent): Promise<void> {
  const { liveTheme: live } = await ctx.execute(liveThemeDocument, { slug }, ctx);
  if (!live) return;
  const using = await tables(reader(ctx))
    .selectFrom('storefront_themes')
    .select('storefrontId')
    .distinct()
    .where('slug', '=', slug)
    .where('status', '!=', 'previous')
    .execute();
  for (const { storefrontId } of using) {
    let isDone = false;
    // If the host changes the theme in the meantime, the draft starts from the changed settings.
    while (!isDone) isDone = await bring(ctx, storefrontId, live);
  }
}

/** Adds the live version to one storefront; false if the theme changed there in the meantime. */
async function bring(ctx: SubgraphContext, storefrontId: number, live: Live): Promise<boolean> {
  const rows = await reader(ctx).find(
    StorefrontThemeEntity,
    { storefrontId, slug: live.slug, status: { $ne: 'previous' } },
    { orderBy: { id: 'desc' } },
  );
  // A waiting theme has the latest settings, otherwise the published one.
  const basis = rows.find(({ status }) => status !== 'published') ?? rows[0];
  if (!basis || basis.number === live.number) return true;
  const settings = await carriedSettings(ctx, basis, live);
  return inTransaction(ctx, async (em) => {
    const own = await lockAnyThemes(em, storefrontId);
    if (!own) return true;
    const theme = own.themes.find(({ id }) => id === basis.id);
    if (theme?.settingsVersion !== basis.settingsVersion || theme.status !== basis.status) return false;
    const isAdded = await writeDraft(ctx, em, { theme, live, settings, count: own.themes.length });
    if (isAdded) {
      await recordTeamEvent(ctx, em, [own.storefront.teamId], {
        kind: 'storefront_theme.received',
        subject: own.storefront.name,
        change: `${live.name} ${live.label}`,
      });
    }
    return true;
  });
}

interface Draft {
  readonly theme: StorefrontThemeRow;
  readonly live: Live;
  readonly settings: StorefrontThemeRow['settings'];
  /** Number of themes on the storefront. */
  readonly count: number;
}

/** Changes a waiting theme, or adds a draft next to the published one; false if the storefront has no room for it. */
async function writeDraft(
  ctx: SubgraphContext,
  em: Transaction,
  { theme, live, settings, count }: Draft,
): Promise<boolean> {
  const { slug, number, name, label, sha256 } = live;
  const next = { slug, number, name, label, sha256, settings, status: 'draft' as const };
  const settingsVersion = theme.settingsVersion + 1;
  if (theme.status !== 'published') Object.assign(theme, { ...next, settingsVersion, problem: null });
  else if (count >= MAX_STOREFRONT_THEMES) return false;
  else {
    const { storefrontId, teamId } = theme;
    const createdAt = ctx.clock.now();
    em.create(StorefrontThemeEntity, { ...next, storefrontId, teamId, settingsVersion, createdAt });
  }
  await em.flush();
  return true;
}
