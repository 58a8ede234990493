import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type Booking, SessionEntity } from '../entities.ts';
import { holdStay } from '../operations/generated.ts';
import { settleBooking } from './settle-nights.ts';

/** How often a price that moved meanwhile is taken as it now is. */
const ATTEMPTS = 3;

/**
 * Takes the nights of a released booking under another hold id, whatever they cost now: the guest paid what was agreed.
 * False where they are not all free, or not sold to anybody any more. Safe to repeat. See docs/interface/payments.md#resolving.
 */
export async function takeNightsAgain(
  ctx: IslandContext,
  booking: Booking,
  holdId: string,
): Promise<boolean> {
  // Its own nights first: until they are given back they are taken by the booking itself.
  if (booking.status === 'released' && booking.nightsSettledAt === null) await settleBooking(ctx, booking);
  const session = await reader(ctx).findOneOrFail(SessionEntity, { id: booking.checkoutId });
  let { fingerprint } = session.quote;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const input = {
      checkoutId: holdId,
      storefrontId: String(booking.storefrontId),
      lines: session.lines,
      guestEmail: booking.guestEmail ?? '',
      until: ctx.clock.now().toISOString(),
      fingerprint,
    };
    const { stayHold } = await ctx.execute(holdStay, { input }, ctx);
    if (stayHold.held) return true;
    if (stayHold.quote.problems.length > 0) return false;
    fingerprint = stayHold.quote.fingerprint;
  }
  return false;
}
