import { type RawBuilder, sql } from 'kysely';
import { microsecondsOf } from '#db/changes.ts';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, byInstant, latestFirst, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { AppType } from '#manifest/vocabulary.ts';
import { operatorId } from '../../access.ts';
import type { Grants, VersionStatus } from '../domain/versions.ts';
import { AppVersion } from '../store/entities.ts';

export interface VersionRow {
  readonly id: number;
  readonly number: number;
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
  /** When it was submitted for review, in microseconds since 1970; 0 where it was not. */
  readonly submittedUs: number;
  /** What the live version asks for; null if it is this one, or none is. */
  readonly liveGrants: Grants | null;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
}

const OF_VERSION = columnsOf(
  AppVersion,
  ['id', 'number', 'status', 'scopeEscalation', 'createdAt', 'rejectionReason'],
  'v',
);

async function findVersions(
  ctx: SubgraphContext,
  which: RawBuilder<unknown>,
): Promise<readonly VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT ${OF_VERSION}, coalesce(v.manifest->>'name', a.name) AS "appName", a.slug AS "appSlug", a.type AS "appType",
      d.name AS developer, v.id IS NOT DISTINCT FROM a.live_version_id AS live,
      v.manifest->'taskTypes' AS "declaredTaskTypes", v.manifest->'scopes' AS scopes, v.manifest->'capabilities' AS capabilities,
      v.manifest->>'webhookUrl' AS "webhookUrl", v.manifest->>'appPageUrl' AS "appPageUrl",
      v.manifest->'redirectUris' AS "redirectUris", coalesce(${microsecondsOf('v.submitted_at')}, 0) AS "submittedUs",
      CASE WHEN live.id <> v.id THEN jsonb_build_object(
        'scopes', live.manifest->'scopes', 'capabilities', live.manifest->'capabilities') END AS "liveGrants"
    FROM apps.app_versions v
    JOIN apps.apps a ON a.id = v.app_id
    JOIN apps.accounts d ON d.id = a.account_id
    LEFT JOIN apps.app_versions live ON live.id = a.live_version_id
    ${which}`.execute(statements(ctx));
  return rows;
}

/** A page of the versions of an account's own app, newest first. */
export async function findVersionsOf(
  ctx: SubgraphContext,
  app: { readonly id: number; readonly accountId: number },
  listing: Listing,
): Promise<Page<VersionRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('v.id')));
  const rows = await findVersions(
    ctx,
    sql`WHERE v.app_id = ${app.id} AND a.account_id = ${app.accountId} AND ${within} ${orderBy} ${limit}`,
  );
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** A page of the versions that wait for a review, oldest first. For operators; throws `ACCESS_DENIED` for anyone else. */
export async function findVersionsInReview(
  ctx: SubgraphContext,
  listing: Listing,
): Promise<Page<VersionRow>> {
  operatorId(ctx);
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('v.submitted_at', 'v.id'));
  const rows = await findVersions(ctx, sql`WHERE v.status = 'in_review' AND ${within} ${orderBy} ${limit}`);
  return pageOf(rows, slice, ({ submittedUs, id }) => [submittedUs, id]);
}

/** One version, anyone who owns it: for commands that have checked who asks. */
export const findVersion = async (ctx: SubgraphContext, id: number): Promise<VersionRow | null> =>
  (await findVersions(ctx, sql`WHERE v.id = ${id}`))[0] ?? null;
