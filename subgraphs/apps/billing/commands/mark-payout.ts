import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { formatMoney, isCurrency, type Minor } from '#kit/money.ts';
import { isName } from '#kit/names.ts';
import { operatorId } from '../../access.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { findBalances } from '../queries/ledger.ts';
import { AppPayout } from '../store/entities.ts';

export type PayoutMarked = Refused & { readonly payout?: AppPayout };

interface Payout {
  readonly slug: string;
  readonly currency: string;
  readonly amount: Minor;
  readonly reference: string;
}

const MAX_REFERENCE = 255;

/**
 * Records a payout to an app's developer. Safe to repeat with the same reference and amount. Refuses with `NOT_FOUND`,
 * `IDEMPOTENCY_CONFLICT`, or `INVALID` for more than the app has earned on paid statements.
 */
export async function markPayout(
  ctx: SubgraphContext,
  { slug, currency, amount, reference }: Payout,
): Promise<PayoutMarked> {
  const markedBy = operatorId(ctx);
  if (!isCurrency(currency)) return refuse('INVALID', "This isn't an ISO 4217 currency code.", ['currency']);
  if (!isName(reference, MAX_REFERENCE))
    return refuse('INVALID', `A reference has 1 to ${MAX_REFERENCE} visible characters.`, ['reference']);
  return inTransaction(ctx, async (em): Promise<PayoutMarked> => {
    // Locking the app makes concurrent payouts wait for each other's balance.
    const app = await appBySlug(em, { slug }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!app) return refuse('NOT_FOUND', `There is no app "${slug}".`, ['slug']);
    const earlier = await em.findOne(AppPayout, { appId: app.id, reference });
    if (earlier?.currency === currency && earlier.amount === amount)
      return { payout: earlier, userErrors: NONE };
    if (earlier) {
      return refuse('IDEMPOTENCY_CONFLICT', 'This reference was used for another payout.', ['reference']);
    }
    const balance = (await findBalances(em, app.id)).find((one) => one.currency === currency);
    const due = balance?.due ?? 0;
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > due)
      return refuse('INVALID', `The app's balance is ${formatMoney(due, currency)}.`, ['amount']);
    const payout = em.create(AppPayout, {
      appId: app.id,
      currency,
      amount,
      reference,
      markedBy,
      at: ctx.clock.now(),
    });
    const change = `${formatMoney(amount, currency)}, ${reference}`;
    await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app.paid_out', subject: app.name, change });
    await em.flush();
    return { payout, userErrors: NONE };
  });
}
