import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { formatMoney, isCurrency, type Minor } from '#kit/money.ts';
import { isName } from '#kit/names.ts';
import { operatorId } from '#kit/operator.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { themeBySlug } from '../../themes/store/theme-by-slug.ts';
import { appProduct, themeProduct } from '../domain/product.ts';
import { findBalances } from '../queries/ledger.ts';
import type { ProductType } from '../steps/with-subscription.ts';
import { AppPayout } from '../store/entities.ts';

export type PayoutMarked = Refused & { readonly payout?: AppPayout };

interface Payout {
  readonly type?: ProductType;
  readonly slug: string;
  readonly currency: string;
  readonly amount: Minor;
  readonly reference: string;
}

const MAX_REFERENCE = 255;

/**
 * Records a payout to an app's or theme's developer. Safe to repeat with the same reference and amount. Refuses with `NOT_FOUND`,
 * `IDEMPOTENCY_CONFLICT`, or `INVALID` for more than it has earned on paid statements.
 */
export async function markPayout(
  ctx: SubgraphContext,
  { type = 'app', slug, currency, amount, reference }: Payout,
): Promise<PayoutMarked> {
  const markedBy = operatorId(ctx);
  if (!isCurrency(currency)) return refuse('INVALID', "This isn't an ISO 4217 currency code.", ['currency']);
  if (!isName(reference, MAX_REFERENCE))
    return refuse('INVALID', `A reference has 1 to ${MAX_REFERENCE} visible characters.`, ['reference']);
  return inTransaction(ctx, async (em): Promise<PayoutMarked> => {
    // Locking the app or theme makes concurrent payouts wait for each other's balance.
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
    const sold = type === 'app' ? await appBySlug(em, { slug }, lock) : await themeBySlug(em, { slug }, lock);
    if (!sold) return refuse('NOT_FOUND', `There is no ${type} "${slug}".`, ['slug']);
    const product = type === 'app' ? appProduct(sold.id) : themeProduct(sold.id);
    const earlier = await em.findOne(AppPayout, { ...product, reference });
    if (earlier?.currency === currency && earlier.amount === amount)
      return { payout: earlier, userErrors: NONE };
    if (earlier) {
      return refuse('IDEMPOTENCY_CONFLICT', 'This reference was used for another payout.', ['reference']);
    }
    const balance = (await findBalances(em, product)).find((one) => one.currency === currency);
    const due = balance?.due ?? 0;
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > due)
      return refuse('INVALID', `The ${type}'s balance is ${formatMoney(due, currency)}.`, ['amount']);
    const payout = em.create(AppPayout, {
      ...product,
      currency,
      amount,
      reference,
      markedBy,
      at: ctx.clock.now(),
    });
    const change = `${formatMoney(amount, currency)}, ${reference}`;
    const event = { kind: `${type}.paid_out`, subject: sold.name, change } as const;
    await recordForTeamsOf(ctx, em, sold.accountId, event);
    await em.flush();
    return { payout, userErrors: NONE };
  });
}
