import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import type { Transaction } from '#db/transaction.ts';
import { decideRelease } from '../../authoring/domain/versions.ts';
import { type Theme, ThemeVersion } from '../store/entities.ts';

/**
 * Releases a version of a locked theme in the caller's transaction: it goes live, or is submitted for review
 * and replaces any earlier submission. Returns null if done, otherwise a sentence with the reason.
 */
export async function releaseThemeVersion(
  ctx: SubgraphContext,
  em: Transaction,
  theme: Theme,
  version: ThemeVersion,
): Promise<string | null> {
  const decision = decideRelease(version.status, theme.distribution);
  if (decision.kind === 'refuse') return decision.message;
  if (decision.kind === 'go_live') await takeThemeLive(ctx, em, theme, version);
  if (decision.kind === 'submit' && version.status === 'draft') {
    await em.nativeUpdate(ThemeVersion, { themeId: theme.id, status: 'in_review' }, { status: 'withdrawn' });
    version.status = 'in_review';
    version.submittedAt = ctx.clock.now();
  }
  return null;
}

/** Makes a version of a locked theme live, so that storefronts with the theme receive it as a draft. */
export async function takeThemeLive(
  ctx: SubgraphContext,
  em: Transaction,
  theme: Theme,
  version: ThemeVersion,
): Promise<void> {
  version.status = 'approved';
  version.releasedAt = ctx.clock.now();
  theme.liveVersionId = version.id;
  theme.name = version.name;
  await publish(ctx, em, 'theme.released', { slug: theme.slug });
}
