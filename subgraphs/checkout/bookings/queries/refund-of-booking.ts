import type { SubgraphContext } from '#db/context.ts';
import { acceptedRefunds, owedBack } from '../../folio/domain/due-refunds.ts';
import { claimed } from '../../folio/domain/folio-sums.ts';
import { chargesOf, type FolioRow, withEntries } from '../../folio/queries/folio.ts';
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
  const refunded = claimed(acceptedRefunds(folio.entries));
  const dueNow = terms.refundNow === null ? null : Math.max(0, terms.refundNow - refunded);
  const isEnded = folio.status === 'released' || terms.refundDue !== null;
  return { dueNow, due: isEnded ? owedBack(folio, folio.entries) : null, refunded };
}
