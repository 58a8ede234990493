import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { MutationFolioRefundStartArgs, StartedRefund } from '../../generated.ts';
import { isDisputed } from '../domain/disputes.ts';
import { isUnclaimed } from '../domain/due-refunds.ts';
import { claimRefund } from '../domain/refund-claims.ts';
import { enterRefund } from '../steps/enter-refund.ts';
import { lockBooking, storedEntries } from '../store/entries.ts';

/**
 * Claims a due refund for a new refund session, under the booking's lock: from then on, it's requested and no
 * longer follows the folio. The session's id is derived from the entry, so a repeated call returns the same
 * session. Null if the entry is gone or was claimed otherwise, if the payment's dispute is open, or if the refund
 * would exceed what was paid.
 */
export function startRefund(
  ctx: SubgraphContext,
  { bookingId, entryId }: MutationFolioRefundStartArgs,
): Promise<StartedRefund | null> {
  const id = parseWideId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null) throw new Error('There is no such booking.');
  const refundSessionId = sessionFor(entryId);
  return inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, id);
    if (!booking) return null;
    const stored = await storedEntries(em, id);
    const entry = stored.find((one) => one.id === entryId);
    if (!entry?.paymentSessionId) return null;
    const { amount, paymentSessionId } = entry;
    const started = { refundSessionId, paymentSessionId, amount };
    if (entry.refundSessionId === refundSessionId) return started;
    if (stored.some((one) => isDisputed(one) && one.paymentSessionId === paymentSessionId)) return null;
    const claim = isUnclaimed(entry)
      ? claimRefund(stored, booking.paid + booking.excessPaid, { amount, paymentSessionId, isSession: true })
      : { left: 0 };
    if ('left' in claim || claim.due?.id !== entryId) return null;
    const method = entry.method ?? 'other';
    const refund = {
      method,
      amount,
      status: 'requested',
      reference: null,
      paymentSessionId,
      refundSessionId,
    } as const;
    await enterRefund(ctx, em, booking, refund, entry);
    return started;
  });
}

/** Derives a UUID from an entry's id. */
function sessionFor(entryId: string): string {
  const hex = createHash('sha256').update(`refund of ${entryId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
