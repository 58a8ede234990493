import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { PercentTax } from '../../folio/domain/added-taxes.ts';
import { chargeCancellation, lockedCharges } from '../../folio/steps/charge-stay.ts';
import type { Booking } from '../../store/entities.ts';
import { cancellationCosts } from '../domain/refund.ts';
import type { BookingCancellerKind } from '../domain/statuses.ts';
import { moveBookings } from './move-bookings.ts';

/** A cancellation to make. */
interface Cancelling {
  readonly by: BookingCancellerKind;
  readonly reason?: string | null;
  /** The property's taxes on cancellation fees, read before the transaction (`operations/fee-taxes.ts`). */
  readonly taxes: readonly PercentTax[];
  readonly waiveFee?: boolean;
  /** False to leave the refund due to a person. */
  readonly startsRefund?: boolean;
  /** Additional columns to set, as `, column = value`. */
  readonly also?: RawBuilder<unknown>;
  /** A condition on the booking. */
  readonly if?: RawBuilder<unknown>;
}

/**
 * Cancels a locked booking under its terms: moves it to `cancelled`, publishes the event, and adds the fee to
 * its folio. False if the booking is neither held nor confirmed, or doesn't meet the condition.
 */
export async function cancelLocked(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  {
    by,
    reason = null,
    taxes,
    waiveFee = false,
    startsRefund = true,
    also = sql``,
    if: condition = sql`true`,
  }: Cancelling,
): Promise<boolean> {
  const now = ctx.clock.now();
  const charges = await lockedCharges(em, booking);
  const costs = cancellationCosts({ ...booking, charges }, now, taxes, { waiveFee });
  const { fee, refundDue } = costs ?? { fee: 0, refundDue: null };
  const moved = await moveBookings(ctx, em, 'cancel', {
    which: sql`id = ${booking.id}::bigint AND ${condition}`,
    also: sql`, refund_due = ${refundDue}::bigint, cancelled_at = ${now}, cancelled_by = ${by},
      cancel_reason = ${reason}::text, cancellation_fee = ${fee}::bigint ${also}`,
  });
  if (moved.length === 0) return false;
  await chargeCancellation(ctx, em, booking, { fee, taxes: costs?.taxes ?? [], startsRefund });
  return true;
}
