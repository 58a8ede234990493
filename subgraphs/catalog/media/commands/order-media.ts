import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { userError } from '../../errors.ts';
import type { MediaOrderInput } from '../../generated.ts';
import { type ChangedIds, type ChangedPhotos, changedPhotos } from '../queries/changed-photos.ts';
import { writePhotos } from '../steps/write-photos.ts';
import { ownShowing } from '../store/media-rows.ts';

/** Reorders all photos on a team's property or unit type. See docs/interface/photos.md#showing. */
export async function orderMedia(
  ctx: SubgraphContext,
  { mediaIds, ...which }: MediaOrderInput,
): Promise<ChangedPhotos> {
  const written = await inTransaction(ctx, async (em): Promise<ChangedIds> => {
    const showing = await ownShowing(em, ctx, which);
    if (!('row' in showing)) return { mediaIds: null, userErrors: [showing] };
    const wanted = mediaIds.map((id) => parseId(id) ?? 0);
    const shown = showing.row.mediaIds;
    const isComplete = wanted.length === shown.length && shown.every((id) => wanted.includes(id));
    if (!isComplete) {
      const message = `Give the ids of all ${shown.length} photos, each once.`;
      return { mediaIds: null, userErrors: [userError('INVALID', 'mediaIds', message)] };
    }
    if (wanted.join() !== shown.join()) await writePhotos(em, ctx, showing, wanted);
    return { mediaIds: wanted, userErrors: [] };
  });
  return changedPhotos(ctx, written);
}
