import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { asPayments } from '../access.ts';
import { mayTake } from '../domain/methods.ts';
import type { StorefrontToPay } from '../queries/methods.ts';
import { enabledKinds } from '../store/methods.ts';
import { paymentAppsDocument } from './generated.ts';

/**
 * True if a storefront's guests have a payment method: a built-in method, or an app that can accept the
 * payment.
 */
export async function hasWayToPay(
  ctx: SubgraphContext,
  { id, teamId, sandbox }: StorefrontToPay & { readonly teamId: string | number },
): Promise<boolean> {
  if ((await enabledKinds(ctx, parseId(`${id}`) ?? 0)).length > 0) return true;
  const { paymentApps } = await ctx.execute(paymentAppsDocument, {}, asPayments(ctx, teamId));
  return paymentApps.some((app) => mayTake(app, { test: sandbox }));
}
