import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, statements } from '#db/transaction.ts';
import { readPlaces } from './booking-places.ts';
import type { OpenTransfer } from './open-transfer.ts';
import { importBookingsDocument } from './operations/generated.ts';
import { readReservations } from './read-wanted.ts';
import { type ResolvedBooking, resolveBooking } from './resolve-bookings.ts';

/** Rows per call: after a crash, at most this many are sent again. */
const ROWS_PER_CALL = 25;

/** An error found while applying, with its row's index. */
interface RowError {
  readonly at: number;
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

/**
 * Applies an import's reservations in batches. The count of applied rows is saved after each batch, so a process
 * that continues after a crash repeats at most one batch, whose external ids have their bookings already. A refused
 * row doesn't block the others.
 */
export async function applyBookings(ctx: SubgraphContext, transfer: OpenTransfer): Promise<void> {
  const { bookings } = await readReservations(ctx, transfer);
  const places = await readPlaces(ctx, transfer);
  for (let from = transfer.applied; from < bookings.length; from += ROWS_PER_CALL) {
    const batch = bookings.slice(from, from + ROWS_PER_CALL);
    const resolved = batch.map((wanted) => resolveBooking(places, wanted));
    const errors = await send(ctx, transfer, resolved);
    await save(ctx, transfer.id, {
      errors: errors.map((error) => ({ ...error, at: from + error.at })),
      applied: from + batch.length,
    });
  }
}

/** Sends a batch's rows to checkout; returns the errors by the rows' places in the batch. */
async function send(
  ctx: SubgraphContext,
  { id, webhooks }: OpenTransfer,
  resolved: readonly ResolvedBooking[],
): Promise<readonly RowError[]> {
  const sent = resolved.flatMap((booking, at) => ('row' in booking ? [{ at, row: booking.row }] : []));
  const unsent = resolved.flatMap((booking, at) => {
    const [mistake] = 'mistakes' in booking ? booking.mistakes : [];
    return mistake ? [{ at, ...mistake }] : [];
  });
  if (sent.length === 0) return unsent;
  const input = { importId: id, webhooks, rows: sent.map(({ row }) => row) };
  const { bookingImport: verdicts } = await ctx.execute(importBookingsDocument, { input }, ctx);
  const refused = sent.flatMap(({ at }, place) => {
    const error = verdicts[place]?.errors[0];
    return error ? [{ at, field: error.field ?? null, code: error.code, message: error.message }] : [];
  });
  return [...unsent, ...refused];
}

/** Records a batch's refused rows and the progress. */
function save(
  ctx: SubgraphContext,
  id: number,
  { errors, applied }: { readonly errors: readonly RowError[]; readonly applied: number },
): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const db = statements(em);
    await sql`
      UPDATE catalog.transfer_row r SET action = 'error', field = e.field, code = e.code, message = left(e.message, 500)
      FROM jsonb_to_recordset(${JSON.stringify(errors)}::jsonb) AS e (at integer, field text, code text, message text)
      WHERE r.transfer_id = ${id} AND r.property = e.at`.execute(db);
    await sql`UPDATE catalog.transfer SET applied = ${applied}, attempts = 0 WHERE id = ${id}`.execute(db);
  });
}
