import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { searchText } from '#kit/text.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { isSlug } from '#manifest/slug.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { AppBilling, AppType } from '#manifest/vocabulary.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import type { AppRow } from '../../authoring/queries/apps.ts';
import { tables } from '../../store/tables.ts';
import type { AppCategory, ListingContent } from '../domain/content.ts';

/** A public app with a live version, as seen by a team. */
export interface StoreAppRow extends AppRow {
  readonly billing: AppBilling;
  readonly developer: string;
  readonly liveVersion: number;
  readonly asked: Grants;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
  readonly declaredSettings: readonly DeclaredSetting[] | null;
  /** The team's grants; null if it isn't installed. */
  readonly held: Grants | null;
  readonly published: ListingContent | null;
  readonly isListed: boolean;
}

export interface StoreListing extends Listing {
  readonly search?: string | null;
  readonly filter?: StoreFilter | null;
}

export interface StoreFilter {
  readonly category?: AppCategory | null;
  readonly type?: AppType | null;
  readonly free?: boolean | null;
}

/** Returns a page of apps listed in the store, newest first; `teamId` is the viewing team. */
export async function findStoreApps(
  ctx: SubgraphContext,
  teamId: number | null,
  { search, filter, ...listing }: StoreListing,
): Promise<Page<StoreAppRow>> {
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('a.id')));
  const { category, type, free } = filter ?? {};
  const rows = await storeApps(ctx, teamId)
    .where('l.published', 'is not', null)
    .where('l.isUnlisted', '=', false)
    .where('l.suspensionReason', 'is', null)
    .where(matching(searchText(search)))
    .$if(category != null, (all) =>
      all.where(sql<boolean>`l.published->'categories' @> ${JSON.stringify([category])}::jsonb`),
    )
    .$if(type != null, (all) => all.where('a.type', '=', type ?? 'remote'))
    .$if(free != null, (all) => all.where('a.billing', free ? '=' : '!=', 'free'))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows.map(describe), slice, ({ id }) => [id]);
}

/** Returns a public app with a live version, listed or not; null for any other app and for suspended ones. */
export async function findStoreApp(
  ctx: SubgraphContext,
  teamId: number | null,
  slug: string,
): Promise<StoreAppRow | null> {
  if (!isSlug(slug)) return null;
  const found = await storeApps(ctx, teamId)
    .where('a.slug', '=', slug)
    .where('l.suspensionReason', 'is', null)
    .executeTakeFirst();
  return found ? describe(found) : null;
}

function matching(search: string): RawBuilder<boolean> {
  if (search === '') return sql`true`;
  const texts = sql`concat_ws(' ', a.name, a.slug, d.name, l.published->>'tagline', l.published->>'description')`;
  return sql`strpos(lower(${texts}), lower(${search})) > 0`;
}

const storeApps = (ctx: SubgraphContext, teamId: number | null) =>
  tables(reader(ctx))
    .selectFrom('apps as a')
    .innerJoin('app_versions as v', 'v.id', 'a.liveVersionId')
    .innerJoin('accounts as d', 'd.id', 'a.accountId')
    .leftJoin('listings as l', 'l.appId', 'a.id')
    .leftJoin('installs as i', (join) =>
      join
        .onRef('i.appId', '=', 'a.id')
        .on('i.teamId', '=', teamId ?? 0)
        .on('i.isActive', '=', true),
    )
    .select(['a.id', 'a.slug', 'a.name', 'a.type', 'a.billing', 'd.name as developer'])
    .select(['v.number as liveVersion', 'v.manifest', 'i.id as installId', 'i.scopes', 'i.capabilities'])
    .select(['l.published', 'l.isUnlisted'])
    .where('a.distribution', '=', 'public');

type Found = Awaited<ReturnType<ReturnType<typeof storeApps>['execute']>>[number];

function describe({ manifest, installId, scopes, capabilities, isUnlisted, ...found }: Found): StoreAppRow {
  const published = found.published ?? null;
  return {
    ...found,
    published,
    asked: { scopes: manifest.scopes, capabilities: manifest.capabilities },
    declaredTaskTypes: manifest.taskTypes ?? null,
    declaredSettings: manifest.settings ?? null,
    held: installId === null ? null : { scopes: scopes ?? [], capabilities: capabilities ?? [] },
    isListed: published !== null && isUnlisted === false,
  };
}
