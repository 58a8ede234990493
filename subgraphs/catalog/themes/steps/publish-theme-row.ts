import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { publicationOf } from '../domain/theme-status.ts';
import type { OwnThemes } from '../store/own-themes.ts';
import { removeThemeRow } from './remove-theme-row.ts';

/**
 * Publishes a locked storefront's theme, or the built-in pages for null, in the caller's transaction.
 * The replaced theme becomes the newest previous one.
 */
export async function publishThemeRow(
  ctx: SubgraphContext,
  em: Transaction,
  { themes }: OwnThemes,
  id: number | null,
): Promise<void> {
  const { publish, replace, drop } = publicationOf(themes, id);
  const now = ctx.clock.now();
  for (const theme of themes) {
    if (theme.id === replace) Object.assign(theme, { status: 'previous', replacedAt: now });
    if (drop.includes(theme.id)) await removeThemeRow(ctx, em, theme);
  }
  // At most one theme may be published at any time, so the other one comes first.
  await em.flush();
  const shown = themes.find((theme) => theme.id === publish);
  if (!shown) return;
  const clean = { problem: null, failures: [], replacedAt: null };
  Object.assign(shown, { ...clean, status: 'published', publishedAt: now });
  await em.flush();
}
