import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import type { UnitAssignmentSuggestion } from '../../generated.ts';
import { type Booking, BookingEntity } from '../../store/entities.ts';
import { smallestMoves, type UnitMove, type UnitStay } from '../domain/unit-moves.ts';
import { currentUnits, nightsIn } from '../domain/unit-nights.ts';
import { unitsOfTypes } from '../operations/units-to-fill.ts';
import { reachesBooking } from '../store/entered-bookings.ts';
import { unitStays } from '../store/unit-stays.ts';

/** Nights before and after the stay that other stays may have and still move. */
const NIGHTS_AROUND = 60;

/**
 * Returns the smallest set of moves after which a booking's empty places have units for the whole stay, including its
 * own moves; null for another team's booking.
 */
export async function suggestMoves(
  ctx: SubgraphContext,
  bookingId: string,
): Promise<UnitAssignmentSuggestion | null> {
  const id = parseWideId(bookingId) ?? 0;
  const booking = await reader(ctx).findOne(BookingEntity, { id, teamId: teamOf(ctx.viewer) ?? 0 });
  if (!booking || !(await reachesBooking(ctx, id))) return null;
  const moves = await movesFor(ctx, booking);
  const moved = await reader(ctx).find(
    BookingEntity,
    { id: moves.map((move) => move.bookingId) },
    { fields: ['reference'] },
  );
  const references = new Map(moved.map(({ id, reference }) => [id, reference]));
  return {
    moves: moves.map(({ bookingId, fromUnitId, toUnitId }) => ({
      bookingId: String(bookingId),
      reference: references.get(bookingId) ?? '',
      fromUnitId: fromUnitId === null ? null : String(fromUnitId),
      toUnitId: String(toUnitId),
    })),
  };
}

async function movesFor(ctx: SubgraphContext, booking: Booking): Promise<readonly UnitMove[]> {
  const { id, status, teamId, propertyId, lines, assignedUnits } = booking;
  const missing = new Map<number, number>();
  for (const [line, { unitTypeId, quantity }] of lines.entries()) {
    const empty = quantity - currentUnits(assignedUnits, line).length;
    if (unitTypeId !== null && empty > 0) missing.set(unitTypeId, (missing.get(unitTypeId) ?? 0) + empty);
  }
  if (missing.size === 0 || (status !== 'held' && status !== 'confirmed')) return [];
  const units = await unitsOfTypes(ctx, [...missing.keys()], false);
  const nights = nightsIn(booking, {});
  const around = { from: nights.from - NIGHTS_AROUND, until: nights.until + NIGHTS_AROUND };
  const unitIds = units.map((unit) => unit.id);
  const occupied = await unitStays(statements(ctx), { teamId, propertyId, unitIds, ...around });
  const stays: readonly UnitStay[] = occupied.map((one) => ({ ...one, bookingId: one.bookingId ?? 0 }));
  return [...missing].flatMap(([unitTypeId, count]) =>
    smallestMoves({
      homeless: Array.from({ length: count }, () => ({ bookingId: id, ...nights })),
      unitIds: units.filter((unit) => unit.unitTypeId === unitTypeId).map((unit) => unit.id),
      stays,
    }),
  );
}
