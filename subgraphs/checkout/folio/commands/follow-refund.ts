import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { RefundSessionEvent } from '#schema/events.ts';
import { FolioEntryEntity } from '../../store/entities.ts';
import type { RefundStatus } from '../domain/entry-kinds.ts';
import { appendEntries } from '../steps/append-entries.ts';
import { enterRefund } from '../steps/enter-refund.ts';
import { settleDue } from '../steps/settle-due.ts';
import { lockBooking, storedEntries } from '../store/entries.ts';

const STATUS: Readonly<Record<RefundSessionEvent['status'], RefundStatus>> = {
  INITIATED: 'requested',
  REQUESTED: 'requested',
  MANUAL: 'due',
  RESOLVED: 'refunded',
  REJECTED: 'failed',
};

/** A refund's status only moves forward, regardless of the order in which events arrive. A made refund can still fail. */
const RANK: Readonly<Record<RefundStatus, number>> = { requested: 0, due: 1, refunded: 2, failed: 3 };

/**
 * Records a refund session's status in its booking's folio. A failed refund that's still owed becomes due
 * again, for a person to pay back. Safe to retry. See docs/interface/folios.md#refunds.
 */
export async function followRefund(ctx: SubgraphContext, event: RefundSessionEvent): Promise<void> {
  const { teamId, bookingId, refundSessionId, paymentSessionId, amount, method, reference } = event;
  const changedAt = event.at === undefined ? ctx.clock.now() : new Date(event.at);
  await inTransaction(ctx, async (em) => {
    const booking = await lockBooking(em, teamId, bookingId);
    if (!booking) return;
    const stored = await storedEntries(em, bookingId);
    const known = stored.find((one) => one.refundSessionId === refundSessionId);
    // If the app already reported a refund with this reference, it was paid out only once.
    const isReported = stored.some(
      (one) =>
        one !== known &&
        one.status === 'refunded' &&
        reference !== null &&
        one.reference === reference &&
        one.method === method,
    );
    const status = STATUS[event.status] === 'refunded' && isReported ? 'failed' : STATUS[event.status];
    if (!known) {
      const refundedAt = status === 'refunded' ? changedAt : null;
      const refund = { method, amount, status, reference, paymentSessionId, refundSessionId, refundedAt };
      await enterRefund(ctx, em, booking, refund, null);
      await settleDue(ctx, em, booking.id);
      return;
    }
    const was = known.status ?? 'requested';
    if (RANK[status] <= RANK[was]) return;
    // A refund that fails keeps the time it was paid out: the payments report shows both.
    const paidOutAt = known.refundedAt ?? (was === 'refunded' ? known.updatedAt : null);
    const refundedAt = status === 'refunded' ? changedAt : paidOutAt;
    await em.nativeUpdate(
      FolioEntryEntity,
      { number: known.number },
      { status, reference: isReported ? null : reference, refundedAt, updatedAt: changedAt },
    );
    const counted = (one: RefundStatus) => (one === 'refunded' ? known.amount : 0);
    const refunded = counted(status) - counted(was);
    await appendEntries(ctx, em, booking, [], { refunded, bumps: true });
    await settleDue(ctx, em, booking.id, { isOverpaid: status === 'failed' });
  });
}
