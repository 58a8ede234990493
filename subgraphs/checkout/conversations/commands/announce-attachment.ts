import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { teamOf } from '../../access.ts';
import { AttachmentEntity } from '../../store/entities.ts';
import {
  type AnnouncedAttachment,
  announceFaults,
  attachmentMediaId,
  MAX_TEAM_ATTACHMENT_BYTES,
} from '../domain/attachment.ts';
import { type ConversationError, conversationError } from '../domain/conversation-refusal.ts';
import { uploadToken } from '../store/attachment-token.ts';
import { lockTeamBytes, uploaderOf } from '../store/attachments.ts';

/** Result of announcing a file; `mediaId` and `token` are null only if it was refused. */
export interface AnnouncedUpload {
  readonly mediaId: string | null;
  readonly token: string | null;
  readonly userErrors: readonly ConversationError[];
}

/** Announces a message's file and signs its upload URL. See docs/interface/conversations.md#attachments. */
export async function announceAttachment(
  ctx: SubgraphContext,
  file: AnnouncedAttachment,
): Promise<AnnouncedUpload> {
  const teamId = teamOf(ctx.viewer);
  const sender = uploaderOf(ctx.viewer);
  const faults = announceFaults(file);
  if (faults.length > 0 || teamId === null || sender === null) return refused(...faults);
  return inTransaction(ctx, async (em) => {
    const kept = await lockTeamBytes(em, teamId);
    if (kept + file.bytes > MAX_TEAM_ATTACHMENT_BYTES) return refused(FULL);
    const announced = em.create(AttachmentEntity, {
      teamId,
      sender,
      messageId: null,
      position: 0,
      type: null,
      sourceUrl: null,
      removedAt: null,
      nextAttemptAt: null,
      name: file.name ?? '',
      bytes: file.bytes,
      sha256: file.sha256.toLowerCase(),
      status: 'announced',
      createdAt: ctx.clock.now(),
    });
    await em.flush();
    const { id } = announced;
    return { mediaId: attachmentMediaId(id), token: uploadToken(ctx, id), userErrors: [] };
  });
}

const FULL = conversationError(
  'LIMIT_REACHED',
  ['input', 'bytes'],
  `The files in a team's messages can take up at most ${MAX_TEAM_ATTACHMENT_BYTES / 1e9} GB.`,
);

const refused = (...userErrors: readonly ConversationError[]): AnnouncedUpload => ({
  mediaId: null,
  token: null,
  userErrors,
});
