import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { MAX_TASK_PHOTOS } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import type { TaskPhotosKeepInput } from '../../generated.ts';
import { AttachmentEntity, TaskPhotoEntity } from '../../store/entities.ts';
import { attachmentOfMediaId, attachmentRefused } from '../domain/attachment.ts';
import { type ConversationError, conversationError } from '../domain/conversation-refusal.ts';
import { lockTeamBytes, takeAttachments } from '../store/attachments.ts';

/** The number of added photos, or the reasons they can't be added. */
export interface KeptPhotos {
  readonly added: number;
  readonly userErrors: readonly ConversationError[];
}

const FIELD = ['mediaIds'];

/**
 * Turns the caller's uploaded files into a task's photos. The tasks subgraph decides who may add them. Photos that the
 * task already has are skipped, so a repeated call succeeds.
 */
export async function keepTaskPhotos(
  ctx: SubgraphContext,
  { taskId: givenTask, mediaIds, authorName }: TaskPhotosKeepInput,
): Promise<KeptPhotos> {
  const teamId = teamOf(ctx.viewer);
  const taskId = parseWideId(givenTask);
  if (teamId === null || taskId === null) return refused(NO_TASK);
  return inTransaction(ctx, async (em) => {
    await lockTeamBytes(em, teamId); // one addition at a time, so that the count holds
    const kept = await em.find(TaskPhotoEntity, { teamId, taskId, removedAt: null });
    const missing = mediaIds.filter(
      (mediaId) => !kept.some(({ id }) => String(id) === attachmentOfMediaId(mediaId)),
    );
    if (kept.length + missing.length > MAX_TASK_PHOTOS) return refused(TOO_MANY);
    const files = await takeAttachments(ctx, em, teamId, { mediaIds: missing, field: FIELD });
    if (!isList(files)) return refused(files);
    const other = files.find(({ type }) => !type?.startsWith('image/'));
    if (other)
      return refused(attachmentRefused(FIELD, `A task's photos must be pictures. ${other.name} isn't.`));
    for (const { id, name, type, bytes } of files) {
      em.create(TaskPhotoEntity, {
        id,
        teamId,
        taskId,
        name,
        type: type ?? '',
        bytes: bytes ?? 0,
        authorName,
        removedAt: null,
        createdAt: ctx.clock.now(),
      });
    }
    await em.flush();
    await em.nativeDelete(AttachmentEntity, { id: { $in: files.map(({ id }) => id) } });
    return { added: files.length, userErrors: [] };
  });
}

/** Hides a task's photo; a job deletes its bytes. False if there is no such photo. */
export async function deleteTaskPhoto(
  ctx: SubgraphContext,
  { taskId, photoId }: { readonly taskId: string; readonly photoId: string },
): Promise<boolean> {
  const photo = {
    id: parseWideId(photoId) ?? 0,
    taskId: parseWideId(taskId) ?? 0,
    teamId: teamOf(ctx.viewer) ?? 0,
  };
  return inTransaction(ctx, async (em) => {
    const hidden = { removedAt: ctx.clock.now() };
    return (await em.nativeUpdate(TaskPhotoEntity, { ...photo, removedAt: null }, hidden)) > 0;
  });
}

/** Hides all photos of a redacted guest's tasks. False without photos. */
export async function eraseTaskPhotos(ctx: SubgraphContext, taskIds: readonly string[]): Promise<boolean> {
  const ids = taskIds.map((id) => parseWideId(id) ?? 0);
  return inTransaction(ctx, async (em) => {
    const hidden = { removedAt: ctx.clock.now(), name: '' };
    return (await em.nativeUpdate(TaskPhotoEntity, { taskId: { $in: ids }, removedAt: null }, hidden)) > 0;
  });
}

const NO_TASK = conversationError('NOT_FOUND', ['taskId'], 'There is no such task.');

const TOO_MANY = conversationError(
  'LIMIT_REACHED',
  FIELD,
  `A task can have at most ${MAX_TASK_PHOTOS} photos.`,
);

const isList = <T>(found: readonly T[] | ConversationError): found is readonly T[] => Array.isArray(found);

const refused = (...userErrors: readonly ConversationError[]): KeptPhotos => ({ added: 0, userErrors });
