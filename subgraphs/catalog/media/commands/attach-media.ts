import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { MAX_PHOTOS } from '#schema/limits.ts';
import { mistaken, userError } from '../../errors.ts';
import type { MediaAttachInput, UserError } from '../../generated.ts';
import { describedAs, mistakesInDescription, PROBLEM_TEXTS } from '../domain/media.ts';
import { describeMedia, type MediaRecord } from '../queries/media.ts';
import { touchShowing, writePhotos } from '../steps/write-photos.ts';
import { ownMedia, ownShowing } from '../store/media-rows.ts';

/** A photo change's result: `media` is null only if the change was refused. */
export interface WrittenMedia {
  readonly media: MediaRecord | null;
  readonly userErrors: readonly UserError[];
}

/**
 * Adds a photo to a team's property or unit type, at the given position or at the end; if a position is
 * given, an existing photo moves there. Text and focus change only if given. See
 * docs/interface/photos.md#showing.
 */
export function attachMedia(ctx: SubgraphContext, input: MediaAttachInput): Promise<WrittenMedia> {
  const { mediaId, position, propertyId, unitTypeId, ...description } = input;
  return inTransaction(ctx, async (em): Promise<WrittenMedia> => {
    const media = await ownMedia(em, ctx, mediaId);
    if (!media) return refused(userError('NOT_FOUND', 'mediaId', 'There is no such photo.'));
    const showing = await ownShowing(em, ctx, { propertyId, unitTypeId });
    if (!('row' in showing)) return refused(showing);
    const mistakes = mistakesInDescription(description);
    if (mistakes.length > 0) return refused(...mistakes.map(mistaken));
    if (media.status === 'rejected')
      return refused(userError('INVALID', 'mediaId', PROBLEM_TEXTS[media.problem ?? ''] ?? ''));
    const shown = showing.row.mediaIds;
    const others = shown.filter((id) => id !== media.id);
    if (position != null && (position < 0 || position > others.length))
      return refused(userError('INVALID', 'position', `The position must be from 0 to ${others.length}.`));
    if (others.length >= MAX_PHOTOS)
      return refused(
        userError('LIMIT_REACHED', 'mediaId', `There can be at most ${MAX_PHOTOS} photos. Remove one first.`),
      );

    const described = describedAs(description);
    em.assign(media, { ...described, updatedAt: ctx.clock.now() });
    await em.flush();
    if (Object.keys(described).length > 0) await touchShowing(em, ctx, media);
    const place = position ?? (shown.includes(media.id) ? shown.indexOf(media.id) : others.length);
    const ordered = others.toSpliced(place, 0, media.id);
    if (ordered.join() !== shown.join()) await writePhotos(em, ctx, showing, ordered);
    return { media: describeMedia(media), userErrors: [] };
  });
}

const refused = (...userErrors: readonly UserError[]): WrittenMedia => ({ media: null, userErrors });
