import type { SubgraphContext } from '#db/context.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import { refuse } from '../../errors.ts';
import { reviewThemeVersion, type ThemeReviewed } from '../steps/review-theme-version.ts';

/** Rejects a version in review, with a reason shown to the developer. For operators. */
export async function rejectThemeVersion(
  ctx: SubgraphContext,
  id: string,
  reason: string,
): Promise<ThemeReviewed> {
  operatorId(ctx);
  if (!isTextWithin(reason, MAX_REVIEW_REASON)) {
    const message = `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`;
    return refuse('INVALID', message, ['reason']);
  }
  const event = { kind: 'theme_version.rejected', change: reason.trim() } as const;
  return reviewThemeVersion(ctx, id, event, async (_em, _theme, version) => {
    version.status = 'rejected';
    version.rejectionReason = reason.trim();
  });
}
