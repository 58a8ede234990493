import type { SubgraphContext } from '#db/context.ts';
import { recordDraftChange } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { MAX_STOREFRONT_THEMES } from '#schema/limits.ts';
import { userError } from '../../errors.ts';
import type { MutationThemeSettingsSetArgs } from '../../generated.ts';
import { StorefrontThemeEntity, type StorefrontThemeRow } from '../../store/entities.ts';
import type { ThemeSettings } from '../domain/theme-status.ts';
import { versionIdOf } from '../domain/version-id.ts';
import { changedSettingsDocument } from '../operations/generated.ts';
import { refuseTheme, type ThemePayload, valuesOf } from '../queries/themes.ts';
import { FROZEN, isFrozen } from '../steps/is-frozen.ts';
import { findOwnTheme, lockTheme, NO_THEME } from '../store/own-themes.ts';

const STALE = userError('STALE_VERSION', 'version', 'The theme changed in the meantime. Review it again.');
const KEPT = userError(
  'INVALID',
  'id',
  'A previous theme keeps its settings. Add the theme again, or publish this one first.',
);

/**
 * Changes a theme's settings, all or nothing; guests see no change. The published theme's change is a new
 * draft (docs/interface/storefront-themes.md#settings).
 */
export async function setThemeSettings(
  ctx: SubgraphContext,
  { id, values, version }: MutationThemeSettingsSetArgs,
): Promise<ThemePayload> {
  const read = await findOwnTheme(reader(ctx), ctx.viewer, id);
  if (!read) return refuseTheme(NO_THEME);
  if (read.status === 'previous') return refuseTheme(KEPT);
  if (read.settingsVersion !== version) return refuseTheme(STALE);
  if (await isFrozen(ctx, read)) return refuseTheme(FROZEN);
  const { themeSettingsChanged: changed } = await ctx.execute(
    changedSettingsDocument,
    { id: versionIdOf(read), kept: valuesOf(read), values },
    ctx,
  );
  if (changed.userErrors.length > 0) {
    const userErrors = changed.userErrors.map(({ field, ...error }) => ({ ...error, field: field ?? null }));
    return { theme: null, userErrors };
  }
  const settings = changed.values as ThemeSettings; // apps returns text by key
  return inTransaction(ctx, async (em): Promise<ThemePayload> => {
    const own = await lockTheme(em, ctx.viewer, id);
    if ('refusal' in own) return refuseTheme(own.refusal);
    const { storefront, theme, themes } = own;
    // The values were checked against the version that was read: nothing may have changed since.
    const isSame = theme.status === read.status && theme.number === read.number;
    if (!isSame || theme.settingsVersion !== version) return refuseTheme(STALE);
    if (theme.status !== 'published') {
      Object.assign(theme, { settings, settingsVersion: version + 1, status: 'draft' });
    } else if (themes.some((one) => one.slug === theme.slug && isWaiting(one))) {
      return refuseTheme(
        userError('STALE_VERSION', 'id', 'This theme has a draft. Change the draft instead.'),
      );
    } else if (themes.length >= MAX_STOREFRONT_THEMES) {
      const message = `A storefront can have at most ${MAX_STOREFRONT_THEMES} themes, including previous ones. Remove one first.`;
      return refuseTheme(userError('LIMIT_REACHED', 'id', message));
    }
    const draft =
      theme.status === 'published' ? em.create(StorefrontThemeEntity, draftOf(ctx, theme, settings)) : theme;
    await em.flush();
    await recordDraftChange(ctx, em, storefront.teamId, {
      kind: 'storefront_theme.updated',
      subject: storefront.name,
      change: theme.name,
    });
    return { theme: draft, userErrors: [] };
  });
}

const isWaiting = ({ status }: StorefrontThemeRow) => status === 'installed' || status === 'draft';

/** A draft of the same version with other settings. */
const draftOf = (
  ctx: SubgraphContext,
  { storefrontId, teamId, slug, number, name, label, sha256, settingsVersion }: StorefrontThemeRow,
  settings: ThemeSettings,
) => ({
  storefrontId,
  teamId,
  slug,
  number,
  name,
  label,
  sha256,
  settings,
  status: 'draft' as const,
  settingsVersion: settingsVersion + 1,
  createdAt: ctx.clock.now(),
});
