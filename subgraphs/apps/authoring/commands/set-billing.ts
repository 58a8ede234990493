import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { AppBilling } from '#manifest/vocabulary.ts';
import { developerId } from '../../access.ts';
import { appNotFound, NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { appBySlug } from '../store/app-by-slug.ts';

/** The app with its new billing, or why it wasn't changed. */
export type BillingSet = Refused & { readonly slug?: string };

/**
 * Sets the billing for one of the account's own apps. Platform-billed apps can only be installed from the app
 * store (docs/interface/oauth.md#billing). Refuses with `PLANS_ACTIVE` to make an app with plans free.
 */
export async function setBilling(
  ctx: SubgraphContext,
  { slug, billing }: { readonly slug: string; readonly billing: AppBilling },
): Promise<BillingSet> {
  const accountId = developerId(ctx);
  return inTransaction(ctx, async (em) => {
    // Locked, so that no plans are saved and no team subscribes meanwhile.
    const app = await appBySlug(em, { slug, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!app) return appNotFound(slug);
    if (billing !== 'platform' && (await ctx.services.apps.hooks.offersPlans(em, app.id))) {
      return refuse('PLANS_ACTIVE', 'The app has plans, which the platform bills. Deactivate them first.', [
        'billing',
      ]);
    }
    app.billing = billing;
    await recordForTeamsOf(ctx, em, accountId, {
      kind: 'app.billing_set',
      subject: app.name,
      change: billing,
    });
    return { slug, userErrors: NONE };
  });
}
