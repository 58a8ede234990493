import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { asPayments } from '../access.ts';
import type { PaymentSession } from '../store/entities.ts';
import { paymentAppsDocument } from './generated.ts';

/** True if the app that took a payment is installed and supports refunds; false for a built-in method. */
export const appRefunds = async (ctx: SubgraphContext, { installId, teamId }: PaymentSession) =>
  installId !== null && ((await refundersOf(ctx, teamId))?.has(installId) ?? false);

/** Finds the installs that support refunds, by team. */
const refundersOf = batch<number, ReadonlySet<number>>(async (ctx, teamIds) => {
  const found = teamIds.map(async (teamId) => {
    const { paymentApps } = await ctx.execute(paymentAppsDocument, {}, asPayments(ctx, teamId));
    const refunders = paymentApps.filter(({ refunds }) => refunds);
    return [teamId, new Set(refunders.map(({ installId }) => Number(installId)))] as const;
  });
  return new Map(await Promise.all(found));
});
