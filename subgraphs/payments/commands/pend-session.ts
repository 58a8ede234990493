import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { asPayments } from '../access.ts';
import { pendingUntil } from '../domain/pending.ts';
import { decideMove } from '../domain/session-states.ts';
import { checkText, type Refusal } from '../errors.ts';
import { extendHoldDocument } from '../operations/generated.ts';
import { giveHoldBack } from '../operations/give-hold-back.ts';
import { changeSession, type SessionResult, sessionNotFound } from '../steps/change-session.ts';
import { isOfBooking, PaymentSession } from '../store/entities.ts';

/**
 * Records a delayed payment and extends the booking's hold until the time the app requested, 72 h after
 * opening, or check-in, whichever is earliest. A statement isn't held. Refuses with `BOOKING_RELEASED` if the booking isn't held. See
 * docs/interface/payments.md#pending.
 */
export async function pendSession(
  ctx: SubgraphContext,
  given: { readonly id: string; readonly pendingExpiresAt: Date; readonly reason: string },
): Promise<SessionResult> {
  const { id, pendingExpiresAt: asked, reason } = given;
  const problems = [...checkText(reason, ['reason'], 500), ...checkFuture(asked, ctx.clock.now())];
  if (problems.length) return { paymentSession: null, userErrors: problems };
  const installId = ctx.viewer.kind === 'app' ? ctx.viewer.installId : null;
  if (!isUuid(id) || installId === null) return sessionNotFound();
  const session = await reader(ctx).findOne(PaymentSession, { id, installId });
  if (!session) return sessionNotFound();

  const until = pendingUntil(asked, session.createdAt);
  if (!isOfBooking(session)) {
    return changeSession(ctx, { id, move: 'pend', changes: { expiresAt: until, pendingReason: reason } });
  }
  if (decideMove(session.status, 'pend') === 'make') {
    const hold = { bookingId: String(session.bookingId), until: until.toISOString() };
    const { bookingHoldExtend } = await ctx.execute(
      extendHoldDocument,
      hold,
      asPayments(ctx, session.teamId),
    );
    if (bookingHoldExtend === null) return { paymentSession: null, userErrors: [released()] };
    const held = new Date(bookingHoldExtend);
    const expiresAt = held < until ? held : until;
    const changes = { expiresAt, pendingReason: reason };
    const pended = await changeSession(ctx, { id, move: 'pend', changes });
    if (pended.userErrors.length) await giveHoldBack(ctx, session);
    return pended;
  }
  return changeSession(ctx, { id, move: 'pend', changes: {} });
}

const checkFuture = (asked: Date, now: Date): readonly Refusal[] =>
  asked > now
    ? []
    : [{ field: ['pendingExpiresAt'], code: 'INVALID', message: 'pendingExpiresAt must be in the future.' }];

const released = (): Refusal => ({
  field: ['id'],
  code: 'BOOKING_RELEASED',
  message: 'The booking is no longer held: it was paid, released or cancelled.',
});
