import type { SubgraphContext } from '#db/context.ts';
import type { Reservation } from '../../store/entities.ts';
import { type TakeChannelStayMutation, takeChannelStayDocument } from './generated.ts';

interface Wanted {
  readonly connectionId: number;
  readonly holdId: string;
  readonly replaces: string | null;
  readonly reservation: Reservation;
  readonly since: Date;
}

/** Takes a reservation's nights in catalog. Safe to repeat: catalog identifies the reservation by its hold. */
export async function takeReservation(
  ctx: SubgraphContext,
  { connectionId, reservation, since, ...hold }: Wanted,
): Promise<TakeChannelStayMutation['channelStayTake']> {
  const { cancelled, currency, stays } = reservation;
  const lines = stays.map(({ unitTypeId, channelRoomId, ratePlanId, channelRateId, checkIn, checkOut }) => ({
    unitTypeId,
    channelRoomId,
    checkIn,
    checkOut,
    ratePlanId: ratePlanId ?? null,
    channelRateId: channelRateId ?? null,
  }));
  const input = {
    ...hold,
    connectionId: String(connectionId),
    cancelled,
    currency,
    lines,
    since: since.toISOString(),
  };
  const { channelStayTake } = await ctx.execute(takeChannelStayDocument, { input }, ctx);
  return channelStayTake;
}
