import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { refuseTheme, type ThemePayload } from '../queries/themes.ts';
import { removeThemeRow } from '../steps/remove-theme-row.ts';
import { lockTheme } from '../store/own-themes.ts';

/** Removes a theme with its settings; if it was published, guests see the built-in pages. */
export async function removeTheme(ctx: SubgraphContext, id: string): Promise<ThemePayload> {
  const { payload, changed } = await inTransaction(ctx, async (em) => {
    const own = await lockTheme(em, ctx.viewer, id);
    if ('refusal' in own) return { payload: refuseTheme(own.refusal), changed: null };
    const { storefront, theme } = own;
    const change = `${theme.name} ${theme.label}`;
    await removeThemeRow(ctx, em, theme);
    await recordTeamEvent(ctx, em, [storefront.teamId], {
      kind: 'storefront_theme.removed',
      subject: storefront.name,
      change,
    });
    return { payload: { theme: null, userErrors: [] }, changed: storefront.id };
  });
  if (changed !== null) ctx.services.catalog.changes.announce(changed);
  return payload;
}
