import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { MediaFile, MediaUpload } from '../../generated.ts';
import { tables } from '../../store/tables.ts';
import { isWidth, keptWidth, renditionKey, uploadKey } from '../domain/media.ts';
import { UPLOADS } from '../store/upload-token.ts';

/** Finds the upload for a token; null for an unknown, changed or expired token. */
export async function findUpload(ctx: SubgraphContext, token: string): Promise<MediaUpload | null> {
  const media = await tables(reader(ctx))
    .selectFrom('media')
    .select(['id', 'sha256', 'bytes', 'status'])
    .where('id', '=', UPLOADS.idOf(token) ?? 0)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (!media || !UPLOADS.isFor(ctx, media, token)) return null;
  const { id, sha256, bytes, status } = media;
  return { mediaId: id, key: uploadKey(id, sha256), bytes, sha256, received: status !== 'announced' };
}

/** Storage key for a ready photo's size, limited to the storefront's team if given; null if not found. */
export async function findMediaFile(
  ctx: SubgraphContext,
  asked: { readonly sha256: string; readonly width: number; readonly storefrontId?: string | null },
): Promise<MediaFile | null> {
  if (!isWidth(asked.width)) return null;
  const storefront = asked.storefrontId == null ? null : (parseId(asked.storefrontId) ?? 0);
  const found = await tables(reader(ctx))
    .selectFrom('media as m')
    .select(['m.teamId', 'm.width'])
    .where('m.sha256', '=', asked.sha256)
    .where('m.status', '=', 'ready')
    .where('m.removedAt', 'is', null)
    .$if(storefront !== null, (all) =>
      all.where('m.teamId', '=', ({ selectFrom }) =>
        selectFrom('storefront as s')
          .select('s.teamId')
          .where('s.id', '=', storefront ?? 0),
      ),
    )
    .orderBy('m.id')
    .limit(1)
    .executeTakeFirst();
  return found?.width
    ? { key: renditionKey(found.teamId, asked.sha256, keptWidth(asked.width, found.width)) }
    : null;
}
