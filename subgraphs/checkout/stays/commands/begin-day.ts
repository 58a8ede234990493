import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { parseWideId } from '#kit/ids.ts';
import type { BookingDay } from '../../generated.ts';
import { ARRIVAL, assumeStays, DEPARTURE } from '../steps/assume-stay.ts';

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
  const at = sql`${ctx.clock.now()}::timestamptz`;
  const which = sql`id = ${bookingId}::bigint AND team_id = ${teamId} AND test`;
  const arrived = await assumeStays(ctx, ARRIVAL, { which, at, also: sql`, checked_in_at = ${at}` });
  if (day === 'check_in') return arrived > 0;
  return (await assumeStays(ctx, DEPARTURE, { which, at, also: sql`, checked_out_at = ${at}` })) > 0;
}
