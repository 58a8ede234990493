import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { developerId } from '../../access.ts';
import { appNotFound, NONE, type Refused, refuse } from '../../errors.ts';
import { parseVersionId } from '../domain/version-id.ts';
import { SUCCESSORS, staleDraft } from '../domain/versions.ts';
import { applyRelease } from '../steps/add-version.ts';
import { appBySlug } from '../store/app-by-slug.ts';
import { AppVersion } from '../store/entities.ts';

/** A released version, or why it wasn't released. */
export type Released = Refused & { readonly versionId?: number };

/**
 * Releases a version of the account's own app: the given version, or the latest draft unless a newer version is in
 * review or approved; an earlier approved version rolls back (docs/interface/apps.md#versions). Refuses with `NOT_FOUND`, `NO_DRAFT` or
 * `VERSION_NOT_RELEASABLE`.
 */
export async function releaseVersion(
  ctx: SubgraphContext,
  { slug, version: id }: { readonly slug: string; readonly version?: string | null },
): Promise<Released> {
  const accountId = developerId(ctx);
  return inTransaction(ctx, async (em) => {
    const app = await appBySlug(em, { slug, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!app) return appNotFound(slug);
    const version = await em.findOne(
      AppVersion,
      id == null ? { appId: app.id, status: 'draft' } : { appId: app.id, number: numberOf(id, slug) },
      { orderBy: { id: 'desc' } },
    );
    if (!version) {
      return id == null
        ? refuse('NO_DRAFT', `The app "${slug}" has no draft to release. Push a version first.`)
        : refuse('NOT_FOUND', `The app "${slug}" has no version ${id}.`, ['version']);
    }
    const newer =
      id == null &&
      (await em.findOne(
        AppVersion,
        { appId: app.id, number: { $gt: version.number }, status: { $in: SUCCESSORS } },
        { orderBy: { number: 'desc' } },
      ));
    if (newer) return refuse('NO_DRAFT', staleDraft(version.number, newer.number));
    const refused = await applyRelease(ctx, em, app, version);
    return refused
      ? refuse('VERSION_NOT_RELEASABLE', refused, ['version'])
      : { versionId: version.id, userErrors: NONE };
  });
}

/** Returns the version number in an id for this app; otherwise 0, which no version has. */
function numberOf(id: string, slug: string): number {
  const named = parseVersionId(id);
  return named && (named.slug === null || named.slug === slug) ? named.number : 0;
}
