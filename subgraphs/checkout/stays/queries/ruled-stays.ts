import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { stayStateOf } from '../../domain/stay.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';

/** Stays per page. */
const PAGE = 200;

interface StayRange {
  readonly teamId: string;
  /** First and last day. */
  readonly from: { toString(): string };
  readonly until: { toString(): string };
  readonly after?: string | null | undefined;
}

/** Lists a team's confirmed stays that touch a range of days, by booking. */
export async function listRuledStays(ctx: SubgraphContext, { teamId, from, until, after }: StayRange) {
  const found = await reader(ctx).find(
    BookingEntity,
    {
      teamId: Number(teamId),
      status: 'confirmed',
      checkIn: { $lte: until.toString() },
      checkOut: { $gte: from.toString() },
      id: { $gt: after == null ? 0 : (parseWideId(after) ?? 0) },
    },
    { orderBy: { id: 'asc' }, limit: PAGE },
  );
  return found.map(toRuledStay);
}

/** Finds a team's confirmed stay; null if there is none. */
export async function findRuledStay(
  ctx: SubgraphContext,
  { teamId, bookingId }: { readonly teamId: string; readonly bookingId: string },
) {
  const id = parseWideId(bookingId) ?? 0;
  const found = await reader(ctx).findOne(BookingEntity, { id, teamId: Number(teamId), status: 'confirmed' });
  return found && toRuledStay(found);
}

const toRuledStay = (booking: Booking) => ({
  bookingId: booking.id,
  version: booking.version,
  propertyId: booking.propertyId,
  timeZone: booking.timeZone,
  checkIn: booking.checkIn,
  checkOut: booking.checkOut,
  state: stayStateOf(booking),
  unitTypeIds: [...new Set(booking.lines.flatMap(({ unitTypeId }) => unitTypeId ?? []))],
  unitIds: booking.assignedUnits.map(({ id }) => id),
});
