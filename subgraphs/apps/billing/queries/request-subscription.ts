import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { Plan } from '../store/entities.ts';

/**
 * Returns the address in the panel where the calling app's host can choose a plan. Refuses with `NOT_FOUND` if the app
 * has no such plan.
 */
export async function requestSubscription(
  ctx: SubgraphContext,
  { plan: key }: { readonly plan: string },
): Promise<Refused & { readonly url?: string }> {
  const { viewer } = ctx;
  if (viewer.kind !== 'app') throw new Error('Only apps request subscriptions.');
  const plan = await reader(ctx).findOne(Plan, { appId: viewer.appId, key, isCurrent: true, active: true });
  if (!plan) return refuse('NOT_FOUND', `The app has no plan "${key}" that can be chosen.`, ['plan']);
  const url = new URL(`/panel/installed/${viewer.appSlug}`, platformOrigin(ctx));
  url.searchParams.set('plan', key);
  return { url: url.href, userErrors: NONE };
}
