import type { SubgraphContext } from '#db/context.ts';
import { propertyLimits } from '#kit/reach.ts';
import { bookingInReachDocument } from '../operations/generated.ts';

/** True if the viewer's membership covers a booking; checkout finds its property. */
export async function reachesBooking(ctx: SubgraphContext, bookingId: string): Promise<boolean> {
  if (propertyLimits(ctx.viewer) === null) return true;
  return (await ctx.execute(bookingInReachDocument, { id: bookingId }, ctx)).booking !== null;
}
