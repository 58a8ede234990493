import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid, parseWideId } from '#kit/ids.ts';
import type { FolioRefundReservation, MutationFolioRefundReserveArgs } from '../../generated.ts';
import { isDisputed } from '../domain/disputes.ts';
import { type ClaimResult, claimRefund } from '../domain/refund-claims.ts';
import { enterRefund } from '../steps/enter-refund.ts';
import { lockBooking, storedEntries } from '../store/entries.ts';

/**
 * Enters a refund session's refund in its booking's folio before it's requested from the app, unless the payment's
 * dispute is open or total refunds would exceed what was paid. Safe to retry: a session's refund is entered once.
 * Throws if the team that payments acts for has no booking with this id.
 */
export async function reserveRefund(
  ctx: SubgraphContext,
  given: MutationFolioRefundReserveArgs,
): Promise<FolioRefundReservation> {
  const { bookingId, paymentSessionId, refundSessionId, amount, method, isManual, isExcess } = given;
  const id = parseWideId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null || !isUuid(paymentSessionId) || !isUuid(refundSessionId)) {
    throw new Error('There is no such booking.');
  }
  return inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, id);
    if (!booking) throw new Error('There is no such booking.');
    const stored = await storedEntries(em, id);
    const known = stored.find((one) => one.refundSessionId === refundSessionId);
    if (known) return { accepted: known.status !== 'failed', isDisputed: false, left: 0 };
    if (stored.some((one) => isDisputed(one) && one.paymentSessionId === paymentSessionId)) {
      return { accepted: false, isDisputed: true, left: 0 };
    }
    const claim: ClaimResult = isExcess
      ? { due: null }
      : claimRefund(stored, booking.paid + booking.excessPaid, { amount, paymentSessionId, isSession: true });
    if ('left' in claim) return { accepted: false, isDisputed: false, left: Math.max(0, claim.left) };
    const status = isManual ? 'due' : 'requested';
    const refund = {
      method,
      amount,
      status,
      reference: null,
      paymentSessionId,
      refundSessionId,
      refundedAt: null,
    } as const;
    await enterRefund(ctx, em, booking, refund, claim.due);
    return { accepted: true, isDisputed: false, left: 0 };
  });
}
