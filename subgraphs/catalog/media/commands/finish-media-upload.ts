import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction } from '#db/transaction.ts';
import { LONGEST_UPLOAD_MS } from '#kit/images/upload-rules.ts';
import { MediaEntity } from '../../store/entities.ts';
import { PROCESS_MEDIA_QUEUE } from '../store/media-queue.ts';
import { UPLOADS } from '../store/upload-token.ts';

/**
 * Enqueues the processing of an announced photo, once its bytes are stored. False if the token is invalid or
 * expired.
 */
export function finishMediaUpload(ctx: SubgraphContext, token: string): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const media = await em.findOne(
      MediaEntity,
      { id: UPLOADS.idOf(token) ?? 0, removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!media || !UPLOADS.isFor(ctx, media, token, LONGEST_UPLOAD_MS)) return false;
    if (media.status !== 'announced') return true;
    em.assign(media, { status: 'uploaded', updatedAt: ctx.clock.now() });
    await em.flush();
    await schedule(ctx, em, PROCESS_MEDIA_QUEUE, { mediaId: media.id });
    return true;
  });
}
