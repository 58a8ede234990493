import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { type Kept, keepRenditions } from '#kit/images/keep-renditions.ts';
import { MAX_ATTEMPTS } from '#kit/images/upload-rules.ts';
import { MAX_MEDIA_PIXELS, MAX_MEDIA_SIDE, MEDIA_WIDTHS } from '#schema/limits.ts';
import { MediaEntity, type MediaRow } from '../../store/entities.ts';
import { renditionKey, uploadKey } from '../domain/media.ts';
import { touchShowing } from '../steps/write-photos.ts';
import { leftBefore, photosToProcess } from '../store/media-queue.ts';

/** A file's outcome. */
type Outcome = Kept | { readonly problem: string };

type Uploaded = Pick<MediaRow, 'id' | 'teamId' | 'sha256' | 'attempts'>;

/** Starts the next uploaded photo, in turn by team, and doesn't wait for it. */
export const processPhotos = (ctx: SubgraphContext): Promise<void> =>
  ctx.services.catalog.photos.look(ctx, { waiting: photosToProcess, run: processMedia });

/**
 * Renders an uploaded file in every size, without metadata, in a separate process; or rejects it with a
 * reason. Deletes the upload, since its metadata may contain a location. Safe to repeat; a file that
 * repeatedly crashes its worker is rejected. See docs/interface/photos.md#processing.
 */
async function processMedia(ctx: SubgraphContext, mediaId: number): Promise<void> {
  const begun = await begin(ctx, mediaId);
  if (begun === null) return;
  const outcome = begun.attempts > MAX_ATTEMPTS ? { problem: 'too_much_work' } : await render(ctx, begun);
  await finish(ctx, mediaId, outcome);
  await ctx.services.catalog.objects.remove([uploadKey(begun.id, begun.sha256)]);
}

/** Claims a photo, and counts the attempt before it begins; null if it's done, or another process has it. */
function begin(ctx: SubgraphContext, id: number): Promise<Uploaded | null> {
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      MediaEntity,
      { id, status: { $in: ['uploaded', 'processing'] }, removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media || (media.status === 'processing' && media.updatedAt >= leftBefore(ctx))) return null;
    em.assign(media, { status: 'processing', attempts: media.attempts + 1, updatedAt: ctx.clock.now() });
    const { teamId, sha256, attempts } = media;
    return { id, teamId, sha256, attempts };
  });
}

const render = (ctx: SubgraphContext, { id, teamId, sha256 }: Uploaded): Promise<Outcome> =>
  keepRenditions({
    objects: ctx.services.catalog.objects,
    from: uploadKey(id, sha256),
    to: (width) => renditionKey(teamId, sha256, width),
    order: { widths: MEDIA_WIDTHS, maxPixels: MAX_MEDIA_PIXELS, maxSide: MAX_MEDIA_SIDE },
  });

function finish(ctx: SubgraphContext, id: number, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      MediaEntity,
      { id, status: 'processing' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media) return;
    const became =
      'problem' in outcome
        ? ({ status: 'rejected', problem: outcome.problem, bytes: 0 } as const)
        : ({ status: 'ready', ...outcome } as const);
    em.assign(media, { ...became, updatedAt: ctx.clock.now() });
    await em.flush();
    await touchShowing(em, ctx, media);
  });
}
