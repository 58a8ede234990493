import type { SubgraphContext } from '#db/context.ts';
import type { Minor } from '#kit/money.ts';
import { cancellationFee, type Terminable } from '../../bookings/domain/refund.ts';
import { isOngoing } from '../../domain/stay.ts';
import { chargesOf, type FolioRow } from '../../folio/queries/folio.ts';
import type { Booking } from '../../store/entities.ts';
import { type LeavingBooking, leaveEarly } from '../domain/early-departure.ts';
import { dayOf, firstUnused } from '../domain/stay-times.ts';

type Row = Omit<LeavingBooking, 'totals'> &
  Partial<Pick<Booking, 'totals'>> &
  Pick<Booking, 'channelRevision'> &
  Parameters<typeof isOngoing>[0];

/** True for a confirmed stay whose price isn't a channel's, until its guests have left or it's a no-show. */
const isCharged = (booking: Row): boolean =>
  booking.status === 'confirmed' && booking.channelRevision === null && isOngoing(booking);

/**
 * Returns the fee for the nights that a booking's guests would give up by leaving today; null if they don't give up any,
 * if the booking isn't confirmed, or if a channel keeps the price.
 */
export function departureFee({ clock }: SubgraphContext, booking: Row): Minor | null {
  if (!isCharged(booking)) return null;
  const now = clock.now();
  const until = firstUnused(booking, dayOf(booking, now));
  if (until >= booking.checkOut) return null;
  return leaveEarly({ totals: [], ...booking }, until, [], now).fee;
}

/**
 * Returns the fee that a no-show would be charged now; null if the booking isn't confirmed or has no terms, or if a
 * channel keeps the price.
 */
export async function noShowFee(
  ctx: SubgraphContext,
  booking: Row & FolioRow & Terminable,
): Promise<Minor | null> {
  if (!isCharged(booking)) return null;
  return cancellationFee({ ...booking, charges: await chargesOf(ctx, booking) }, ctx.clock.now());
}
