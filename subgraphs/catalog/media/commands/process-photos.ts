import type { SubgraphContext } from '#db/context.ts';
import type { Recording, Sent } from '#db/jobs/lease-states.ts';
import { claimUpload, moveUpload } from '#db/jobs/leased-uploads.ts';
import type { LeasedWork, WaitingItem } from '#db/jobs/leased-work.ts';
import { type Kept, keepRenditions } from '#kit/images/keep-renditions.ts';
import { RENDER_TIMEOUT_MS } from '#kit/images/run-renderer.ts';
import { MAX_ATTEMPTS } from '#kit/images/upload-rules.ts';
import { MAX_MEDIA_PIXELS, MAX_MEDIA_SIDE, MEDIA_WIDTHS } from '#schema/limits.ts';
import { MediaEntity, type MediaRow } from '../../store/entities.ts';
import { renditionKey, uploadKey } from '../domain/media.ts';
import { touchShowing } from '../steps/write-photos.ts';
import { scanPhotos } from '../store/media-queue.ts';

type Uploaded = Pick<MediaRow, 'id' | 'teamId' | 'sha256' | 'attempts'>;

/**
 * Renders uploaded files in every size, without metadata, in a separate process, or rejects them with a
 * reason. A file that repeatedly crashes its worker is rejected. See docs/interface/photos.md#processing.
 */
export const PHOTOS: LeasedWork<WaitingItem<number>, Uploaded, Kept, string> = {
  name: 'photos',
  // One at a time: each occupies a core for about a second.
  slots: 1,
  slotsPerShare: 1,
  budget: { kind: 'photos', mostMs: RENDER_TIMEOUT_MS },
  retry: () => ({ delaysMs: [], mostAttempts: MAX_ATTEMPTS }),
  scan: scanPhotos,
  claim: (ctx, { id }) => claimUpload<MediaRow>(ctx, MediaEntity, id),
  send: render,
  record,
};

/** Starts the next uploaded photo, taking teams in turn, and doesn't wait for it. */
export const processPhotos = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.catalog.photos.wake(() => ctx);

async function render(ctx: SubgraphContext, { id, teamId, sha256 }: Uploaded): Promise<Sent<Kept, string>> {
  const kept = await keepRenditions({
    objects: ctx.services.catalog.objects,
    from: uploadKey(id, sha256),
    to: (width) => renditionKey(teamId, sha256, width),
    order: { widths: MEDIA_WIDTHS, maxPixels: MAX_MEDIA_PIXELS, maxSide: MAX_MEDIA_SIDE },
  });
  return 'problem' in kept ? { move: 'give_up', problem: kept.problem } : { move: 'finish', done: kept };
}

/** Records a move. Once processing ends, deletes the upload, since its metadata may contain a location. */
async function record(
  ctx: SubgraphContext,
  uploaded: Uploaded,
  recording: Recording<Kept, string>,
): Promise<void> {
  const { id, sha256 } = uploaded;
  const { move } = recording;
  const isRecorded = await moveUpload<MediaRow>(
    ctx,
    MediaEntity,
    uploaded,
    { move, result: resultOf(recording) },
    (em, media) => touchShowing(em, ctx, media),
  );
  if (isRecorded && (move === 'finish' || move === 'give_up'))
    await ctx.services.catalog.objects.remove([uploadKey(id, sha256)]);
}

function resultOf(recording: Recording<Kept, string>) {
  if (recording.move === 'finish') return recording.done;
  if (recording.move === 'give_up') return { problem: recording.problem ?? 'too_much_work', bytes: 0 };
  return {};
}
