import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { announceInstalls } from '../steps/announce-installs.ts';
import { markUndeclaredSettings } from '../store/settings.ts';

/**
 * Updates an app's installs after their running version changed, in the caller's transaction: announces them
 * and keeps the settings it declares.
 */
export async function updateInstalls(
  ctx: SubgraphContext,
  em: Transaction,
  { appId }: { readonly appId: number },
): Promise<void> {
  await announceInstalls(ctx, em, { appId });
  await markUndeclaredSettings(ctx, em, { appId });
}
