import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { chargeCancellation, lockedCharges } from '../../folio/steps/charge-stay.ts';
import type { Booking } from '../../store/entities.ts';
import { cancellationFee, refundOf } from '../domain/refund.ts';
import { moveBookings } from './move-bookings.ts';

/** Additional columns to set, as `, column = value`, and a condition on the booking. */
interface Cancelling {
  readonly also: RawBuilder<unknown>;
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
  { also, if: condition = sql`true` }: Cancelling,
): Promise<boolean> {
  const now = ctx.clock.now();
  const cancelled = { ...booking, charges: await lockedCharges(em, booking) };
  const fee = cancellationFee(cancelled, now) ?? 0;
  const refundDue = refundOf(cancelled, now);
  const moved = await moveBookings(ctx, em, 'cancel', {
    which: sql`id = ${booking.id}::bigint AND ${condition}`,
    also: sql`, refund_due = ${refundDue}::bigint ${also}`,
  });
  if (moved.length === 0) return false;
  await chargeCancellation(ctx, em, booking, fee);
  return true;
}
