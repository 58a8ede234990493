import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { NewTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { operatorId } from '#kit/operator.ts';
import { idOfVersion, parseVersionId } from '../../authoring/domain/version-id.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { Theme, ThemeVersion } from '../store/entities.ts';
import { themeBySlug } from '../store/theme-by-slug.ts';

/** A reviewed version, or why it wasn't reviewed. */
export type ThemeReviewed = Refused & { readonly versionId?: number };

/**
 * Decides on the version in review with this `id`, in one transaction, and adds `event` to the audit trails
 * of its developer's teams. For operators.
 */
export async function reviewThemeVersion(
  ctx: SubgraphContext,
  id: string,
  event: NewTeamEvent,
  decide: (em: Transaction, theme: Theme, version: ThemeVersion) => Promise<void>,
): Promise<ThemeReviewed> {
  const reviewer = operatorId(ctx);
  return inTransaction(ctx, async (em) => {
    const found = await findNamed(em, id);
    if ('userErrors' in found) return found;
    const theme = await em.findOneOrFail(
      Theme,
      { id: found.themeId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const version = await em.refreshOrFail(found);
    if (version.status !== 'in_review')
      return refuse('NOT_IN_REVIEW', `Version ${id} is ${version.status}, not in review.`, ['id']);
    await decide(em, theme, version);
    version.reviewedBy = reviewer;
    await recordForTeamsOf(ctx, em, theme.accountId, { ...event, subject: theme.name });
    return { versionId: version.id, userErrors: NONE };
  });
}

/** Finds a version by id: `slug@number`, or just a number if exactly one version in review has it. */
async function findNamed(em: Transaction, id: string): Promise<ThemeVersion | Refused> {
  const named = parseVersionId(id);
  if (!named) return refuse('NOT_FOUND', `There is no version ${id}. Ids look like "lakeside@3".`, ['id']);
  const { slug, number } = named;
  if (slug !== null) {
    const theme = await themeBySlug(em, { slug });
    const version = theme && (await em.findOne(ThemeVersion, { themeId: theme.id, number }));
    return version ?? refuse('NOT_FOUND', `There is no version ${id}.`, ['id']);
  }
  const [only, ...others] = await em.find(
    ThemeVersion,
    { number, status: 'in_review' },
    { orderBy: { id: 'asc' } },
  );
  if (!only) return refuse('NOT_IN_REVIEW', `No theme has a version ${number} in review.`, ['id']);
  if (others.length === 0) return only;
  const { slug: example } = await em.findOneOrFail(Theme, { id: only.themeId });
  const message = `Several themes have a version ${number} in review. Use the full id, like "${idOfVersion(example, number)}".`;
  return refuse('AMBIGUOUS_VERSION', message, ['id']);
}
