import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { isSlug } from '#manifest/slug.ts';
import type { AppBilling, AppType, Distribution } from '#manifest/vocabulary.ts';
import { tables } from '../../store/tables.ts';
import type { VersionStatus } from '../domain/versions.ts';
import { App } from '../store/entities.ts';

/** Public app fields. */
export interface AppRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly type: AppType;
}

/** App fields for its developer. */
export interface OwnAppRow extends AppRow {
  readonly accountId: number;
  readonly distribution: Distribution;
  readonly billing: AppBilling;
  readonly clientId: string;
  readonly liveVersion: number | null;
  readonly liveStatus: VersionStatus | null;
  readonly newestStatus: VersionStatus | null;
  /** The live version's declared settings. */
  readonly declaredSettings: readonly DeclaredSetting[] | null;
  readonly installCount: number;
}

/** Returns a page of the account's own apps in creation order. */
export async function findOwnApps(
  ctx: SubgraphContext,
  accountId: number,
  listing: Listing,
): Promise<Page<OwnAppRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, byId('a.id'));
  const rows = await ownApps(ctx, accountId, within, sql`${orderBy} ${limit}`);
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns an app that the account develops; null for any other. */
export async function findOwnApp(
  ctx: SubgraphContext,
  accountId: number,
  slug: string,
): Promise<OwnAppRow | null> {
  return isSlug(slug) ? ((await ownApps(ctx, accountId, sql`a.slug = ${slug}`))[0] ?? null) : null;
}

const OF_APP = columnsOf(
  App,
  ['id', 'slug', 'name', 'type', 'distribution', 'billing', 'accountId', 'clientId'],
  'a',
);

async function ownApps(
  ctx: SubgraphContext,
  accountId: number,
  which: RawBuilder<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<readonly OwnAppRow[]> {
  const { rows } = await sql<OwnAppRow>`
    SELECT ${OF_APP},
      live.number AS "liveVersion", live.status AS "liveStatus", newest.status AS "newestStatus",
      live.manifest->'settings' AS "declaredSettings",
      (SELECT count(*)::int FROM apps.installs i WHERE i.app_id = a.id AND i.is_active) AS "installCount"
    FROM apps.apps a
    LEFT JOIN apps.app_versions live ON live.id = a.live_version_id
    LEFT JOIN LATERAL
      (SELECT status FROM apps.app_versions v WHERE v.app_id = a.id ORDER BY v.id DESC LIMIT 1) newest ON true
    WHERE a.account_id = ${accountId} AND ${which} ${end}`.execute(statements(ctx));
  return rows;
}

/** Finds apps by id, for references from other subgraphs and for the calling app. */
export async function findAppsById(ctx: SubgraphContext, ids: readonly number[]): Promise<readonly AppRow[]> {
  return tables(reader(ctx))
    .selectFrom('apps')
    .select(['id', 'slug', 'name', 'type'])
    .where('id', 'in', ids)
    .execute();
}
