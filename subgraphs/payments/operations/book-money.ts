import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { asPayments } from '../access.ts';
import { isPromise } from '../domain/methods.ts';
import { refundable } from '../domain/refunds.ts';
import { insertRefund } from '../steps/insert-refund.ts';
import { isAccepted, PaymentSession, Refund, type Settlement } from '../store/entities.ts';
import { payBookingDocument } from './generated.ts';
import { giveHoldBack } from './give-hold-back.ts';

/**
 * Books the money of a resolved session: its booking is confirmed or its balance paid, or a refund of all that the host has not given back yet is opened in the
 * transaction that notes why. A built-in method brings no money: it confirms only what is still held, and nothing is refunded. Safe to repeat and to run many times at once: checkout answers every time the same. Null where
 * checkout cannot be reached; the sweep repeats it. See docs/interface/payments.md#resolving.
 */
export async function bookMoney(
  ctx: SubgraphContext,
  session: Pick<
    PaymentSession,
    'id' | 'teamId' | 'bookingId' | 'amount' | 'currency' | 'paidBefore' | 'method' | 'settlement'
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
  { id, teamId, bookingId, amount, currency, paidBefore, method }: Parameters<typeof bookMoney>[1],
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
    };
    return (await ctx.execute(payBookingDocument, money, asPayments(ctx, teamId))).bookingPay;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, paymentSession: id }, 'the payment of a session will be posted later');
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
    if (amount > 0) await insertRefund(ctx, em, session, { amount, reason: settlement });
  });
}
