import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { holdStayDocument } from '../../operations/generated.ts';
import { type Booking, SessionEntity } from '../../store/entities.ts';
import { lineOf, stayOf } from '../domain/entered-booking.ts';
import { type AskedLine, askedLines } from '../domain/lodging.ts';
import { syncNights } from './sync-nights.ts';

/**
 * Takes the nights of a released booking under another hold id, whatever they cost now: the guest paid what was agreed.
 * False where they are not all free, or not sold to anyone any more. Safe to repeat. See docs/interface/payments.md#resolving.
 */
export async function takeNightsAgain(
  ctx: SubgraphContext,
  booking: Booking,
  holdId: string,
): Promise<boolean> {
  // Its own nights first: until they are given back they are taken by the booking itself.
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

/** What is booked now; of several lines each has a party that its checkout alone knows. */
async function linesOf(ctx: SubgraphContext, booking: Booking): Promise<readonly AskedLine[]> {
  const stay = stayOf(booking);
  if (stay) return [lineOf(stay)];
  const { lines, guests } = await reader(ctx).findOneOrFail(SessionEntity, { id: booking.checkoutId });
  return askedLines(lines, guests ?? null);
}
