import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { isUuid, newUuid } from '#kit/ids.ts';
import { agentOf } from '../../access.ts';
import { type BookingRequest, StrayHoldEntity } from '../../store/entities.ts';
import {
  LINK_OVER,
  NOT_OFFERED,
  type RequestResult,
  refuseRequest,
  requested,
  TOO_LATE,
  TOO_MANY,
} from '../domain/request-refusal.ts';
import { isLinkOver, isTooLate, respondBy } from '../domain/request-times.ts';
import { requestTermsDocument } from '../operations/generated.ts';
import { giveBack, holdRequest } from '../operations/hold-request.ts';
import { moveRequest } from '../steps/move-request.ts';
import { takeRoom } from '../store/request-limits.ts';
import { isRequestToken } from '../store/request-token.ts';
import { findRequest, lockRequest } from '../store/requests.ts';

/**
 * Confirms a request with the token from its email; the request then waits for the host. See
 * docs/interface/requests.md#placing.
 */
export async function verifyRequest(
  ctx: SubgraphContext,
  { id, token }: { readonly id: string; readonly token: string },
): Promise<RequestResult> {
  const { storefrontId } = agentOf(ctx);
  const request = isUuid(id) && isRequestToken(ctx, id, token) ? await findRequest(ctx, id) : null;
  if (request?.storefrontId !== storefrontId) return refuseRequest(LINK_OVER);
  if (request.status !== 'unverified') return requested(request);
  const now = ctx.clock.now();
  if (isLinkOver(request, now)) return refuseRequest(LINK_OVER);
  const { requestTerms: terms } = await ctx.execute(
    requestTermsDocument,
    { storefrontId: String(storefrontId) },
    ctx,
  );
  if (!terms?.takesRequests) return refuseRequest(NOT_OFFERED);
  if (isTooLate(now, terms.minNoticeSeconds, request)) return refuseRequest(TOO_LATE);
  const until = respondBy(now, terms.respondWithinSeconds, request);
  return terms.mode === 'hold' ? holdAndConfirm(ctx, request, until) : confirm(ctx, request, until, null);
}

/** Takes the nights first. If they're gone, the request fails before the host sees it. */
async function holdAndConfirm(
  ctx: SubgraphContext,
  request: BookingRequest,
  until: Date,
): Promise<RequestResult> {
  const holdId = newUuid();
  const { held, quote } = await holdRequest(ctx, request, { holdId, until, fingerprint: null });
  if (held) {
    const result = await confirm(ctx, request, until, holdId);
    if (result.bookingRequest?.holdId !== holdId) await giveBack(ctx, holdId);
    return result;
  }
  const nearest = quote.problems.flatMap((problem) => problem.nearest).slice(0, 2);
  const failed = await inTransaction(ctx, async (em) => {
    const locked = await lockRequest(em, request.id);
    return locked && ((await moveRequest(ctx, em, locked, 'fail', { nearest })) ?? locked);
  });
  return failed ? requested(failed) : refuseRequest(LINK_OVER);
}

function confirm(
  ctx: SubgraphContext,
  { id, storefrontId }: BookingRequest,
  until: Date,
  holdId: string | null,
): Promise<RequestResult> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockRequest(em, id);
    if (!locked) return refuseRequest(LINK_OVER);
    if (locked.status !== 'unverified') return requested(locked);
    if (!(await takeRoom(em, storefrontId))) return refuseRequest(TOO_MANY);
    if (holdId !== null && (await em.nativeDelete(StrayHoldEntity, { holdId, releasing: false })) === 0) {
      throw new Error('A request took too long, so its nights are being released.');
    }
    const moved = await moveRequest(ctx, em, locked, 'verify', { respondBy: until, holdId });
    return requested(moved ?? locked);
  });
}
