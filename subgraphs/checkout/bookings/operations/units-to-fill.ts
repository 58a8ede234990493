import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { OperationError } from '#kit/execute.ts';
import { type BookedLine, BookingEntity } from '../../store/entities.ts';
import type { Unit } from '../domain/unit-assignment.ts';
import { lockAssignments } from '../steps/lock-assignments.ts';
import { unitsToFillDocument } from './generated.ts';

/** Returns all units of unit types, in the host's order; with `automatic`, only units assigned automatically. */
export async function unitsOfTypes(
  ctx: SubgraphContext,
  types: readonly number[],
  automatic: boolean,
): Promise<readonly Unit[]> {
  const variables = { unitTypeIds: types.map(String), automatic };
  const { unitsToFill: units } = await ctx.execute(unitsToFillDocument, variables, ctx);
  return units.map(({ id, name, unitTypeId }) => ({
    id: Number(id),
    name,
    unitTypeId: Number(unitTypeId),
  }));
}

/**
 * Returns the units that may be assigned automatically to booked lines, in the host's order. Call it before the
 * transaction that assigns them. If they can't be read, the host assigns units instead.
 */
export async function unitsToFill(
  ctx: SubgraphContext,
  lines: readonly Pick<BookedLine, 'unitTypeId'>[],
): Promise<readonly Unit[]> {
  const types = [...new Set(lines.flatMap(({ unitTypeId }) => unitTypeId ?? []))];
  if (types.length === 0) return [];
  try {
    return await unitsOfTypes(ctx, types, true);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn({ err: error, unitTypes: types }, 'Failed to read units; assigning none');
    return [];
  }
}

/**
 * Runs a transaction that may confirm a held or released booking, with the units for it. Its turn to assign units
 * comes before the booking's lock.
 */
export async function inConfirmation<T>(
  ctx: SubgraphContext,
  id: number,
  run: (em: Transaction, units: readonly Unit[]) => Promise<T>,
): Promise<T> {
  const booking = await reader(ctx).findOne(BookingEntity, { id, status: ['held', 'released'] });
  if (!booking) return inTransaction(ctx, (em) => run(em, []));
  const units = await unitsToFill(ctx, booking.lines);
  return inTransaction(ctx, async (em) => {
    await lockAssignments(em, booking.propertyId);
    return run(em, units);
  });
}
