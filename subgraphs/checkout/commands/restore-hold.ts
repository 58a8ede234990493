import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { type MovedHold, moved } from '../operations/move-hold.ts';

/** A guest whose payment fell through has this long to choose another way. */
const LEAST_MS = 15 * 60_000;

/**
 * Gives a held booking that a pending payment kept its first end back, or 15 minutes from now where that is later: when it
 * ends now. Null if nothing was kept. Safe to repeat (docs/interface/payments.md#pending).
 */
export async function restoreHold(ctx: SubgraphContext, bookingId: string): Promise<Date | null> {
  const id = parseId(bookingId);
  const teamId = ctx.viewer.kind === 'payments' ? ctx.viewer.teamId : null;
  if (id === null || teamId === null) return null;
  const now = ctx.clock.now();
  const { rows } = await sql<MovedHold>`
    UPDATE checkout.bookings SET updated_at = ${now}, first_hold_expires_at = NULL,
      hold_expires_at = greatest(first_hold_expires_at, ${new Date(now.getTime() + LEAST_MS)}::timestamptz)
    WHERE id = ${id} AND team_id = ${teamId} AND status = 'held' AND first_hold_expires_at IS NOT NULL
    RETURNING hold_id AS "holdId", hold_expires_at AS "holdExpiresAt"
  `.execute(statements(ctx));
  return rows[0] ? moved(ctx, rows[0]) : null;
}
