import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import type { AssignedUnit, Booking } from '../../store/entities.ts';
import { type Obstacle, obstacleOf } from '../domain/unit-status.ts';
import { lockStatus, type PlacedUnit, writeStatus } from './write-status.ts';

type Staying = Pick<Booking, 'id' | 'teamId' | 'propertyId' | 'timeZone' | 'lines' | 'assignedUnits'>;

/** Returns the given units of a booking with their places, in the order in which they're locked. */
const placesOf = (
  { teamId, propertyId, timeZone, lines }: Omit<Staying, 'id' | 'assignedUnits'>,
  units: readonly AssignedUnit[],
): readonly PlacedUnit[] =>
  units
    .map(({ id, line }) => ({
      unitId: id,
      teamId,
      propertyId,
      unitTypeId: lines[line]?.unitTypeId ?? 0,
      timeZone,
    }))
    .sort((a, b) => a.unitId - b.unitId);

/** Returns the units that guests arrive in. */
const arrivingIn = (booking: Staying) =>
  placesOf(
    booking,
    booking.assignedUnits.filter(({ from }) => from === undefined),
  );

/** Returns the units that guests leave at check-out. */
const leaving = (booking: Staying) =>
  placesOf(
    booking,
    booking.assignedUnits.filter(({ until }) => until === undefined),
  );

/** Marks a departed booking's units as dirty. */
export async function soilUnits(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Staying,
  leftAt: Date,
): Promise<void> {
  for (const unit of leaving(booking)) {
    const row = await lockStatus(ctx, em, unit);
    const left = { leftBookingId: booking.id, leftAt, statusBefore: row.status };
    await writeStatus(ctx, em, row, { status: 'dirty', ...left });
  }
}

/** Marks a unit that a booking in house leaves for another one as dirty. */
export async function soilLeftUnit(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Staying,
  left: AssignedUnit,
): Promise<void> {
  for (const unit of placesOf(booking, [left])) {
    const row = await lockStatus(ctx, em, unit);
    const by = { leftBookingId: booking.id, leftAt: ctx.clock.now(), statusBefore: row.status };
    await writeStatus(ctx, em, row, { status: 'dirty', ...by });
  }
}

/** Restores the statuses from before a booking's check-out, unless another stay has left since then. */
export async function restoreUnits(ctx: SubgraphContext, em: Transaction, booking: Staying): Promise<void> {
  for (const unit of leaving(booking)) {
    const row = await lockStatus(ctx, em, unit);
    if (row.leftBookingId !== booking.id) continue;
    const status = row.statusBefore ?? row.status;
    await writeStatus(ctx, em, row, { status, leftBookingId: null, leftAt: null, statusBefore: null });
  }
}

/** Returns the strongest reason against letting guests into a booking's units now; null if they're ready. */
export async function obstacleTo(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Staying,
): Promise<Obstacle | null> {
  const today = dateIn(booking.timeZone, ctx.clock.now()).toString();
  const found: (Obstacle | null)[] = [];
  for (const unit of arrivingIn(booking)) found.push(obstacleOf(await lockStatus(ctx, em, unit), today));
  if (found.includes('UNIT_OUT_OF_ORDER')) return 'UNIT_OUT_OF_ORDER';
  return found.includes('UNIT_NOT_READY') ? 'UNIT_NOT_READY' : null;
}
