import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { Theme } from '../../themes/store/entities.ts';
import type { Subscription } from '../store/entities.ts';
import { endLocked } from './end-subscription.ts';

/**
 * Ends a locked subscription to a theme, in the caller's transaction. The theme is then removed from the team's
 * storefronts.
 */
export async function endThemeSubscription(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Subscription,
): Promise<void> {
  const { teamId, themeId } = subscription;
  await endLocked(ctx, em, subscription);
  const { slug } = await em.findOneOrFail(Theme, { id: themeId ?? 0 });
  await publish(ctx, em, 'theme.subscription_ended', { teamId, slug });
}
