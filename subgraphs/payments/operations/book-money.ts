import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { asPayments } from '../access.ts';
import { bookedMethod, isPromise } from '../domain/methods.ts';
import { refundable } from '../domain/refunds.ts';
import { insertRefund, recordRequested } from '../steps/insert-refund.ts';
import { isAccepted, PaymentSession, Refund, type Settlement } from '../store/entities.ts';
import { payBookingDocument, payStatementDocument } from './generated.ts';
import { giveHoldBack } from './give-hold-back.ts';

/** Outcome for a payment: `excess` is the part of an accepted payment that wasn't due. */
interface Outcome {
  readonly settlement: Settlement;
  readonly excess: number;
}

/**
 * Books a resolved session's payment: confirms its booking, pays its balance or its statement, or opens a refund for the
 * amount not yet refunded by the host, in the transaction that records the reason. A built-in method
 * transfers no money, so it confirms only a held booking and is never refunded. Safe to repeat and to run
 * concurrently: checkout and apps always return the same outcome. Null if they're unavailable; the sweep retries.
 * See docs/interface/payments.md#resolving.
 */
export async function bookMoney(
  ctx: SubgraphContext,
  session: Pick<
    PaymentSession,
    | 'id'
    | 'teamId'
    | 'bookingId'
    | 'statementId'
    | 'amount'
    | 'currency'
    | 'paidBefore'
    | 'method'
    | 'appSlug'
    | 'appName'
    | 'reference'
    | 'settlement'
  >,
): Promise<Settlement | null> {
  if (session.settlement !== null) return session.settlement;
  const outcome = await askOwner(ctx, session);
  if (outcome === null) return null;
  await record(ctx, session.id, outcome);
  if (outcome.settlement === 'amount_too_low') await giveHoldBack(ctx, session);
  return outcome.settlement;
}

/** Has checkout or apps accept the payment; null if the subgraph is unavailable. */
async function askOwner(
  ctx: SubgraphContext,
  session: Parameters<typeof bookMoney>[1],
): Promise<Outcome | null> {
  try {
    if (session.statementId !== null) return await payStatement(ctx, session, session.statementId);
    return { settlement: await payBooking(ctx, session), excess: 0 };
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn(
      { err: error, paymentSession: session.id },
      "Failed to post a session's payment; retrying later",
    );
    return null;
  }
}

async function payStatement(
  ctx: SubgraphContext,
  { id: paymentSessionId, teamId, amount, currency, appName: method }: Parameters<typeof bookMoney>[1],
  statementId: number,
): Promise<Outcome> {
  const money = { id: String(statementId), paymentSessionId, amount, currency, method };
  const { appInvoicePay } = await ctx.execute(payStatementDocument, money, asPayments(ctx, teamId));
  return { settlement: appInvoicePay.outcome, excess: appInvoicePay.excess };
}

async function payBooking(
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
): Promise<Settlement> {
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
}

function record(ctx: SubgraphContext, id: string, { settlement, excess }: Outcome): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const session = await em.findOneOrFail(PaymentSession, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (session.settlement !== null) return;
    if (session.method !== null && !isAccepted(settlement)) {
      Object.assign(session, { status: 'CANCELED', reference: null, version: session.version + 1 });
      return;
    }
    session.settlement = settlement;
    if (isAccepted(settlement) && excess === 0) return;
    const left = refundable(session.amount, await em.find(Refund, { sessionId: id }));
    const amount = isAccepted(settlement) ? Math.min(left, excess) : left;
    if (amount <= 0) return;
    const reason = isAccepted(settlement) ? 'overpaid' : settlement;
    await recordRequested(ctx, em, await insertRefund(ctx, em, session, { amount, reason }));
  });
}
