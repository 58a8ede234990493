import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { LONGEST_UPLOAD_MS } from '#kit/images/upload-rules.ts';
import { ListingMedia } from '../store/entities.ts';
import { PROCESS_LISTING_MEDIA } from '../store/media-queue.ts';
import { LISTING_UPLOADS } from '../store/upload-token.ts';

/**
 * Schedules processing for an announced picture's stored bytes, once. False if the token is invalid or
 * expired.
 */
export function finishListingUpload(ctx: SubgraphContext, token: string): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      ListingMedia,
      { id: LISTING_UPLOADS.idOf(token) ?? 0, removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media || !LISTING_UPLOADS.isFor(ctx, media, token, LONGEST_UPLOAD_MS)) return false;
    if (media.status !== 'announced') return true;
    em.assign(media, { status: 'uploaded', updatedAt: ctx.clock.now() });
    await em.flush();
    await schedule(ctx, em, PROCESS_LISTING_MEDIA, { mediaId: media.id });
    return true;
  });
}
