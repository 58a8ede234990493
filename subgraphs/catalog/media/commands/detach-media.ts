import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { userError } from '../../errors.ts';
import type { MediaDetachInput } from '../../generated.ts';
import { type ChangedIds, type ChangedPhotos, changedPhotos } from '../queries/changed-photos.ts';
import { writePhotos } from '../steps/write-photos.ts';
import { ownMedia, ownShowing } from '../store/media-rows.ts';

/**
 * Removes a photo from a team's property or unit type; has no effect if the photo isn't there. The photo's
 * retention period starts now. See docs/interface/photos.md#deleting.
 */
export async function detachMedia(
  ctx: SubgraphContext,
  { mediaId, ...which }: MediaDetachInput,
): Promise<ChangedPhotos> {
  const written = await inTransaction(ctx, async (em): Promise<ChangedIds> => {
    const media = await ownMedia(em, ctx, mediaId);
    if (!media)
      return {
        mediaIds: null,
        userErrors: [userError('NOT_FOUND', 'mediaId', 'There is no such photo.')],
      };
    const showing = await ownShowing(em, ctx, which);
    if (!('row' in showing)) return { mediaIds: null, userErrors: [showing] };
    const left = showing.row.mediaIds.filter((id) => id !== media.id);
    if (left.length < showing.row.mediaIds.length) {
      em.assign(media, { updatedAt: ctx.clock.now() });
      await writePhotos(em, ctx, showing, left);
    }
    return { mediaIds: left, userErrors: [] };
  });
  return changedPhotos(ctx, written);
}
