import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { failsTooOften, failuresAfter } from '../domain/theme-failures.ts';
import { lockAnyThemes } from '../store/own-themes.ts';

interface Failure {
  readonly storefrontId: string;
  /** The published theme's revision (`ShownTheme.revision`). */
  readonly revision: string;
  /** Reason as a sentence for the host. */
  readonly problem: string;
}

const LONGEST_PROBLEM = 500;

/**
 * Records that a page couldn't be rendered with the published theme. A theme that fails 20 times in ten minutes
 * becomes a draft (docs/interface/storefront-themes.md#failures). Returns false if the revision isn't published.
 */
export async function reportThemeFailure(
  ctx: SubgraphContext,
  { storefrontId, revision, problem }: Failure,
): Promise<boolean> {
  const id = parseId(storefrontId) ?? 0;
  // Processes may serve an earlier theme for a moment: those failures don't need the lock.
  if ((await ctx.services.catalog.looks.theme(id))?.revision !== revision) return false;
  const outcome = await inTransaction(ctx, async (em) => {
    const own = await lockAnyThemes(em, id);
    const theme = own?.themes.find(({ status }) => status === 'published');
    if (!own || !theme || `${theme.id}.${theme.settingsVersion}` !== revision) return 'gone';
    const failures = failuresAfter(theme.failures, ctx.clock.now());
    Object.assign(theme, { failures, problem: problem.slice(0, LONGEST_PROBLEM).toWellFormed() });
    const isOff = failsTooOften(failures);
    if (isOff) Object.assign(theme, { status: 'draft', failures: [] });
    await em.flush();
    if (!isOff) return 'counted';
    await recordTeamEvent(ctx, em, [own.storefront.teamId], {
      kind: 'storefront_theme.failed',
      subject: own.storefront.name,
      change: `${theme.name} ${theme.label}`,
    });
    return 'unpublished';
  });
  if (outcome === 'unpublished') ctx.services.catalog.changes.announce(id);
  return outcome !== 'gone';
}
