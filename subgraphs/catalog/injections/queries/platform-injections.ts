import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { likePattern, searchText } from '#kit/text.ts';
import type { InjectionPlacementRow } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

const COLUMNS = [
  'p.id',
  'p.appSlug',
  'p.appName',
  'p.handle',
  'p.name',
  'p.kind',
  'p.target',
  'p.status',
  'p.url',
  'p.updatedAt',
  'p.storefront as storefrontId',
] as const;

/** An app's placement on any team's storefront, as operators see it. */
export type PlatformInjectionRow = Pick<
  InjectionPlacementRow,
  'id' | 'appSlug' | 'appName' | 'handle' | 'name' | 'kind' | 'target' | 'status' | 'url' | 'updatedAt'
> & { readonly storefrontId: number };

/** A page of apps' placements on all teams' storefronts, newest first. For operators. */
export async function findPlatformInjections(
  ctx: SubgraphContext,
  {
    search,
    status,
    ...listing
  }: Listing & { readonly search?: string | null; readonly status?: string | null },
): Promise<Page<PlatformInjectionRow>> {
  const pattern = likePattern(searchText(search));
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('p.id')));
  const rows = await tables(reader(ctx))
    .selectFrom('injection_placement as p')
    .innerJoin('storefront as s', 's.id', 'p.storefront')
    .select(COLUMNS)
    .$if(searchText(search) !== '', (found) =>
      found.where(({ or, eb, fn }) =>
        or([
          eb(fn<string>('lower', ['p.appName']), 'like', pattern),
          eb('p.appSlug', 'like', pattern),
          eb(fn<string>('lower', ['p.url']), 'like', pattern),
          eb('s.domain', 'like', pattern),
        ]),
      ),
    )
    .$if(status != null, (found) => found.where('p.status', '=', status as PlatformInjectionRow['status']))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Suspended apps, latest first. For operators. */
export const listSuspensions = (ctx: SubgraphContext) =>
  tables(reader(ctx))
    .selectFrom('injection_suspension')
    .select(['appSlug', 'reason', 'createdAt as at'])
    .orderBy('createdAt', 'desc')
    .orderBy('appSlug')
    .execute();
