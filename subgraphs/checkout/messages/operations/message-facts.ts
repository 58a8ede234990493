import type { SubgraphContext } from '#db/context.ts';
import type { Booking } from '../../store/entities.ts';
import type { StayTimes } from '../domain/due-times.ts';
import { type BookingToMessageQuery, bookingToMessageDocument } from './generated.ts';

/** Facts about a booking's property and storefront that messages need. */
export type MessageFacts = NonNullable<BookingToMessageQuery['bookingToMail']>;

/** Reads a booking's facts from catalog, for any team; null if the booking doesn't exist. */
export async function messageFacts(ctx: SubgraphContext, bookingId: number): Promise<MessageFacts | null> {
  const platform = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  const { bookingToMail } = await ctx.execute(bookingToMessageDocument, { id: String(bookingId) }, platform);
  return bookingToMail;
}

/** Returns the times on which a stay's messages depend. */
export const stayTimes = (
  { checkIn, checkOut, timeZone }: Pick<Booking, 'checkIn' | 'checkOut' | 'timeZone'>,
  { property }: MessageFacts,
): StayTimes => ({
  checkIn,
  checkOut,
  timeZone,
  checkInFrom: property?.checkInFrom ?? null,
  checkOutUntil: property?.checkOutUntil ?? null,
});
