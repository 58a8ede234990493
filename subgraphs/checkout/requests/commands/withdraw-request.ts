import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { agentOf } from '../../access.ts';
import {
  NO_SUCH_REQUEST,
  notPending,
  type RequestResult,
  refuseRequest,
  requested,
} from '../domain/request-refusal.ts';
import { releaseEnded } from '../operations/release-ended.ts';
import { moveRequest } from '../steps/move-request.ts';
import { lockRequest } from '../store/requests.ts';

/** Withdraws a guest's pending request. A withdrawn request stays withdrawn. */
export async function withdrawRequest(ctx: SubgraphContext, id: string): Promise<RequestResult> {
  const { storefrontId } = agentOf(ctx);
  if (!isUuid(id)) return refuseRequest(NO_SUCH_REQUEST);
  const result = await inTransaction(ctx, async (em) => {
    const request = await lockRequest(em, id);
    if (request?.storefrontId !== storefrontId || request.status === 'unverified')
      return refuseRequest(NO_SUCH_REQUEST);
    if (request.status === 'withdrawn') return requested(request);
    const moved = await moveRequest(ctx, em, request, 'withdraw');
    return moved ? requested(moved) : refuseRequest(notPending(request));
  });
  await releaseEnded(ctx, result.bookingRequest);
  return result;
}
