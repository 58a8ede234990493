import type { SubgraphContext } from '#db/context.ts';
import type { Recording, Sent } from '#db/jobs/lease-states.ts';
import { claimUpload, moveUpload } from '#db/jobs/leased-uploads.ts';
import type { LeasedWork, WaitingItem } from '#db/jobs/leased-work.ts';
import { type Kept, keepRenditions } from '#kit/images/keep-renditions.ts';
import { RENDER_TIMEOUT_MS } from '#kit/images/run-renderer.ts';
import { MAX_ATTEMPTS } from '#kit/images/upload-rules.ts';
import { IMAGE_LIMITS, renditionKey, sizeProblem, uploadKey, WIDTHS } from '../domain/media.ts';
import { ListingMedia } from '../store/entities.ts';
import { scanPictures } from '../store/media-queue.ts';

type Uploaded = Pick<ListingMedia, 'id' | 'appId' | 'kind' | 'sha256' | 'attempts'>;

/**
 * Renders uploaded pictures in every size and without metadata, or rejects them with a reason. A file that
 * repeatedly crashes its worker is rejected (docs/interface/listings.md#pictures). Each developer's account
 * has its own share.
 */
export const PICTURES: LeasedWork<WaitingItem<number>, Uploaded, Kept, string> = {
  name: 'listing-pictures',
  // One at a time: each occupies a core for about a second.
  slots: 1,
  slotsPerShare: 1,
  budget: { kind: 'pictures', mostMs: RENDER_TIMEOUT_MS },
  retry: () => ({ delaysMs: [], mostAttempts: MAX_ATTEMPTS }),
  scan: scanPictures,
  claim: (ctx, { id }) => claimUpload<ListingMedia>(ctx, ListingMedia, id),
  send: render,
  record,
};

/** Starts the next uploaded picture, taking turns between developers' accounts, without waiting for it. */
export const processPictures = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.apps.pictures.wake(() => ctx);

async function render(
  ctx: SubgraphContext,
  { id, appId, kind, sha256 }: Uploaded,
): Promise<Sent<Kept, string>> {
  const kept = await keepRenditions({
    objects: ctx.services.apps.objects,
    from: uploadKey(id, sha256),
    to: (width) => renditionKey(appId, sha256, width),
    order: { widths: WIDTHS[kind], ...IMAGE_LIMITS },
    refuse: (size) => sizeProblem(kind, size),
  });
  return 'problem' in kept ? { move: 'give_up', problem: kept.problem } : { move: 'finish', done: kept };
}

/** Records a move. At the end, deletes the upload. */
async function record(
  ctx: SubgraphContext,
  uploaded: Uploaded,
  recording: Recording<Kept, string>,
): Promise<void> {
  const { id, sha256 } = uploaded;
  const { move } = recording;
  const result = resultOf(recording);
  const isRecorded = await moveUpload<ListingMedia>(ctx, ListingMedia, uploaded, { move, result });
  if (isRecorded && (move === 'finish' || move === 'give_up'))
    await ctx.services.apps.objects.remove([uploadKey(id, sha256)]);
}

function resultOf(recording: Recording<Kept, string>) {
  if (recording.move === 'finish') {
    const { width, height } = recording.done;
    return { width, height };
  }
  return recording.move === 'give_up' ? { problem: recording.problem ?? 'too_much_work' } : {};
}
