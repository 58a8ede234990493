import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { lineOf } from '../../bookings/domain/entered-booking.ts';
import { type HoldStayMutation, holdStayDocument, releaseStayDocument } from '../../operations/generated.ts';
import { type BookingRequest, StrayHoldEntity } from '../../store/entities.ts';

/**
 * Takes the nights of a request, whatever restrictions say: the host decides. Not counted among the holds of agents. Anyone who finds
 * them there after a crash gives them back: who writes down what they are for takes them from the strays. `fingerprint` is of the
 * price they are taken at, null for whatever it is.
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

/** Gives nights back that were taken in vain. What fails is repeated by the sweep. */
export async function giveBack(ctx: SubgraphContext, holdId: string): Promise<void> {
  await ctx.execute(releaseStayDocument, { holdId }, ctx);
  await reader(ctx).nativeDelete(StrayHoldEntity, { holdId });
}
