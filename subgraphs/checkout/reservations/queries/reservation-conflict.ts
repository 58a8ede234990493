import type { SubgraphContext } from '#db/context.ts';
import type { ChannelReservationConflict } from '../../generated.ts';
import type { Booking } from '../../store/entities.ts';
import { overbookedNightsDocument } from '../operations/generated.ts';

/** Returns nights sold by a channel that its booking doesn't have; null if it has all. */
export async function conflictOf(
  ctx: SubgraphContext,
  booking: Pick<Booking, 'status' | 'holdId'> | null,
): Promise<ChannelReservationConflict | null> {
  if (booking?.status !== 'confirmed') return null;
  const { overbookedNights } = await ctx.execute(overbookedNightsDocument, { holdId: booking.holdId }, ctx);
  const nights = overbookedNights.map((night) => Temporal.PlainDate.from(night));
  return nights.length === 0 ? null : { nights };
}
