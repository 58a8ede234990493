import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { ListingFile, ListingUpload } from '../../generated.ts';
import { tables } from '../../store/tables.ts';
import { renditionKey, uploadKey, WIDTHS } from '../domain/media.ts';
import { LISTING_UPLOADS } from '../store/upload-token.ts';

/** Finds the upload for a token; null for an unknown, changed or expired token. */
export async function findListingUpload(ctx: SubgraphContext, token: string): Promise<ListingUpload | null> {
  const media = await tables(reader(ctx))
    .selectFrom('listing_media')
    .select(['id', 'sha256', 'bytes', 'status'])
    .where('id', '=', LISTING_UPLOADS.idOf(token) ?? 0)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (!media || !LISTING_UPLOADS.isFor(ctx, media, token)) return null;
  const { id, sha256, bytes, status } = media;
  return { mediaId: id, key: uploadKey(id, sha256), bytes, sha256, received: status !== 'announced' };
}

/** Returns the storage location for a ready picture's size, or null. */
export async function findListingFile(
  ctx: SubgraphContext,
  { sha256, width }: { readonly sha256: string; readonly width: number },
): Promise<ListingFile | null> {
  const found = await tables(reader(ctx))
    .selectFrom('listing_media')
    .select(['appId', 'kind'])
    .where('sha256', '=', sha256)
    .where('status', '=', 'ready')
    .where('removedAt', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!found?.appId || !WIDTHS[found.kind].includes(width)) return null;
  return { key: renditionKey(found.appId, sha256, width) };
}
