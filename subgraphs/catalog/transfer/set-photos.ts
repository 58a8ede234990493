import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { userError } from '../errors.ts';
import type { UserError } from '../generated.ts';
import { describedAs, type Focus, mistakesInDescription, PROBLEM_TEXTS } from '../media/domain/media.ts';
import { touchShowing, writePhotos } from '../media/steps/write-photos.ts';
import { ownMedia, ownShowing, type ShowingId } from '../media/store/media-rows.ts';

/** Photos to show, in order, with any given text and focus. */
export interface SetPhotos {
  readonly showing: ShowingId;
  readonly photos: readonly {
    readonly mediaId: number;
    readonly alt?: string | undefined;
    readonly focus?: Focus | undefined;
  }[];
}

/**
 * Shows exactly these team photos on a property or unit type. Safe to repeat. See
 * docs/interface/import.md#photos.
 */
export function setPhotos(
  ctx: SubgraphContext,
  { showing: which, photos }: SetPhotos,
): Promise<{ readonly userErrors: readonly UserError[] }> {
  return inTransaction(ctx, async (em) => {
    // Photos are locked before the rows that show them, lowest id first: see store/media-rows.ts.
    for (const { mediaId, alt, focus } of photos.toSorted((a, b) => a.mediaId - b.mediaId)) {
      const media = await ownMedia(em, ctx, `${mediaId}`);
      if (!media) return refused(userError('NOT_FOUND', 'media', 'This photo no longer exists.'));
      if (media.status === 'rejected')
        return refused(userError('INVALID', 'media', PROBLEM_TEXTS[media.problem ?? ''] ?? ''));
      const description = { ...(alt !== undefined && { alt }), ...(focus !== undefined && { focus }) };
      const [mistake] = mistakesInDescription(description);
      if (mistake) return refused(userError('INVALID', mistake.field, mistake.message));
      const columns = describedAs(description);
      const isSame = Object.entries(columns).every(
        ([name, value]) => media[name as keyof typeof columns] === value,
      );
      em.assign(media, { ...columns, updatedAt: ctx.clock.now() });
      await em.flush();
      if (!isSame) await touchShowing(em, ctx, media);
    }
    const showing = await ownShowing(em, ctx, which);
    if (!('row' in showing)) return refused(showing);
    const wanted = [...new Set(photos.map(({ mediaId }) => mediaId))];
    if (wanted.join() !== showing.row.mediaIds.join()) await writePhotos(em, ctx, showing, wanted);
    return { userErrors: [] };
  });
}

const refused = (...userErrors: readonly UserError[]) => ({ userErrors });
