import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { Reference } from '#kit/reference.ts';
import { type ByTerms, refundedOf, viewRefund } from '../domain/refunds.ts';
import { ACCEPTED } from '../store/entities.ts';
import { tables } from '../store/tables.ts';

/** A booking, and the refund under its terms (null if it has no terms). */
export type CancelledBooking = Reference & { readonly cancellation: ByTerms | null };

/**
 * Returns the refund due to a booking's guest, and the amount refunded from its payments. Payments that the
 * booking didn't accept count neither as paid nor as refunded (docs/interface/bookings.md#cancelling).
 */
export async function refundOfBooking(ctx: SubgraphContext, { id, cancellation }: CancelledBooking) {
  if (!cancellation) return null;
  return viewRefund(
    cancellation,
    refundedOf((await refundsByBooking(ctx, parseWideId(String(id)) ?? 0)) ?? []),
  );
}

const refundsByBooking = batch(async (ctx: SubgraphContext, bookings: readonly number[]) => {
  const rows = await tables(reader(ctx))
    .selectFrom('refund as r')
    .innerJoin('session as s', 's.id', 'r.sessionId')
    .select(['s.bookingId', 'r.status', 'r.amount'])
    .where('s.bookingId', 'in', bookings)
    .where('s.settlement', 'in', ACCEPTED)
    .execute();
  return Map.groupBy(rows, ({ bookingId }) => bookingId);
});
