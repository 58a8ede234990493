import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { StorefrontThemeRow } from '../../store/entities.ts';

/** Removes a theme from a locked storefront, in the caller's transaction. A paid theme's subscription may end. */
export async function removeThemeRow(
  ctx: SubgraphContext,
  em: Transaction,
  theme: StorefrontThemeRow,
): Promise<void> {
  const { teamId, slug } = theme;
  em.remove(theme);
  await em.flush();
  await publish(ctx, em, 'theme.removed', { teamId, slug });
}
