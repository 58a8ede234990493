import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { undoCharges } from '../../folio/steps/charge-unused.ts';
import type { Booking } from '../../store/entities.ts';
import { json } from '../../store/json.ts';

/**
 * Restores a locked booking's charges, and its dates and price, from before an early departure or a no-show.
 * Returns the columns to set. The caller makes sure that it has its nights.
 */
export async function restoreStay(
  ctx: SubgraphContext,
  em: Transaction,
  booking: Booking,
): Promise<RawBuilder<unknown>> {
  const undo = booking.stayUndo;
  if (undo) await undoCharges(ctx, em, booking, undo.entryIds);
  const sold = undo?.sold;
  const price = sold
    ? sql`, check_out = ${sold.checkOut}::date, lines = ${json(sold.lines)}, totals = ${json(sold.totals)}, total = ${sold.total}::bigint, folio_version = folio_version + 1`
    : sql``;
  return sql`, nights_until = NULL, nights_synced_at = NULL, stay_undo = NULL ${price}`;
}
