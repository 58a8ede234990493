import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { type MovedHold, moved } from '../operations/move-hold.ts';

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
  const { rows } = await sql<MovedHold>`
    UPDATE checkout.bookings b SET updated_at = ${ctx.clock.now()},
      first_hold_expires_at = coalesce(b.first_hold_expires_at, b.hold_expires_at),
      hold_expires_at = greatest(b.hold_expires_at,
        least(${until}::timestamptz, b.check_in::timestamp AT TIME ZONE b.time_zone))
    WHERE b.id = ${id} AND b.team_id = ${teamId} AND b.status = 'held'
    RETURNING b.hold_id AS "holdId", b.hold_expires_at AS "holdExpiresAt"
  `.execute(statements(ctx));
  return rows[0] ? moved(ctx, rows[0]) : null;
}
