import type { SubgraphContext } from '#db/context.ts';
import type { Booking } from '../../store/entities.ts';
import type { StayTimes } from '../domain/due-times.ts';
import {
  type BookingToMessageQuery,
  bookingToMessageDocument,
  placesOfTeamDocument,
  statedStayTimesDocument,
} from './generated.ts';

/** Facts about a booking's property and storefront that messages need. */
export type MessageFacts = NonNullable<BookingToMessageQuery['bookingToMail']>;

/** Reads a booking's facts from catalog, for any team; null if the booking doesn't exist. */
export async function messageFacts(ctx: SubgraphContext, bookingId: number): Promise<MessageFacts | null> {
  const { bookingToMail } = await ctx.execute(
    bookingToMessageDocument,
    { id: String(bookingId) },
    asPlatform(ctx),
  );
  return bookingToMail;
}

/** Reads the times that properties state, by property; a missing property states none. */
export async function statedTimes(
  ctx: SubgraphContext,
  propertyIds: readonly number[],
): Promise<ReadonlyMap<number, StatedTimes>> {
  const ids = [...new Set(propertyIds)].map(String);
  const { statedStayTimes } = await ctx.execute(
    statedStayTimesDocument,
    { propertyIds: ids },
    asPlatform(ctx),
  );
  return new Map(statedStayTimes.map((times) => [Number(times.propertyId), times]));
}

/** Reads which of these properties and rate plans belong to a team. */
export async function placesOfTeam(
  ctx: SubgraphContext,
  teamId: number,
  { propertyIds, ratePlanIds }: Places,
): Promise<Places> {
  const given = { teamId: String(teamId), propertyIds, ratePlanIds };
  return (await ctx.execute(placesOfTeamDocument, given, asPlatform(ctx))).placesOfTeam;
}

interface Places {
  readonly propertyIds: readonly string[];
  readonly ratePlanIds: readonly string[];
}

const asPlatform = ({ requestId }: SubgraphContext) => ({ viewer: { kind: 'platform' }, requestId }) as const;

/** A property's own times; null if it states none. */
type StatedTimes = Pick<StayTimes, 'checkInFrom' | 'checkOutUntil'>;

/** Returns the times on which a stay's messages depend. */
export const stayTimes = (
  { checkIn, checkOut, timeZone }: Pick<Booking, 'checkIn' | 'checkOut' | 'timeZone'>,
  property: StatedTimes | null | undefined,
): StayTimes => ({
  checkIn,
  checkOut,
  timeZone,
  checkInFrom: property?.checkInFrom ?? null,
  checkOutUntil: property?.checkOutUntil ?? null,
});
