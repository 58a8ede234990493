import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { chosenTeamId } from '../../access.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import { type Refused, refuse } from '../../errors.ts';
import { Install } from '../../installs/store/entities.ts';
import { themeBySlug } from '../../themes/store/theme-by-slug.ts';
import type { Subscription } from '../store/entities.ts';
import { lockLive, lockLiveOfTheme } from '../store/subscriptions.ts';

/** A changed subscription, or why it wasn't changed. */
export type SubscriptionChanged = Refused & { readonly subscription?: Subscription };

/** Kind of product. Apps and themes have separate slugs. */
export type ProductType = 'app' | 'theme';

/** Names a product. */
export interface ProductName {
  readonly type: ProductType;
  readonly slug: string;
}

/**
 * Runs `work` on the chosen team's locked subscription to an app or theme, in its own transaction. Refuses with
 * `NOT_FOUND`.
 */
export async function withSubscription(
  ctx: SubgraphContext,
  { type, slug }: ProductName,
  work: (em: Transaction, subscription: Subscription) => Promise<SubscriptionChanged>,
): Promise<SubscriptionChanged> {
  const teamId = chosenTeamId(ctx);
  return inTransaction(ctx, async (em) => {
    const subscription = await LOCK[type](em, slug, teamId);
    if (subscription) return work(em, subscription);
    return refuse('NOT_FOUND', `The team has no subscription to the ${type} "${slug}".`, ['slug']);
  });
}

type Lock = (em: Transaction, slug: string, teamId: number) => Promise<Subscription | null>;

const LOCK: Readonly<Record<ProductType, Lock>> = {
  app: async (em, slug, teamId) => {
    const app = await appBySlug(em, { slug });
    const install = app && (await em.findOne(Install, { appId: app.id, teamId, isActive: true }));
    return install && lockLive(em, install.id);
  },
  theme: async (em, slug, teamId) => {
    const theme = await themeBySlug(em, { slug });
    return theme && lockLiveOfTheme(em, { teamId, themeId: theme.id });
  },
};
