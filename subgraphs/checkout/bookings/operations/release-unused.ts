import type { SubgraphContext } from '#db/context.ts';
import { releaseStayDocument } from '../../operations/generated.ts';
import type { Booking } from '../../store/entities.ts';

/** Releases nights that another runner's booking doesn't use. */
export async function releaseUnused(
  ctx: SubgraphContext,
  holdId: string,
  booking: Booking | null,
): Promise<void> {
  if (booking?.status === 'held' || booking?.status === 'confirmed') return;
  await ctx.execute(releaseStayDocument, { holdId }, ctx);
}
