import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { tables } from '../../store/tables.ts';
import { moved } from '../operations/move-hold.ts';

/** Minimum time for a guest to choose another payment method after a failed payment. */
const LEAST_MS = 15 * 60_000;

/**
 * Restores the original end for a hold extended by a pending payment, or 15 minutes from now if later;
 * returns the end. Null if the hold wasn't extended. Safe to repeat (docs/interface/payments.md#pending).
 */
export async function restoreHold(ctx: SubgraphContext, bookingId: string): Promise<Date | null> {
  const id = parseWideId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null) return null;
  const now = ctx.clock.now();
  const least = new Date(now.getTime() + LEAST_MS);
  const hold = await tables(reader(ctx))
    .updateTable('bookings')
    .set(({ fn }) => ({
      updatedAt: now,
      firstHoldExpiresAt: null,
      holdExpiresAt: fn<Date>('greatest', ['firstHoldExpiresAt', sql`${least}::timestamptz`]),
    }))
    .where('id', '=', id)
    .where('teamId', '=', teamId)
    .where('status', '=', 'held')
    .where('firstHoldExpiresAt', 'is not', null)
    .returning(['holdId', 'holdExpiresAt'])
    .executeTakeFirst();
  return hold ? moved(ctx, hold) : null;
}
