import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { refuseTheme, type ThemePayload } from '../queries/themes.ts';
import { FROZEN, isFrozen } from '../steps/is-frozen.ts';
import { publishThemeRow } from '../steps/publish-theme-row.ts';
import { findOwnTheme, lockTheme } from '../store/own-themes.ts';

/**
 * Publishes a theme with its settings; the theme published before it is kept as the newest previous one
 * (docs/interface/storefront-themes.md#states).
 */
export async function publishTheme(ctx: SubgraphContext, id: string): Promise<ThemePayload> {
  const read = await findOwnTheme(reader(ctx), ctx.viewer, id);
  if (read && read.status !== 'published' && (await isFrozen(ctx, read))) return refuseTheme(FROZEN);
  const payload = await inTransaction(ctx, async (em): Promise<ThemePayload> => {
    const own = await lockTheme(em, ctx.viewer, id);
    if ('refusal' in own) return refuseTheme(own.refusal);
    const { storefront, theme } = own;
    if (theme.status === 'published') return { theme, userErrors: [] };
    await publishThemeRow(ctx, em, own, theme.id);
    await recordTeamEvent(ctx, em, [storefront.teamId], {
      kind: 'storefront_theme.published',
      subject: storefront.name,
      change: `${theme.name} ${theme.label}`,
    });
    return { theme, userErrors: [] };
  });
  if (payload.theme) ctx.services.catalog.changes.announce(payload.theme.storefrontId);
  return payload;
}
