import type { SubgraphContext } from '#db/context.ts';
import type { StorefrontThemeRow } from '../../store/entities.ts';
import type { ThemeSettings } from '../domain/theme-status.ts';
import { versionIdOf } from '../domain/version-id.ts';
import { changedSettingsDocument } from '../operations/generated.ts';
import { valuesOf } from '../queries/themes.ts';

type Versioned = Pick<StorefrontThemeRow, 'slug' | 'number'>;

/** Returns the settings of a theme on a storefront that another version still accepts. Must run outside of a transaction. */
export async function carriedSettings(
  ctx: SubgraphContext,
  theme: Versioned & Pick<StorefrontThemeRow, 'settings'>,
  to: Versioned,
): Promise<ThemeSettings> {
  if (Object.keys(theme.settings).length === 0) return {};
  const { themeSettingsChanged: changed } = await ctx.execute(
    changedSettingsDocument,
    { id: versionIdOf(to), from: versionIdOf(theme), kept: valuesOf(theme), values: [] },
    ctx,
  );
  return changed.values as ThemeSettings; // apps returns text by key
}
