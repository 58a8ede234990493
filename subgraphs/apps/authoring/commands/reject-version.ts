import type { SubgraphContext } from '#db/context.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import { refuse } from '../../errors.ts';
import { type Reviewed, review } from '../steps/review-version.ts';

/** Rejects a version in review, with a reason shown to the developer. For operators. */
export async function rejectVersion(ctx: SubgraphContext, id: string, reason: string): Promise<Reviewed> {
  operatorId(ctx);
  if (!isTextWithin(reason, MAX_REVIEW_REASON)) {
    return refuse('INVALID', `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`, [
      'reason',
    ]);
  }
  const event = { kind: 'app_version.rejected', change: reason.trim() } as const;
  return review(ctx, id, event, async (_em, _app, version) => {
    version.status = 'rejected';
    version.rejectionReason = reason.trim();
    return null;
  });
}
