import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import type { Booking } from '../../store/entities.ts';
import { type Obstacle, obstacleOf } from '../domain/unit-status.ts';
import { lockStatus, type PlacedUnit, writeStatus } from './write-status.ts';

type Staying = Pick<Booking, 'id' | 'teamId' | 'propertyId' | 'timeZone' | 'lines' | 'assignedUnits'>;

/** Returns a booking's units with their places, in the order in which they're locked. */
const unitsOf = ({ teamId, propertyId, timeZone, lines, assignedUnits }: Staying): readonly PlacedUnit[] =>
  assignedUnits
    .map(({ id, line }) => ({
      unitId: id,
      teamId,
      propertyId,
      unitTypeId: lines[line]?.unitTypeId ?? 0,
      timeZone,
    }))
    .sort((a, b) => a.unitId - b.unitId);

/** Marks a departed booking's units as dirty. */
export async function soilUnits(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Staying,
  leftAt: Date,
): Promise<void> {
  for (const unit of unitsOf(booking)) {
    const row = await lockStatus(ctx, em, unit);
    const left = { leftBookingId: booking.id, leftAt, statusBefore: row.status };
    await writeStatus(ctx, em, row, { status: 'dirty', ...left });
  }
}

/** Restores the statuses from before a booking's check-out, unless another stay has left since then. */
export async function restoreUnits(ctx: SubgraphContext, em: Transaction, booking: Staying): Promise<void> {
  for (const unit of unitsOf(booking)) {
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
  for (const unit of unitsOf(booking)) found.push(obstacleOf(await lockStatus(ctx, em, unit), today));
  if (found.includes('UNIT_OUT_OF_ORDER')) return 'UNIT_OUT_OF_ORDER';
  return found.includes('UNIT_NOT_READY') ? 'UNIT_NOT_READY' : null;
}
