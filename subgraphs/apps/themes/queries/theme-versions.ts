import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, byInstant, latestFirst, microsecondsOf, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '#kit/operator.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { idOfVersion, parseVersionId } from '../../authoring/domain/version-id.ts';
import type { VersionStatus } from '../../authoring/domain/versions.ts';
import { tables } from '../../store/tables.ts';
import type { PackagedFile } from '../domain/theme-files.ts';

/** A theme's version, with its theme and the live version's files. */
export interface ThemeVersionRow {
  readonly versionId: number;
  readonly themeId: number;
  readonly slug: string;
  readonly number: number;
  readonly label: string;
  readonly name: string;
  readonly developer: string;
  readonly status: VersionStatus;
  readonly live: boolean;
  /** SHA-256 of the package, hex. */
  readonly sha256: string;
  readonly packaged: readonly PackagedFile[];
  /** Files in the live version's package; null if this is the live version, or if there is none. */
  readonly livePackaged: readonly PackagedFile[] | null;
  readonly declaredSettings: readonly DeclaredSetting[];
  readonly createdAt: Date;
  readonly rejectionReason: string | null;
  /** Time of submission for review, in microseconds since 1970; 0 if never submitted. */
  readonly submittedUs: number;
}

const versions = (ctx: SubgraphContext) =>
  tables(reader(ctx))
    .selectFrom('theme_versions as v')
    .innerJoin('themes as t', 't.id', 'v.themeId')
    .innerJoin('accounts as d', 'd.id', 't.accountId')
    .leftJoin('theme_versions as live', 'live.id', 't.liveVersionId')
    .select([
      'v.id as versionId',
      'v.themeId',
      't.slug',
      'v.number',
      'v.label',
      'v.name',
      'v.status',
      'v.sha256',
    ])
    .select(['d.name as developer', 'v.files', 'v.settings', 'v.createdAt', 'v.rejectionReason'])
    .select(['live.id as liveId', 'live.files as liveFiles'])
    .select(microsecondsOf('v.submitted_at').as('submittedUs'));

type Found = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number];

const describe = ({
  files,
  settings,
  liveId,
  liveFiles,
  submittedUs,
  ...version
}: Found): ThemeVersionRow => ({
  ...version,
  live: liveId === version.versionId,
  packaged: files,
  livePackaged: liveId === version.versionId ? null : (liveFiles ?? null),
  declaredSettings: settings,
  submittedUs: submittedUs ?? 0,
});

/** Returns a page of versions of one of the account's own themes, newest first. */
export async function findThemeVersionsOf(
  ctx: SubgraphContext,
  theme: { readonly id: number; readonly accountId: number },
  listing: Listing,
): Promise<Page<ThemeVersionRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('v.id')));
  const rows = await versions(ctx)
    .where('v.themeId', '=', theme.id)
    .where('t.accountId', '=', theme.accountId)
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ versionId }) => [versionId]);
}

/**
 * Returns a page of versions waiting for review, oldest first. For operators; throws `ACCESS_DENIED` for
 * anyone else.
 */
export async function findThemeVersionsInReview(
  ctx: SubgraphContext,
  listing: Listing,
): Promise<Page<ThemeVersionRow>> {
  operatorId(ctx);
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('v.submitted_at', 'v.id'));
  const rows = await versions(ctx)
    .where('v.status', '=', 'in_review')
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ submittedUs, versionId }) => [submittedUs, versionId]);
}

/** Returns a version without checking ownership, for commands that have already checked the caller. */
export async function findThemeVersion(ctx: SubgraphContext, id: number): Promise<ThemeVersionRow | null> {
  const found = await versions(ctx).where('v.id', '=', id).executeTakeFirst();
  return found ? describe(found) : null;
}

/** Returns versions by `slug@number`, for references from storefronts. Only their ids give access to them. */
export const loadThemeVersion = batch<string, ThemeVersionRow>(async (ctx, ids) => {
  const named = ids.flatMap((id) => {
    const parsed = parseVersionId(id);
    return parsed?.slug ? [{ slug: parsed.slug, number: parsed.number }] : [];
  });
  if (named.length === 0) return new Map();
  const rows = await versions(ctx)
    .where((eb) => eb.or(named.map(({ slug, number }) => eb.and({ 't.slug': slug, 'v.number': number }))))
    .execute();
  return new Map(rows.map((row) => [idOfVersion(row.slug, row.number), describe(row)]));
});
