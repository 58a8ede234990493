import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { moved } from '../operations/move-hold.ts';
import { tables } from '../store/tables.ts';

/**
 * Keeps a held booking until an instant at least, but not beyond the start of its check-in day at the property: when it
 * ends now. A hold that lasts longer stays as it is; the end of before is kept, to fall back to. Null if the team
 * payments asks for holds no such booking (docs/interface/payments.md#pending).
 */
export async function extendHold(
  ctx: SubgraphContext,
  { bookingId, until }: { readonly bookingId: string; readonly until: Date },
): Promise<Date | null> {
  const id = parseId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null) return null;
  const hold = await tables(reader(ctx))
    .updateTable('bookings')
    .set({
      updatedAt: ctx.clock.now(),
      firstHoldExpiresAt: sql<Date>`coalesce(first_hold_expires_at, hold_expires_at)`,
      holdExpiresAt: sql<Date>`greatest(hold_expires_at,
        least(${until}::timestamptz, check_in::timestamp AT TIME ZONE time_zone))`,
    })
    .where('id', '=', id)
    .where('teamId', '=', teamId)
    .where('status', '=', 'held')
    .returning(['holdId', 'holdExpiresAt'])
    .executeTakeFirst();
  return hold ? moved(ctx, hold) : null;
}
