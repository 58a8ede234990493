import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { developerId } from '../../access.ts';
import { parseVersionId } from '../../authoring/domain/version-id.ts';
import { SUCCESSORS, staleDraft } from '../../authoring/domain/versions.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { releaseThemeVersion } from '../steps/release-theme-version.ts';
import { ThemeVersion } from '../store/entities.ts';
import { themeBySlug } from '../store/theme-by-slug.ts';

/** A released version, or why it wasn't released. */
export type ThemeReleased = Refused & { readonly versionId?: number };

/**
 * Releases a version of the account's own theme: the given version, or the latest draft unless a newer version is in
 * review or approved; an earlier approved version rolls back. Refuses with `NOT_FOUND`, `NO_DRAFT` or `VERSION_NOT_RELEASABLE`.
 */
export async function releaseTheme(
  ctx: SubgraphContext,
  { slug, version: id }: { readonly slug: string; readonly version?: string | null },
): Promise<ThemeReleased> {
  const accountId = developerId(ctx);
  return inTransaction(ctx, async (em) => {
    const theme = await themeBySlug(em, { slug, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!theme) return refuse('NOT_FOUND', `Your account has no theme "${slug}".`, ['slug']);
    const version = await em.findOne(
      ThemeVersion,
      id == null ? { themeId: theme.id, status: 'draft' } : { themeId: theme.id, number: numberOf(id, slug) },
      { orderBy: { id: 'desc' } },
    );
    if (!version) {
      return id == null
        ? refuse('NO_DRAFT', `The theme "${slug}" has no draft to release. Push a version first.`)
        : refuse('NOT_FOUND', `The theme "${slug}" has no version ${id}.`, ['version']);
    }
    const newer =
      id == null &&
      (await em.findOne(
        ThemeVersion,
        { themeId: theme.id, number: { $gt: version.number }, status: { $in: SUCCESSORS } },
        { orderBy: { number: 'desc' } },
      ));
    if (newer) return refuse('NO_DRAFT', staleDraft(version.number, newer.number));
    const refused = await releaseThemeVersion(ctx, em, theme, version);
    return refused
      ? refuse('VERSION_NOT_RELEASABLE', refused, ['version'])
      : { versionId: version.id, userErrors: NONE };
  });
}

/** Returns the version number in an id for this theme; otherwise 0, which no version has. */
function numberOf(id: string, slug: string): number {
  const named = parseVersionId(id);
  return named && (named.slug === null || named.slug === slug) ? named.number : 0;
}
