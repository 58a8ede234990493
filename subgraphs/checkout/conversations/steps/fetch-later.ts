import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import type { Transaction } from '#db/transaction.ts';
import { AttachmentEntity } from '../../store/entities.ts';
import { namedBy } from '../domain/attachment.ts';
import { uploaderOf } from '../store/attachments.ts';

/** The queue that wakes a process when a file is due. */
export const FETCH_ATTACHMENT = 'checkout/fetch-attachment';

/** A file given by an app as a URL, and its position in the message. */
export interface FileElsewhere {
  readonly url: string;
  readonly position: number;
}

/** Adds files to a message by URL; they're fetched after its transaction commits, and unavailable until then. */
export async function fetchLater(
  ctx: SubgraphContext,
  em: Transaction,
  { id: messageId, teamId }: { readonly id: number; readonly teamId: number },
  files: readonly FileElsewhere[],
): Promise<void> {
  const sender = uploaderOf(ctx.viewer) ?? '';
  for (const { url, position } of files) {
    const file = em.create(AttachmentEntity, {
      teamId,
      sender,
      messageId,
      position,
      name: namedBy(url),
      sourceUrl: url,
      status: 'fetching',
      type: null,
      bytes: null,
      sha256: null,
      nextAttemptAt: null,
      removedAt: null,
      createdAt: ctx.clock.now(),
    });
    await em.flush();
    await schedule(ctx, em, FETCH_ATTACHMENT, { attachmentId: file.id });
  }
}
