import type { SubgraphContext } from '#db/context.ts';
import { reachOf } from '../../access.ts';
import type { RequestTerms } from '../../generated.ts';
import { isPaused } from '../../storefronts/domain/storefront-status.ts';
import { storefrontById } from '../../storefronts/queries/storefronts.ts';

/**
 * Returns a storefront's settings for booking requests, and whether it accepts requests
 * (docs/interface/requests.md#settings). Null if the viewer doesn't have access.
 */
export async function requestTerms(ctx: SubgraphContext, storefrontId: number): Promise<RequestTerms | null> {
  const found = await storefrontById(ctx, storefrontId);
  const reach = reachOf(ctx.viewer);
  if (
    !found ||
    (reach.storefrontId ?? found.id) !== found.id ||
    (reach.teamId ?? found.teamId) !== found.teamId
  ) {
    return null;
  }
  const { requestMode: mode, respondWithinSeconds, payWithinSeconds, minNoticeSeconds } = found;
  const takesRequests = found.agentBookings && !found.instantBooking && !isPaused(found) && !found.closedAt;
  const times = { respondWithinSeconds, payWithinSeconds, minNoticeSeconds };
  return { takesRequests, mode, ...times, questions: [...found.requestQuestions] };
}
