import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { type Kept, keepRenditions } from '#kit/images/keep-renditions.ts';
import { MAX_ATTEMPTS } from '#kit/images/upload-rules.ts';
import { IMAGE_LIMITS, renditionKey, sizeProblem, uploadKey, WIDTHS } from '../domain/media.ts';
import { ListingMedia } from '../store/entities.ts';
import { leftBefore, picturesToProcess } from '../store/media-queue.ts';

type Uploaded = Pick<ListingMedia, 'id' | 'appId' | 'kind' | 'sha256' | 'attempts'>;
type Outcome = Kept | { readonly problem: string };

/** Starts the next uploaded picture, taking turns between developers' accounts, without waiting for it. */
export const processPictures = (ctx: SubgraphContext): Promise<void> =>
  ctx.services.apps.pictures.look(ctx, { waiting: picturesToProcess, run: processListingMedia });

/**
 * Renders an uploaded picture in every size and without metadata, or rejects it with a reason; deletes the
 * upload. Safe to repeat; rejects a file that repeatedly crashes its worker
 * (docs/interface/listings.md#pictures).
 */
async function processListingMedia(ctx: SubgraphContext, mediaId: number): Promise<void> {
  const begun = await begin(ctx, mediaId);
  if (begun === null) return;
  const outcome = begun.attempts > MAX_ATTEMPTS ? { problem: 'too_much_work' } : await render(ctx, begun);
  await finish(ctx, mediaId, outcome);
  await ctx.services.apps.objects.remove([uploadKey(begun.id, begun.sha256)]);
}

/** Claims a picture and counts the attempt before starting it; null if it's done or another process has it. */
function begin(ctx: SubgraphContext, id: number): Promise<Uploaded | null> {
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      ListingMedia,
      { id, status: { $in: ['uploaded', 'processing'] }, removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media || (media.status === 'processing' && media.updatedAt >= leftBefore(ctx))) return null;
    em.assign(media, { status: 'processing', attempts: media.attempts + 1, updatedAt: ctx.clock.now() });
    const { appId, kind, sha256, attempts } = media;
    return { id, appId, kind, sha256, attempts };
  });
}

const render = (ctx: SubgraphContext, { id, appId, kind, sha256 }: Uploaded): Promise<Outcome> =>
  keepRenditions({
    objects: ctx.services.apps.objects,
    from: uploadKey(id, sha256),
    to: (width) => renditionKey(appId, sha256, width),
    order: { widths: WIDTHS[kind], ...IMAGE_LIMITS },
    refuse: (size) => sizeProblem(kind, size),
  });

function finish(ctx: SubgraphContext, id: number, outcome: Outcome): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      ListingMedia,
      { id, status: 'processing' },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media) return;
    const became =
      'problem' in outcome
        ? ({ status: 'rejected', problem: outcome.problem } as const)
        : ({ status: 'ready', width: outcome.width, height: outcome.height } as const);
    em.assign(media, { ...became, updatedAt: ctx.clock.now() });
  });
}
