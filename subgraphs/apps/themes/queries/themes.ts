import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isSlug } from '#manifest/slug.ts';
import type { Distribution } from '#manifest/vocabulary.ts';
import { teamIdOrNull } from '../../access.ts';
import type { VersionStatus } from '../../authoring/domain/versions.ts';
import { tables } from '../../store/tables.ts';

/** Theme fields for its developer. */
export interface OwnThemeRow {
  readonly id: number;
  readonly accountId: number;
  readonly slug: string;
  readonly name: string;
  readonly distribution: Distribution;
  readonly liveVersion: number | null;
  readonly liveStatus: VersionStatus | null;
  readonly newestStatus: VersionStatus | null;
}

/** Returns a page of the account's own themes in creation order. */
export async function findOwnThemes(
  ctx: SubgraphContext,
  accountId: number,
  listing: Listing,
): Promise<Page<OwnThemeRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, byId('t.id'));
  const rows = await ownThemes(ctx, accountId, within, sql`${orderBy} ${limit}`);
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns a theme that the account develops; null for any other. */
export async function findOwnTheme(
  ctx: SubgraphContext,
  accountId: number,
  slug: string,
): Promise<OwnThemeRow | null> {
  return isSlug(slug) ? ((await ownThemes(ctx, accountId, sql`t.slug = ${slug}`))[0] ?? null) : null;
}

async function ownThemes(
  ctx: SubgraphContext,
  accountId: number,
  which: RawBuilder<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<readonly OwnThemeRow[]> {
  const { rows } = await sql<OwnThemeRow>`
    SELECT t.id, t.account_id AS "accountId", t.slug, t.name, t.distribution,
      live.number AS "liveVersion", live.status AS "liveStatus", newest.status AS "newestStatus"
    FROM apps.themes t
    LEFT JOIN apps.theme_versions live ON live.id = t.live_version_id
    LEFT JOIN LATERAL
      (SELECT status FROM apps.theme_versions v WHERE v.theme_id = t.id ORDER BY v.number DESC LIMIT 1) newest ON true
    WHERE t.account_id = ${accountId} AND ${which} ${end}`.execute(statements(ctx));
  return rows;
}

/** A theme with a live version, as seen by a team. */
export interface StoreThemeRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly developer: string;
  readonly distribution: Distribution;
  readonly liveVersion: number;
  readonly label: string;
  readonly sha256: string;
}

/** Returns a page of themes that the chosen team can add to its storefronts, newest first. */
export async function findStoreThemes(ctx: SubgraphContext, listing: Listing): Promise<Page<StoreThemeRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('t.id')));
  const rows = await liveThemes(ctx)
    .where(offeredTo(teamIdOrNull(ctx) ?? 0))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns a theme's live version; for a host, only if the chosen team can add the theme. */
export async function findLiveTheme(ctx: SubgraphContext, slug: string) {
  if (!isSlug(slug)) return null;
  const { viewer } = ctx;
  const found = await liveThemes(ctx)
    .where('t.slug', '=', slug)
    .$if(viewer.kind !== 'platform', (all) => all.where(offeredTo(teamIdOrNull(ctx) ?? 0)))
    .executeTakeFirst();
  return found ? { ...found, number: found.liveVersion } : null;
}

const liveThemes = (ctx: SubgraphContext) =>
  tables(reader(ctx))
    .selectFrom('themes as t')
    .innerJoin('theme_versions as v', 'v.id', 't.liveVersionId')
    .innerJoin('accounts as d', 'd.id', 't.accountId')
    .select(['t.id', 't.slug', 't.name', 't.distribution', 'd.name as developer'])
    .select(['v.number as liveVersion', 'v.label', 'v.sha256']);

/** Public themes are offered to every team; a private one only to its developer's teams. */
const offeredTo = (teamId: number) =>
  sql<boolean>`(t.distribution = 'public' OR EXISTS (
    SELECT FROM apps.memberships m WHERE m.account_id = t.account_id AND m.team_id = ${teamId}))`;
