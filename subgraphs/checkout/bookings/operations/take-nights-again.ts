import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { holdStayDocument } from '../../operations/generated.ts';
import { type Booking, SessionEntity } from '../../store/entities.ts';
import { lineOf, stayOf } from '../domain/entered-booking.ts';
import { type AskedLine, askedLines } from '../domain/lodging.ts';
import { syncNights } from './sync-nights.ts';

/**
 * Takes a released booking's nights under a new hold id, at any current price: the guest paid the agreed
 * amount. False if some nights aren't free or aren't on sale. Safe to repeat. See
 * docs/interface/payments.md#resolving.
 */
export async function takeNightsAgain(
  ctx: SubgraphContext,
  booking: Booking,
  holdId: string,
): Promise<boolean> {
  // Release the booking's own nights first, because until then they aren't free.
  if (booking.status === 'released' && booking.nightsSyncedAt === null) await syncNights(ctx, booking);
  const input = {
    holdId,
    storefrontId: String(booking.storefrontId),
    lines: await linesOf(ctx, booking),
    guestEmail: booking.guestEmail ?? '',
    until: ctx.clock.now().toISOString(),
    bookedBefore: true,
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  return stayHold.held;
}

/** Returns the booked lines; with several lines, only the checkout has each line's party. */
async function linesOf(ctx: SubgraphContext, booking: Booking): Promise<readonly AskedLine[]> {
  const stay = stayOf(booking);
  if (stay) return [lineOf(stay)];
  const { lines, guests } = await reader(ctx).findOneOrFail(SessionEntity, { id: booking.checkoutId });
  return askedLines(lines, guests ?? null);
}
