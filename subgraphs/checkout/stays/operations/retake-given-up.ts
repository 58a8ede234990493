import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, statements } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { retakeNightsDocument } from '../../bookings/operations/generated.ts';
import type { StayState } from '../../domain/stay-states.ts';
import { BookingEntity } from '../../store/entities.ts';

/**
 * Takes the nights again that a stay gave up, before its move is undone. True if it has all of its nights;
 * false if one of them is no longer free. If the undoing is then refused or crashes, they're given back.
 */
export async function retakeGivenUp(ctx: SubgraphContext, id: string, state: StayState): Promise<boolean> {
  const booking = await reader(ctx).findOne(BookingEntity, {
    id: parseWideId(id) ?? 0,
    teamId: teamOf(ctx.viewer) ?? 0,
    status: 'confirmed',
    stayState: state,
    nightsUntil: { $ne: null },
  });
  if (!booking) return true;
  await sql`UPDATE checkout.bookings SET nights_synced_at = NULL WHERE id = ${booking.id}`.execute(
    statements(ctx),
  );
  const { stayNightsRetake } = await ctx.execute(retakeNightsDocument, { holdId: booking.holdId }, ctx);
  return stayNightsRetake;
}
