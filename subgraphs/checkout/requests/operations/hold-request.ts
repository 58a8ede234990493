import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { lineOf } from '../../bookings/domain/entered-booking.ts';
import { type HoldStayMutation, holdStayDocument, releaseStayDocument } from '../../operations/generated.ts';
import { type BookingRequest, StrayHoldEntity } from '../../store/entities.ts';

/**
 * Takes a request's nights, ignoring restrictions, because the host decides. Doesn't count toward agents'
 * hold limits. The hold is recorded as stray until a booking or request claims it, so it's released after a
 * crash. `fingerprint` identifies the expected price, null for any price.
 */
export async function holdRequest(
  ctx: SubgraphContext,
  request: BookingRequest,
  {
    holdId,
    until,
    fingerprint,
  }: { readonly holdId: string; readonly until: Date; readonly fingerprint: string | null },
): Promise<HoldStayMutation['stayHold']> {
  await reader(ctx).upsert(StrayHoldEntity, { holdId, since: ctx.clock.now() });
  const { unitTypeId, checkIn, checkOut, adults, children, units: quantity } = request;
  const input = {
    holdId,
    storefrontId: String(request.storefrontId),
    lines: [lineOf({ unitTypeId, checkIn, checkOut, adults, children, quantity })],
    guestEmail: '',
    until: until.toISOString(),
    fingerprint,
    unrestricted: true,
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  return stayHold;
}

/** Releases unneeded nights. If that fails, the sweep retries. */
export async function giveBack(ctx: SubgraphContext, holdId: string): Promise<void> {
  await ctx.execute(releaseStayDocument, { holdId }, ctx);
  await reader(ctx).nativeDelete(StrayHoldEntity, { holdId });
}
