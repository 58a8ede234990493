import type { SubgraphContext } from '#db/context.ts';
import { MAX_TASK_PHOTOS } from '#schema/limits.ts';
import { actorOf, memberOf } from '../access.ts';
import { workProblem } from '../domain/own-work.ts';
import type { Refusal, RefusalCode } from '../errors.ts';
import type { TaskPhotoUploadCreateInput } from '../generated.ts';
import { callerName } from '../operations/find-people.ts';
import { announcePhotoDocument, deletePhotoDocument, keepPhotosDocument } from '../operations/generated.ts';
import { changeTask, refused, type TaskResult } from '../steps/change-task.ts';
import { findTask } from '../store/find-task.ts';

/** Result of announcing a photo. */
export interface AnnouncedPhoto {
  readonly mediaId: string | null;
  readonly uploadUrl: string | null;
  readonly userErrors: readonly Refusal[];
}

/** Announces a photo, which checkout stores, if the caller may add it. See docs/interface/tasks.md#photos. */
export async function announcePhoto(
  ctx: SubgraphContext,
  { taskId, bytes, sha256, name }: TaskPhotoUploadCreateInput,
): Promise<AnnouncedPhoto> {
  const problem = await photoProblem(ctx, taskId, ['input', 'taskId']);
  if (problem) return { mediaId: null, uploadUrl: null, userErrors: [problem] };
  const input = { bytes, sha256, name: name ?? null };
  const { mediaId, token, userErrors } = (await ctx.execute(announcePhotoDocument, { input }, ctx))
    .attachmentAnnounce;
  if (mediaId === null || token === null)
    return { mediaId: null, uploadUrl: null, userErrors: userErrors.map(asRefusal) };
  const { publicOriginApi, publicOriginAuth, port } = ctx.config;
  const origin = ctx.viewer.kind === 'app' ? publicOriginApi : publicOriginAuth;
  const uploadUrl = new URL(`/media/attachments/uploads/${token}`, origin ?? `http://localhost:${port}`);
  return { mediaId, uploadUrl: uploadUrl.href, userErrors: [] };
}

/** Adds uploaded photos to a task and publishes the change. Safe to repeat. */
export async function addPhotos(
  ctx: SubgraphContext,
  { taskId, mediaIds }: { readonly taskId: string; readonly mediaIds: readonly string[] },
): Promise<TaskResult> {
  const problem = (await photoProblem(ctx, taskId, ['taskId'])) ?? countProblem(mediaIds);
  if (problem) return refused(problem);
  const input = { taskId, mediaIds: [...mediaIds], authorName: await callerName(ctx) };
  const { added, userErrors } = (await ctx.execute(keepPhotosDocument, { input }, ctx)).taskPhotosKeep;
  if (userErrors.length > 0) return { task: null, userErrors: userErrors.map(asRefusal) };
  return publishPhotos(ctx, taskId, added > 0);
}

/** Deletes a task's photo and publishes the change. */
export async function removePhoto(
  ctx: SubgraphContext,
  { taskId, photoId }: { readonly taskId: string; readonly photoId: string },
): Promise<TaskResult> {
  const problem = await photoProblem(ctx, taskId, ['taskId']);
  if (problem) return refused(problem);
  const { taskPhotoDelete } = await ctx.execute(deletePhotoDocument, { taskId, photoId }, ctx);
  return publishPhotos(ctx, taskId, taskPhotoDelete);
}

const publishPhotos = (ctx: SubgraphContext, id: string, isChanged: boolean): Promise<TaskResult> => {
  const { teamId, party } = actorOf(ctx.viewer);
  const decide = () => ({ kind: isChanged ? 'change' : 'keep' }) as const;
  return changeTask(ctx, { id, idField: ['taskId'], teamId, by: party, decide, apply: () => undefined });
};

/** Checkout's refusals of files have only codes listed in `RefusalCode`. */
const asRefusal = ({ field, message, code }: Omit<Refusal, 'code'> & { readonly code: string }): Refusal => ({
  field,
  message,
  code: code as RefusalCode,
});

/** Returns why the caller can't change a task's photos; null if they can. */
async function photoProblem(
  ctx: SubgraphContext,
  taskId: string,
  field: readonly string[],
): Promise<Refusal | null> {
  const { party } = actorOf(ctx.viewer);
  const member = memberOf(ctx.viewer);
  const task = await findTask(ctx, taskId);
  if (!task) return { field, message: 'There is no such task.', code: 'NOT_FOUND' };
  if (task.status === 'VERIFIED' || task.status === 'CANCELLED')
    return { field, message: `A task that is ${task.status} can't be changed.`, code: 'INVALID' };
  if (member) return workProblem(task, member, field);
  return task.assignedBy != null && task.assignedBy !== party
    ? { field, message: 'Someone else assigned the task, so only they can work on it.', code: 'NOT_ASSIGNER' }
    : null;
}

const countProblem = (mediaIds: readonly string[]): Refusal | null =>
  mediaIds.length >= 1 && mediaIds.length <= MAX_TASK_PHOTOS
    ? null
    : { field: ['mediaIds'], message: `Add 1 to ${MAX_TASK_PHOTOS} photos.`, code: 'INVALID' };
