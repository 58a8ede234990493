import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REQUEST_TEXT } from '#schema/limits.ts';
import { masked } from '../../domain/masking.ts';
import type { DeclineReason } from '../../domain/request-status.ts';
import {
  NO_SUCH_REQUEST,
  type RequestResult,
  refuseAnswer,
  refuseRequest,
  requestError,
  requested,
} from '../domain/request-refusal.ts';
import { releaseEnded } from '../operations/release-ended.ts';
import { findReachable } from '../queries/booking-requests.ts';
import { moveRequest } from '../steps/move-request.ts';
import { lockRequest } from '../store/requests.ts';

interface Declined {
  readonly id: string;
  readonly version: number;
  readonly reason: DeclineReason;
  readonly text?: string | null | undefined;
}

/** Declines a team's pending request and frees its nights. See docs/interface/requests.md#states. */
export async function declineRequest(
  ctx: SubgraphContext,
  { id, version, reason, text }: Declined,
): Promise<RequestResult> {
  if (text != null && text !== '' && !isTextWithin(text, MAX_REQUEST_TEXT)) {
    return refuseRequest(
      requestError('INVALID', 'text', `A note can have at most ${MAX_REQUEST_TEXT} characters.`),
    );
  }
  if (!(await findReachable(ctx, id))) return refuseRequest(NO_SUCH_REQUEST);
  const result = await inTransaction(ctx, async (em) => {
    const request = await lockRequest(em, id);
    const refused = refuseAnswer(ctx.clock.now(), request, version);
    if (!request || refused) return refused ?? refuseRequest(NO_SUCH_REQUEST);
    const to = { declineReason: reason, declineText: masked(text?.trim() ?? '') || null };
    const moved = await moveRequest(ctx, em, request, 'decline', to);
    if (!moved) return requested(request);
    const event = { kind: 'booking_request.declined', subject: moved.reference, change: reason } as const;
    await recordTeamEvent(ctx, em, [moved.teamId], event);
    return requested(moved);
  });
  await releaseEnded(ctx, result.bookingRequest);
  return result;
}
