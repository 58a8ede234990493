import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { bookedMethod } from '../domain/methods.ts';
import { isAccepted, isOfBooking, PaymentSession, type Refund } from '../store/entities.ts';

/** Publishes a refund's new status, which the booking's folio then follows. A statement has no folio. */
export async function publishRefund(
  ctx: SubgraphContext,
  em: Transaction,
  { id, sessionId, teamId, amount, reference }: Refund,
  status: Refund['status'],
  { wasRefunded = false } = {},
): Promise<void> {
  const session = await em.findOneOrFail(PaymentSession, { id: sessionId });
  if (!isOfBooking(session)) return;
  await publish(ctx, em, 'refund_session.changed', {
    teamId,
    bookingId: session.bookingId,
    refundSessionId: id,
    paymentSessionId: sessionId,
    status,
    at: ctx.clock.now().toISOString(),
    amount,
    method: bookedMethod(session),
    reference,
    ...(wasRefunded ? { wasRefunded } : {}),
    ...(session.settlement !== null && !isAccepted(session.settlement) ? { isReturned: true } : {}),
  });
}
