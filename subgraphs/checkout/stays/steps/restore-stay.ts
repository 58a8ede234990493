import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { fillUnits, settingUnits } from '../../bookings/steps/fill-units.ts';
import { undoCharges } from '../../folio/steps/charge-unused.ts';
import type { AssignedUnit, Booking } from '../../store/entities.ts';
import { json } from '../../store/json.ts';

/**
 * Returns a stay's units once it has its nights again: replaces units that another booking got since with free ones. The
 * caller has called `lockAssignments`.
 */
export async function unitsAgain(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  units: readonly Unit[],
): Promise<readonly AssignedUnit[]> {
  if (booking.nightsUntil === null) return booking.assignedUnits;
  const checkOut = booking.stayUndo?.sold?.checkOut ?? booking.checkOut;
  return fillUnits(ctx, em, { ...booking, checkOut }, units);
}

/**
 * Restores a locked booking's charges, and its dates and price, from before an early departure or a no-show,
 * with its `units`. Returns the columns to set. The caller makes sure that it has its nights.
 */
export async function restoreStay(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
  units: readonly AssignedUnit[],
): Promise<RawBuilder<unknown>> {
  const undo = booking.stayUndo;
  if (undo) await undoCharges(ctx, em, booking, undo.entryIds);
  const sold = undo?.sold;
  const price = sold
    ? sql`, check_out = ${sold.checkOut}::date, lines = ${json(sold.lines)}, totals = ${json(sold.totals)}, total = ${sold.total}::bigint, folio_version = folio_version + 1`
    : sql``;
  return sql`, nights_until = NULL, nights_synced_at = NULL, stay_undo = NULL ${settingUnits(units)} ${price}`;
}
