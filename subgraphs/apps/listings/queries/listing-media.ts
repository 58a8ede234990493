import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { MAX_LISTING_MEDIA } from '#schema/limits.ts';
import { tables } from '../../store/tables.ts';
import { PROBLEM_TEXTS, WIDTHS } from '../domain/media.ts';
import type { ListingMedia } from '../store/entities.ts';

const COLUMNS = ['id', 'kind', 'status', 'problem', 'sha256', 'width', 'height'] as const;

/** A listing picture as a plain value. */
export type ListingMediaRow = Pick<ListingMedia, (typeof COLUMNS)[number]>;

/** Loads a picture by id; undefined if it doesn't exist. Pictures for one response are loaded together. */
export const findListingMedia = batch<number, ListingMediaRow>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('listing_media')
    .select(COLUMNS)
    .where('id', 'in', ids)
    .where('removedAt', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Returns pictures uploaded for an app's listing, newest first. */
export const findMediaOf = async (ctx: SubgraphContext, appId: number): Promise<readonly ListingMediaRow[]> =>
  tables(reader(ctx))
    .selectFrom('listing_media')
    .select(COLUMNS)
    .where('appId', '=', appId)
    .where('removedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_LISTING_MEDIA)
    .execute();

/** Returns the reason why a picture was rejected, as a sentence. */
export const problemText = ({ problem }: ListingMediaRow): string | null =>
  problem == null ? null : (PROBLEM_TEXTS[problem] ?? problem);

/** Returns the URL of a picture's largest size, at the API's origin; null until it's ready. */
export function listingMediaUrl(
  { config }: Pick<SubgraphContext, 'config'>,
  { kind, status, sha256 }: ListingMediaRow,
): string | null {
  if (status !== 'ready') return null;
  const origin = config.publicOriginApi ?? `http://localhost:${config.port}`;
  return new URL(`/media/apps/${sha256}/${WIDTHS[kind].at(-1)}`, origin).href;
}

/** Returns a listing picture's URL by its id; null without an id, or until it's ready. */
export async function findPictureUrl(ctx: SubgraphContext, id: number | null): Promise<string | null> {
  const media = id === null ? undefined : await findListingMedia(ctx, id);
  return media ? listingMediaUrl(ctx, media) : null;
}
