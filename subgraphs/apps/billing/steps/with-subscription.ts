import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { chosenTeamId } from '../../access.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import { type Refused, refuse } from '../../errors.ts';
import { Install } from '../../installs/store/entities.ts';
import type { Subscription } from '../store/entities.ts';
import { lockLive } from '../store/subscriptions.ts';

/** A changed subscription, or why it wasn't changed. */
export type SubscriptionChanged = Refused & { readonly subscription?: Subscription };

/** Runs `work` on the chosen team's locked subscription to an app, in its own transaction. Refuses with `NOT_FOUND`. */
export async function withSubscription(
  ctx: SubgraphContext,
  slug: string,
  work: (em: Transaction, subscription: Subscription) => Promise<SubscriptionChanged>,
): Promise<SubscriptionChanged> {
  const teamId = chosenTeamId(ctx);
  return inTransaction(ctx, async (em) => {
    const app = await appBySlug(em, { slug });
    const install = app && (await em.findOne(Install, { appId: app.id, teamId, isActive: true }));
    const subscription = install && (await lockLive(em, install.id));
    if (subscription) return work(em, subscription);
    return refuse('NOT_FOUND', `The team has no subscription to the app "${slug}".`, ['slug']);
  });
}
