import type { SubgraphContext } from '#db/context.ts';
import type { ChannelReservationConflict } from '../../generated.ts';
import type { Booking } from '../../store/entities.ts';
import { overbookedNightsDocument } from '../operations/generated.ts';

/** Nights that the booking of a reservation was sold and does not have; null if it has them all. */
export async function conflictOf(
  ctx: SubgraphContext,
  booking: Pick<Booking, 'status' | 'holdId'> | null,
): Promise<ChannelReservationConflict | null> {
  if (booking?.status !== 'confirmed') return null;
  const { overbookedNights } = await ctx.execute(overbookedNightsDocument, { holdId: booking.holdId }, ctx);
  const nights = overbookedNights.map((night) => Temporal.PlainDate.from(night));
  return nights.length === 0 ? null : { nights };
}
