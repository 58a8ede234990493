import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Recording, Sent } from '#db/jobs/lease-states.ts';
import type { LeasedWork, WaitingItem } from '#db/jobs/leased-work.ts';
import { inTransaction } from '#db/transaction.ts';
import { type Kept, keepRenditions } from '#kit/images/keep-renditions.ts';
import { RENDER_TIMEOUT_MS } from '#kit/images/run-renderer.ts';
import { MAX_ATTEMPTS } from '#kit/images/upload-rules.ts';
import { IMAGE_LIMITS, renditionKey, sizeProblem, uploadKey, WIDTHS } from '../domain/media.ts';
import { ListingMedia } from '../store/entities.ts';
import { leftBefore, PICTURE_MOVES, scanPictures } from '../store/media-queue.ts';

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
  claim: claimPicture,
  send: render,
  record,
};

/** Starts the next uploaded picture, taking turns between developers' accounts, without waiting for it. */
export const processPictures = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.apps.pictures.wake(() => ctx);

/** Performs the moves `claim` and `lapse`; null if the picture is done or another process has it. */
function claimPicture(ctx: SubgraphContext, { id }: WaitingItem): Promise<Uploaded | null> {
  const { claim, lapse } = PICTURE_MOVES;
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      ListingMedia,
      { id, status: { $in: [claim.from, lapse.from] }, removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media || (media.status === lapse.from && media.updatedAt >= leftBefore(ctx))) return null;
    em.assign(media, {
      status: claim.to,
      attempts: media.attempts + claim.attempts,
      updatedAt: ctx.clock.now(),
    });
    const { appId, kind, sha256, attempts } = media;
    return { id, appId, kind, sha256, attempts };
  });
}

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
  const isRecorded = await movePicture(ctx, uploaded, recording);
  if (isRecorded && (recording.move === 'finish' || recording.move === 'give_up'))
    await ctx.services.apps.objects.remove([uploadKey(id, sha256)]);
}

/** Returns false if another process has the lease and still needs the upload. */
function movePicture(
  ctx: SubgraphContext,
  { id, attempts }: Uploaded,
  recording: Recording<Kept, string>,
): Promise<boolean> {
  const move = PICTURE_MOVES[recording.move];
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      ListingMedia,
      { id, status: move.from, attempts },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media) return false;
    em.assign(media, {
      ...resultOf(recording),
      status: move.to,
      attempts: attempts + move.attempts,
      updatedAt: ctx.clock.now(),
    });
    return true;
  });
}

function resultOf(recording: Recording<Kept, string>) {
  if (recording.move === 'finish') {
    const { width, height } = recording.done;
    return { width, height };
  }
  return recording.move === 'give_up' ? { problem: recording.problem ?? 'too_much_work' } : {};
}
