import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { parseWideId } from '#kit/ids.ts';
import type { BookingDay } from '../../generated.ts';
import { CHECK_IN, CHECK_OUT, recordDay } from '../steps/record-day.ts';

/**
 * Starts the check-in or check-out day for a confirmed test booking that belongs to the host's team,
 * regardless of its dates. Checking out includes checking in. Returns true if it did. See
 * docs/interface/webhooks.md#topics.
 */
export async function beginDay(
  ctx: SubgraphContext,
  { id, day }: { readonly id: string; readonly day: BookingDay },
): Promise<boolean> {
  const teamId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.teamId : null;
  const bookingId = parseWideId(id);
  if (teamId === null || bookingId === null) return false;
  const own = sql`id = ${bookingId}::bigint AND team_id = ${teamId} AND test`;
  const checkedIn = await recordDay(ctx, CHECK_IN, own);
  return (day === 'check_in' ? checkedIn : await recordDay(ctx, CHECK_OUT, own)) > 0;
}
