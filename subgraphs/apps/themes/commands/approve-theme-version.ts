import type { SubgraphContext } from '#db/context.ts';
import { takeThemeLive } from '../steps/release-theme-version.ts';
import { reviewThemeVersion, type ThemeReviewed } from '../steps/review-theme-version.ts';

/** Approves a version in review, which then goes live, as its developer requested by releasing it. For operators. */
export const approveThemeVersion = (ctx: SubgraphContext, id: string): Promise<ThemeReviewed> =>
  reviewThemeVersion(ctx, id, { kind: 'theme_version.approved' }, (em, theme, version) =>
    takeThemeLive(ctx, em, theme, version),
  );
