import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type Booking, type FolioEntry, FolioEntryEntity } from '../../store/entities.ts';
import type { RefundStatus } from '../domain/entry-kinds.ts';
import { appendEntries, newEntryId } from './append-entries.ts';

/** A refund to enter. */
export interface NewRefund {
  readonly method: string;
  readonly amount: number;
  readonly status: RefundStatus;
  readonly reference: string | null;
  readonly paymentSessionId: string | null;
  readonly refundSessionId: string | null;
  /** Time it was paid out; null if it wasn't. */
  readonly refundedAt: Date | null;
}

/**
 * Enters a refund in a locked booking's folio. If a due refund is given, it's completed without a second
 * entry, unless part of it remains due. A refund session stays with the part that remains due, and its
 * outcome then applies only to that part.
 */
export async function enterRefund(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Pick<Booking, 'id' | 'teamId'>,
  refund: NewRefund,
  due: FolioEntry | null,
): Promise<void> {
  const { amount, status } = refund;
  const now = ctx.clock.now();
  const isWhole = due !== null && amount >= due.amount;
  if (due) {
    const change = isWhole
      ? {
          ...refund,
          paymentSessionId: refund.paymentSessionId ?? due.paymentSessionId,
          refundSessionId: refund.refundSessionId ?? due.refundSessionId,
          updatedAt: now,
        }
      : { amount: due.amount - amount, updatedAt: now };
    await em.nativeUpdate(FolioEntryEntity, { number: due.number }, change);
  }
  const part = { ...refund, paymentSessionId: refund.paymentSessionId ?? due?.paymentSessionId ?? null };
  const entries = isWhole ? [] : [{ ...part, id: newEntryId(booking.id), entry: 'refund' as const }];
  const refunded = status === 'refunded' ? amount : 0;
  await appendEntries(ctx, em, booking, entries, { refunded, bumps: true });
}
