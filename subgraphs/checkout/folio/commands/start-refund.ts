import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { MutationFolioRefundStartArgs, StartedRefund } from '../../generated.ts';
import { isUnclaimed, refundParts } from '../domain/due-refunds.ts';
import { claimRefund } from '../domain/refund-claims.ts';
import { enterRefund } from '../steps/enter-refund.ts';
import { lockBooking, storedEntries } from '../store/entries.ts';

/**
 * Claims a due refund, or the part of it that a payment covers, for a new refund session, under the booking's lock:
 * from then on, it's requested and no longer follows the folio. The session's id is derived from the entry and the
 * payment, so a repeated call returns the same session. Null if the entry is gone or was claimed otherwise, if the
 * payment's dispute is open, or if the refund would exceed the amount paid.
 */
export function startRefund(
  ctx: SubgraphContext,
  { bookingId, entryId, paymentSessionId }: MutationFolioRefundStartArgs,
): Promise<StartedRefund | null> {
  const id = parseWideId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null) throw new Error('There is no such booking.');
  const refundSessionId = uuidFor(`refund of ${entryId} by ${paymentSessionId}`);
  const formerId = uuidFor(`refund of ${entryId}`); // releases that refunded a single payment derived it from the entry
  return inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, id);
    if (!booking) return null;
    const stored = await storedEntries(em, id);
    const known = stored.find(
      (one) =>
        one.paymentSessionId === paymentSessionId &&
        (one.refundSessionId === refundSessionId || one.refundSessionId === formerId),
    );
    if (known) return { refundSessionId: known.refundSessionId ?? refundSessionId, amount: known.amount };
    const due = stored.find((one) => one.id === entryId && isUnclaimed(one));
    if (!due) return null;
    const part = refundParts(stored, due.amount).find((one) => one.paymentSessionId === paymentSessionId);
    if (!part) return null;
    const paid = booking.paid + booking.excessPaid;
    const claim = claimRefund(stored, paid, { ...part, isSession: true });
    if ('left' in claim || claim.due?.id !== entryId) return null;
    const refund = {
      ...part,
      status: 'requested',
      reference: null,
      refundSessionId,
      refundedAt: null,
    } as const;
    await enterRefund(ctx, em, booking, refund, due);
    return { refundSessionId, amount: part.amount };
  });
}

/** Derives a UUID from a text. */
function uuidFor(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
