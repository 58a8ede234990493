import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { searchText } from '#kit/text.ts';
import { isSlug } from '#manifest/slug.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { AppBilling } from '#manifest/vocabulary.ts';
import type { Grants } from '../domain/versions.ts';
import type { AppRow } from './apps.ts';

/** A public app with a live version, seen from a team. */
export interface StoreAppRow extends AppRow {
  readonly billing: AppBilling;
  readonly developer: string;
  readonly liveVersion: number;
  readonly asked: Grants;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
  /** What the team gave it; null if it is not installed. */
  readonly held: Grants | null;
}

export interface StoreListing extends Listing {
  readonly search?: string | null;
}

/** A page of the public apps that any host can install, newest first; `teamId` is the team they are seen from. */
export async function findStoreApps(
  ctx: SubgraphContext,
  teamId: number | null,
  { search, ...listing }: StoreListing,
): Promise<Page<StoreAppRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('a.id')));
  const rows = await listed(
    ctx,
    teamId,
    sql`${matching(searchText(search))} AND ${within} ${orderBy} ${limit}`,
  );
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** A public app with a live version; null for any other. */
export async function findStoreApp(
  ctx: SubgraphContext,
  teamId: number | null,
  slug: string,
): Promise<StoreAppRow | null> {
  if (!isSlug(slug)) return null;
  return (await listed(ctx, teamId, sql`a.slug = ${slug}`))[0] ?? null;
}

function matching(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`;
  return sql`strpos(lower(a.name || ' ' || a.slug || ' ' || d.name), lower(${search})) > 0`;
}

async function listed(
  ctx: SubgraphContext,
  teamId: number | null,
  which: RawBuilder<unknown>,
): Promise<readonly StoreAppRow[]> {
  const { rows } = await sql<StoreAppRow>`
      SELECT a.id, a.slug, a.name, a.type, a.billing, d.name AS developer, v.number AS "liveVersion",
        jsonb_build_object('scopes', v.manifest->'scopes', 'capabilities', v.manifest->'capabilities') AS asked,
        v.manifest->'taskTypes' AS "declaredTaskTypes",
        CASE WHEN i.id IS NULL THEN NULL ELSE
          jsonb_build_object('scopes', to_jsonb(i.scopes), 'capabilities', to_jsonb(i.capabilities)) END AS held
      FROM apps.apps a
      JOIN apps.app_versions v ON v.id = a.live_version_id
      JOIN apps.accounts d ON d.id = a.account_id
      LEFT JOIN apps.installs i ON i.app_id = a.id AND i.team_id = ${teamId} AND i.is_active
      WHERE a.distribution = 'public' AND ${which}`.execute(statements(ctx));
  return rows;
}
