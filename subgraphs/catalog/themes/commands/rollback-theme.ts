import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { userError } from '../../errors.ts';
import { rollbackTo } from '../domain/theme-status.ts';
import { refuseTheme, type ThemePayload } from '../queries/themes.ts';
import { publishThemeRow } from '../steps/publish-theme-row.ts';
import { lockThemes } from '../store/own-themes.ts';

const NOTHING_EARLIER = userError(
  'NOT_FOUND',
  'storefrontId',
  'No theme was published before. Publish one first.',
);

/**
 * Publishes the newest previous theme again, or the built-in pages if there is none. A second rollback undoes
 * the first (docs/interface/storefront-themes.md#rolling-back).
 */
export async function rollbackTheme(ctx: SubgraphContext, storefrontId: string): Promise<ThemePayload> {
  const { payload, changed } = await inTransaction(ctx, async (em) => {
    const own = await lockThemes(em, ctx.viewer, storefrontId);
    if ('refusal' in own) return { payload: refuseTheme(own.refusal), changed: null };
    const { storefront, themes } = own;
    const id = rollbackTo(themes);
    if (id === undefined) return { payload: refuseTheme(NOTHING_EARLIER), changed: null };
    const theme = themes.find((one) => one.id === id) ?? null;
    await publishThemeRow(ctx, em, own, id);
    await recordTeamEvent(ctx, em, [storefront.teamId], {
      kind: 'storefront_theme.rolled_back',
      subject: storefront.name,
      change: theme ? `${theme.name} ${theme.label}` : 'The platform’s own pages',
    });
    return { payload: { theme, userErrors: [] }, changed: storefront.id };
  });
  if (changed !== null) ctx.services.catalog.changes.announce(changed);
  return payload;
}
