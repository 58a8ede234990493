import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { basisPointsOf, type Minor } from '#kit/money.ts';
import { App } from '../../authoring/store/entities.ts';
import { Theme } from '../../themes/store/entities.ts';
import { utcDate } from '../domain/periods.ts';
import { type Product, productOf } from '../domain/product.ts';
import { Charge, LedgerEntry, type Subscription } from '../store/entities.ts';

/** A charge for a subscription, or a credit if its amount is negative. */
export interface DueCharge {
  /** Its purpose, without the app's name. */
  readonly what: string;
  readonly amount: Minor;
  readonly currency: string;
  /** UTC date that decides which month's statement has it; today if undefined. */
  readonly day?: string;
}

/**
 * Charges a team for a subscription, in the caller's transaction; the next statement has the charge. Records the
 * developer's earnings. Tests and amounts of zero aren't charged.
 */
export async function chargeTeam(
  ctx: SubgraphContext,
  em: Transaction,
  subscription: Pick<Subscription, 'id' | 'teamId' | 'appId' | 'themeId' | 'test'>,
  charges: readonly DueCharge[],
): Promise<void> {
  const due = charges.filter(({ amount }) => amount !== 0);
  if (subscription.test || due.length === 0) return;
  const { id, teamId } = subscription;
  const product = productOf(subscription);
  const name = await nameOf(em, product);
  const at = ctx.clock.now();
  for (const { what, amount, currency, day = utcDate(at).toString() } of due) {
    const charge = em.create(Charge, {
      ...product,
      teamId,
      subscriptionId: id,
      currency,
      day,
      description: `${name}: ${what}`,
      amount,
      taxable: true,
    });
    await em.flush();
    const share = basisPointsOf(amount, ctx.config.platformShareBp);
    em.create(LedgerEntry, { ...product, kind: 'charge', currency, amount, share, chargeId: charge.id, at });
  }
}

async function nameOf(em: Transaction, { appId, themeId }: Product): Promise<string> {
  const { name } =
    appId === null
      ? await em.findOneOrFail(Theme, { id: themeId })
      : await em.findOneOrFail(App, { id: appId });
  return name;
}
