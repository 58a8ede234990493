import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { likePattern, searchText } from '#kit/text.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import type { StorefrontStatus } from '../domain/storefront-status.ts';

const COLUMNS = [
  'id',
  'teamId',
  'domain',
  'name',
  'sandbox',
  'openedAt',
  'closedAt',
  'maintenance',
  'suspendedAt',
  'suspensionReason',
  'teamSuspended',
] as const;

/** Any team's storefront, as operators see it. */
export type PlatformStorefrontRow = Pick<StorefrontRecord, (typeof COLUMNS)[number]>;

/** A page of all teams' storefronts, newest first. For operators. */
export async function findPlatformStorefronts(
  ctx: SubgraphContext,
  {
    search,
    status,
    ...listing
  }: Listing & { readonly search?: string | null; readonly status?: StorefrontStatus | null },
): Promise<Page<PlatformStorefrontRow>> {
  const text = searchText(search);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const rows = await tables(reader(ctx))
    .selectFrom('storefront')
    .select(COLUMNS)
    .$if(text !== '', (found) => found.where(containing(text)))
    .$if(status != null, (found) => found.where(IN_STATUS[status ?? 'live']))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Uses the indexes on the name and on both kinds of domain. */
function containing(text: string): RawBuilder<boolean> {
  const pattern = likePattern(text);
  return sql`id IN (
    SELECT id FROM catalog.storefront WHERE lower(name || ' ' || domain) LIKE ${pattern}
    UNION SELECT storefront_id FROM catalog.storefront_domain WHERE domain LIKE ${pattern} AND status <> 'removed')`;
}

/** `isPaused` of domain/storefront-status.ts in SQL. */
const IS_PAUSED = sql`maintenance OR suspended_at IS NOT NULL OR team_suspended`;

/** `statusOf` of domain/storefront-status.ts in SQL. */
const IN_STATUS: Readonly<Record<StorefrontStatus, RawBuilder<boolean>>> = {
  draft: sql`closed_at IS NULL AND opened_at IS NULL`,
  live: sql`closed_at IS NULL AND opened_at IS NOT NULL AND NOT (${IS_PAUSED})`,
  paused: sql`closed_at IS NULL AND opened_at IS NOT NULL AND (${IS_PAUSED})`,
  closed: sql`closed_at IS NOT NULL`,
};

/** Maximum number of a team's storefronts shown to operators. */
const MOST_SHOWN = 100;

/** A team's storefronts, oldest first. For operators. */
export const storefrontsOfAnyTeam = async (ctx: SubgraphContext, teamId: number) =>
  (await byTeam(ctx, teamId)) ?? [];

const byTeam = batch<number, readonly PlatformStorefrontRow[]>(async (ctx, teamIds) => {
  const rows = await tables(reader(ctx))
    .selectFrom('storefront')
    .select(COLUMNS)
    .where('id', 'in', firstOf(teamIds))
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ teamId }) => teamId);
});

const firstOf = (teamIds: readonly number[]): RawBuilder<number> => sql`(
  SELECT s.id FROM unnest(${[...teamIds]}::integer[]) AS team CROSS JOIN LATERAL (
    SELECT id FROM catalog.storefront WHERE team_id = team ORDER BY id LIMIT ${MOST_SHOWN}) s)`;
