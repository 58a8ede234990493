import type { SubgraphContext } from '#db/context.ts';
import { propertyLimits } from '#kit/reach.ts';
import { bookingInReachDocument } from '../operations/generated.ts';

/** Whether the viewer's membership reaches a booking: checkout knows at which property it is. */
export async function reachesBooking(ctx: SubgraphContext, bookingId: string): Promise<boolean> {
  if (propertyLimits(ctx.viewer) === null) return true;
  return (await ctx.execute(bookingInReachDocument, { id: bookingId }, ctx)).booking !== null;
}
