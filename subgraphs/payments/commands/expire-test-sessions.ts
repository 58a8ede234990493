import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { MOVES } from '../domain/session-states.ts';
import { expireSessions } from './expire-sessions.ts';

/**
 * Expires a test booking's open payment sessions and notifies their apps, if it belongs to the host's team.
 * Returns true if there was one. See docs/interface/webhooks.md#topics.
 */
export async function expireTestSessions(ctx: SubgraphContext, booking: string): Promise<boolean> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const bookingId = parseWideId(booking);
  if (teamId === null || bookingId === null) return false;
  const { numAffectedRows = 0n } = await sql`
    UPDATE payments.session SET expires_at = ${ctx.clock.now()}
    WHERE booking_id = ${bookingId}::bigint AND team_id = ${teamId} AND test
      AND status = ANY (${[...MOVES.expire.from]}::text[])`.execute(statements(ctx));
  if (numAffectedRows > 0n) await expireSessions(ctx, { bookingId });
  return numAffectedRows > 0n;
}
