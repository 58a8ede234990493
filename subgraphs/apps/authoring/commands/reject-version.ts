import type { SubgraphContext } from '#db/context.ts';
import { isTextWithin } from '#kit/text.ts';
import { operatorId } from '../../access.ts';
import { refuse } from '../../errors.ts';
import { type Reviewed, review } from '../store/review-version.ts';

/** Rejects a version in review, with a reason the developer sees. For operators. */
export async function rejectVersion(ctx: SubgraphContext, id: string, reason: string): Promise<Reviewed> {
  operatorId(ctx);
  if (!isTextWithin(reason, 2_000)) {
    return refuse('INVALID', 'A reason has 1 to 2,000 characters, none of them U+0000.', ['reason']);
  }
  const event = { kind: 'app_version.rejected', change: reason.trim() } as const;
  return review(ctx, id, event, async (_em, _app, version) => {
    version.status = 'rejected';
    version.rejectionReason = reason.trim();
  });
}
