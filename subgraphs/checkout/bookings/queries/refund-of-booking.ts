import type { SubgraphContext } from '#db/context.ts';
import { claimed } from '../../folio/domain/folio-sums.ts';
import { acceptedRefundsOf, chargesOf, type FolioRow, withEntries } from '../../folio/queries/folio.ts';
import type { Booking } from '../../store/entities.ts';
import { type CancellationView, type Terminable, viewCancellation } from '../domain/refund.ts';

type Row = FolioRow & Terminable & Pick<Booking, 'refundDue'>;

/** Returns a booking's cancellation terms, and the refund if it were cancelled now. */
export async function cancellationOfBooking(
  ctx: SubgraphContext,
  booking: Row,
): Promise<CancellationView | null> {
  return viewCancellation({ ...booking, charges: await chargesOf(ctx, booking) }, ctx.clock.now());
}

/**
 * Returns the refund due to a booking's guest, and the amount refunded from its payments; null if the booking
 * has no terms. Payments that the booking didn't accept count neither as paid nor as refunded
 * (docs/interface/bookings.md#cancelling).
 */
export async function refundOfBooking(ctx: SubgraphContext, booking: Row) {
  const folio = await withEntries(ctx, booking);
  const terms = await cancellationOfBooking(ctx, folio);
  if (!terms) return null;
  const refunded = claimed(acceptedRefundsOf(folio));
  const less = (due: number | null) => (due === null ? null : Math.max(0, due - refunded));
  return { dueNow: less(terms.refundNow), due: less(terms.refundDue), refunded };
}
