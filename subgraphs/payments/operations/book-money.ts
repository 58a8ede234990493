import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { asPayments } from '../access.ts';
import { bookedMethod, isPromise } from '../domain/methods.ts';
import { refundable } from '../domain/refunds.ts';
import { insertRefund, recordRequested } from '../steps/insert-refund.ts';
import { isAccepted, PaymentSession, Refund, type Settlement } from '../store/entities.ts';
import { payBookingDocument } from './generated.ts';
import { giveHoldBack } from './give-hold-back.ts';

/**
 * Books a resolved session's payment: confirms its booking or pays its balance, or opens a refund for the
 * amount not yet refunded by the host, in the transaction that records the reason. A built-in method
 * transfers no money, so it confirms only a held booking and is never refunded. Safe to repeat and to run
 * concurrently: checkout always returns the same outcome. Null if checkout is unavailable; the sweep retries.
 * See docs/interface/payments.md#resolving.
 */
export async function bookMoney(
  ctx: SubgraphContext,
  session: Pick<
    PaymentSession,
    | 'id'
    | 'teamId'
    | 'bookingId'
    | 'amount'
    | 'currency'
    | 'paidBefore'
    | 'method'
    | 'appSlug'
    | 'reference'
    | 'settlement'
  >,
): Promise<Settlement | null> {
  if (session.settlement !== null) return session.settlement;
  const outcome = await askCheckout(ctx, session);
  if (outcome !== null) await record(ctx, session.id, outcome);
  if (outcome === 'amount_too_low') await giveHoldBack(ctx, session);
  return outcome;
}

async function askCheckout(
  ctx: SubgraphContext,
  {
    id,
    teamId,
    bookingId,
    amount,
    currency,
    paidBefore,
    method,
    appSlug,
    reference,
  }: Parameters<typeof bookMoney>[1],
): Promise<Settlement | null> {
  try {
    const money = {
      bookingId: String(bookingId),
      paymentSessionId: id,
      amount,
      currency,
      paidBefore,
      heldOnly: method !== null,
      promised: isPromise(method),
      method: method === null ? bookedMethod({ method, appSlug }) : null,
      reference,
    };
    return (await ctx.execute(payBookingDocument, money, asPayments(ctx, teamId))).bookingPay;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, paymentSession: id }, "Failed to post a session's payment; retrying later");
    return null;
  }
}

function record(ctx: SubgraphContext, id: string, settlement: Settlement): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const session = await em.findOneOrFail(PaymentSession, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (session.settlement !== null) return;
    if (session.method !== null && !isAccepted(settlement)) {
      Object.assign(session, { status: 'CANCELED', reference: null, version: session.version + 1 });
      return;
    }
    session.settlement = settlement;
    if (isAccepted(settlement)) return;
    const amount = refundable(session.amount, await em.find(Refund, { sessionId: id }));
    if (amount <= 0) return;
    await recordRequested(ctx, em, await insertRefund(ctx, em, session, { amount, reason: settlement }));
  });
}
