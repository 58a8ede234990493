import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, byInstant, latestFirst, microsecondsOf, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '#kit/operator.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { AppType } from '#manifest/vocabulary.ts';
import { tables } from '../../store/tables.ts';
import type { Grants, VersionStatus } from '../domain/versions.ts';

export interface VersionRow {
  readonly id: number;
  readonly number: number;
  readonly appId: number;
  readonly appName: string;
  readonly appSlug: string;
  readonly appType: AppType;
  readonly developer: string;
  readonly status: VersionStatus;
  readonly live: boolean;
  readonly scopeEscalation: boolean;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly createdAt: Date | string;
  readonly rejectionReason: string | null;
  readonly webhookUrl: string | null;
  readonly appPageUrl: string | null;
  readonly redirectUris: readonly string[];
  /** Time of submission for review, in microseconds since 1970; 0 if never submitted. */
  readonly submittedUs: number;
  /** Access that the live version requests; null if it's this version, or if there's no live version. */
  readonly liveGrants: Grants | null;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
}

const versions = (ctx: SubgraphContext) =>
  tables(reader(ctx))
    .selectFrom('app_versions as v')
    .innerJoin('apps as a', 'a.id', 'v.appId')
    .innerJoin('accounts as d', 'd.id', 'a.accountId')
    .leftJoin('app_versions as live', 'live.id', 'a.liveVersionId')
    .select([
      'v.id',
      'v.appId',
      'v.number',
      'v.status',
      'v.scopeEscalation',
      'v.createdAt',
      'v.rejectionReason',
    ])
    .select([
      'v.manifest',
      'a.name as appName',
      'a.slug as appSlug',
      'a.type as appType',
      'd.name as developer',
    ])
    .select(['live.id as liveId', 'live.manifest as liveManifest'])
    .select(microsecondsOf('v.submitted_at').as('submittedUs'));

type Found = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number];

function describe({ manifest, appName, liveId, liveManifest, submittedUs, ...version }: Found): VersionRow {
  const { name, scopes, capabilities, webhookUrl, appPageUrl, redirectUris, taskTypes } = manifest;
  const live = liveId === version.id;
  return {
    ...version,
    live,
    appName: name ?? appName,
    submittedUs: submittedUs ?? 0,
    scopes,
    capabilities,
    redirectUris,
    declaredTaskTypes: taskTypes ?? null,
    webhookUrl: webhookUrl ?? null,
    appPageUrl: appPageUrl ?? null,
    liveGrants:
      liveManifest && !live ? { scopes: liveManifest.scopes, capabilities: liveManifest.capabilities } : null,
  };
}

/** Returns a page of versions of one of the account's own apps, newest first. */
export async function findVersionsOf(
  ctx: SubgraphContext,
  app: { readonly id: number; readonly accountId: number },
  listing: Listing,
): Promise<Page<VersionRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('v.id')));
  const rows = await versions(ctx)
    .where('v.appId', '=', app.id)
    .where('a.accountId', '=', app.accountId)
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ id }) => [id]);
}

/**
 * Returns a page of versions waiting for review, oldest first. For operators; throws `ACCESS_DENIED` for
 * anyone else.
 */
export async function findVersionsInReview(
  ctx: SubgraphContext,
  listing: Listing,
): Promise<Page<VersionRow>> {
  operatorId(ctx);
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('v.submitted_at', 'v.id'));
  const rows = await versions(ctx)
    .where('v.status', '=', 'in_review')
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ submittedUs, id }) => [submittedUs, id]);
}

/** Returns a version without checking ownership, for commands that have already checked the caller. */
export async function findVersion(ctx: SubgraphContext, id: number): Promise<VersionRow | null> {
  const found = await versions(ctx).where('v.id', '=', id).executeTakeFirst();
  return found ? describe(found) : null;
}
