import type { SubgraphContext } from '#db/context.ts';
import type { Minor } from '#kit/money.ts';
import { isOngoing } from '../../domain/stay.ts';
import { acceptedRefunds, owedBack } from '../../folio/domain/due-refunds.ts';
import { claimed } from '../../folio/domain/folio-sums.ts';
import { chargesOf, type FolioRow, withEntries } from '../../folio/queries/folio.ts';
import type { Booking } from '../../store/entities.ts';
import {
  type Cancellable,
  type CancellationView,
  cancellationCosts,
  hasTerms,
  refundOf,
  type Terminable,
} from '../domain/refund.ts';
import { feeTaxesOf } from '../operations/fee-taxes.ts';

type Row = FolioRow &
  Terminable &
  Pick<Booking, 'refundDue' | 'propertyId'> &
  Parameters<typeof isOngoing>[0];

/** A booking's cancellation, as read by statements. */
export type CancellationRow = CancellationView<Cancellable & Row>;

/**
 * Returns the refund due to a booking's guest, and the amount refunded from its payments; null if the booking
 * has no terms. Payments that the booking didn't accept count neither as paid nor as refunded
 * (docs/interface/bookings.md#cancelling).
 */
export async function refundOfBooking(ctx: SubgraphContext, booking: Row) {
  if (!hasTerms(booking)) return null;
  const folio = await withEntries(ctx, booking);
  const refunded = claimed(acceptedRefunds(folio.entries));
  const refund = await refundNow(ctx, folio);
  const dueNow = refund === null ? null : Math.max(0, refund - refunded);
  const isEnded = folio.status === 'released' || folio.refundDue !== null;
  return { dueNow, due: isEnded ? owedBack(folio, folio.entries) : null, refunded };
}

/**
 * Returns the refund if the booking were cancelled now, before earlier refunds; null if it has ended or has no
 * terms.
 */
export async function refundNow(ctx: SubgraphContext, booking: Row): Promise<Minor | null> {
  if (!isOngoing(booking)) return null;
  const charges = await chargesOf(ctx, booking);
  return refundOf({ ...booking, charges }, ctx.clock.now(), await feeTaxesOf(ctx, booking));
}

/** Returns the cost of a cancellation by the host now; null if the booking has ended. */
export async function quoteCancel(
  ctx: SubgraphContext,
  booking: Row,
  { waiveFee }: { readonly waiveFee: boolean },
) {
  if (!isOngoing(booking)) return null;
  const folio = await withEntries(ctx, booking);
  const charges = await chargesOf(ctx, folio);
  const taxes = await feeTaxesOf(ctx, folio);
  const refunded = claimed(acceptedRefunds(folio.entries));
  const costs = cancellationCosts({ ...folio, charges }, ctx.clock.now(), taxes, { waiveFee });
  if (!costs) return { fee: null, refund: null, owed: 0 };
  return {
    fee: costs.owed,
    refund: Math.max(0, costs.refundDue - refunded),
    owed: Math.max(0, costs.owed - folio.paid + refunded),
  };
}

/** Returns how much of a cancelled booking's payments was paid back so far; null if it isn't cancelled. */
export async function paidBack(ctx: SubgraphContext, booking: FolioRow): Promise<Minor | null> {
  if (booking.status !== 'cancelled') return null;
  const refunds = acceptedRefunds((await withEntries(ctx, booking)).entries);
  return refunds.reduce((sum, { status, amount }) => (status === 'refunded' ? sum + amount : sum), 0);
}
