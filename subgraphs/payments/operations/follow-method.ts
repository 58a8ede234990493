import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { recordMetric } from '#kit/metrics.ts';
import { asPayments } from '../access.ts';
import { heldUntil, isPromise } from '../domain/methods.ts';
import { MOVES } from '../domain/session-states.ts';
import type { PaymentEffect, PaymentSessionOpenPayload } from '../generated.ts';
import { isAccepted, PaymentSession } from '../store/entities.ts';
import { bookMoney } from './book-money.ts';
import { extendHoldDocument } from './generated.ts';
import { giveHoldBack } from './give-hold-back.ts';
import { refuseWay } from './ways-to-pay.ts';

interface Choice {
  readonly effect: PaymentEffect;
  readonly holdHours: number;
  /** The booking's page, where the guest returns. */
  readonly pageUrl: string;
  /** The booking's reference, which the guest quotes. */
  readonly reference: string;
}

/**
 * Applies a built-in method: confirms a held booking or extends its hold; a balance always waits for its
 * transfer, regardless of the method's effect on held bookings. Safe to repeat. See
 * docs/interface/payments.md#built-in-methods.
 */
export async function followMethod(
  ctx: SubgraphContext,
  session: PaymentSession,
  { effect, holdHours, pageUrl, reference }: Choice,
): Promise<PaymentSessionOpenPayload> {
  const back = { redirectUrl: pageUrl, refusal: null };
  const isBalance = session.paidBefore !== null;
  if (isBalance ? isPromise(session.method) : effect === 'extend_hold')
    return (await keepHeld(ctx, session, holdHours)) ? back : refuseWay('nothing_to_pay');

  const resolved = { status: MOVES.resolve.to, effect, reference, pendingReason: null };
  await moveOpen(ctx, session, resolved);
  const settled = await reader(ctx).findOneOrFail(PaymentSession, { id: session.id });
  if (settled.status !== 'RESOLVED') return refuseWay('nothing_to_pay');
  const settlement = await bookMoney(ctx, settled);
  // If checkout was unavailable, the sweep retries, and the page then shows the result.
  if (settlement === null || isAccepted(settlement)) return back;
  return refuseWay(settlement === 'amount_too_low' ? 'price_changed' : 'nothing_to_pay');
}

async function keepHeld(ctx: SubgraphContext, session: PaymentSession, holdHours: number): Promise<boolean> {
  const { bookingId, teamId } = session;
  const until = heldUntil(await firstChosenAt(ctx, session), holdHours);
  const hold = { bookingId: String(bookingId), until: until.toISOString() };
  const { bookingHoldExtend } = await ctx.execute(extendHoldDocument, hold, asPayments(ctx, teamId));
  if (bookingHoldExtend === null) return false;
  const pending = {
    status: MOVES.pend.to,
    effect: 'extend_hold',
    pendingReason: 'The guest chose this method.',
  } as const;
  const moved = await moveOpen(ctx, session, { ...pending, expiresAt: new Date(bookingHoldExtend) });
  if (!moved) await giveHoldBack(ctx, session);
  return moved;
}

/** Returns when the guest first chose a built-in method for this booking. */
async function firstChosenAt(ctx: SubgraphContext, { bookingId }: PaymentSession): Promise<Date> {
  const [first] = await reader(ctx).find(
    PaymentSession,
    { bookingId, method: { $ne: null } },
    { orderBy: { createdAt: 'asc' }, limit: 1 },
  );
  return first?.createdAt ?? ctx.clock.now();
}

/** Changes an open session; false if it isn't open. */
async function moveOpen(
  ctx: SubgraphContext,
  { id, version, status }: PaymentSession,
  changes: Partial<PaymentSession> & Pick<PaymentSession, 'status'>,
): Promise<boolean> {
  const changed = { ...changes, version: version + 1, updatedAt: ctx.clock.now() };
  const open = { id, status: { $in: [...MOVES.pend.from] } };
  const moved = await reader(ctx).nativeUpdate(PaymentSession, open, changed);
  if (changes.status !== status) recordMetric('paymentSession', { state: changes.status }, moved);
  return moved > 0;
}
