import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { tables } from '../../store/tables.ts';
import { moved } from '../operations/move-hold.ts';

/** A guest whose payment fell through has this long to choose another way. */
const LEAST_MS = 15 * 60_000;

/**
 * Gives a held booking that a pending payment kept its first end back, or 15 minutes from now where that is later: when it
 * ends now. Null if nothing was kept. Safe to repeat (docs/interface/payments.md#pending).
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
