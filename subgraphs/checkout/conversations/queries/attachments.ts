import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { AttachmentFile, AttachmentUpload, MessageAttachment } from '../../generated.ts';
import type { Attachment, TaskPhoto } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { attachmentKey, attachmentMediaId } from '../domain/attachment.ts';
import type { HandedFile } from '../domain/hand-over.ts';
import { isSigned, signAttachment, uploadOfToken } from '../store/attachment-token.ts';

/** Returns a message's files in order, each with a URL valid for 10 minutes. One statement per request. */
export const attachmentsOf = async (
  ctx: SubgraphContext,
  messageId: number,
): Promise<readonly MessageAttachment[]> =>
  ((await filesByMessage(ctx, messageId)) ?? []).map((file) => shownAttachment(ctx, file));

const filesByMessage = batch<number, readonly Attachment[]>(async (ctx, ids) =>
  Map.groupBy(await filesOf(reader(ctx), ids), ({ messageId }) => messageId ?? 0),
);

const filesOf = (em: Transaction, messageIds: readonly number[]): Promise<readonly Attachment[]> =>
  tables(em)
    .selectFrom('attachments')
    .selectAll()
    .where('messageId', 'in', messageIds)
    .where('removedAt', 'is', null)
    .orderBy('position')
    .execute();

type Addressing = Pick<SubgraphContext, 'vault' | 'clock' | 'config'>;

/** Returns a message's available files for its app, with URLs valid for ten minutes. */
export async function handedFiles(
  ctx: Addressing,
  em: Transaction,
  messageId: number,
): Promise<readonly HandedFile[]> {
  const files = await filesOf(em, [messageId]);
  return files.flatMap(({ id, name, type, bytes }) =>
    type === null || bytes === null ? [] : [{ url: addressOf(ctx, id), name, type, bytes }],
  );
}

/** Returns a file's fields for readers. */
export const shownAttachment = (
  ctx: Addressing,
  { id, name, type, bytes }: Pick<Attachment, 'id' | 'name' | 'type' | 'bytes'>,
): MessageAttachment => ({
  id: String(id),
  name,
  type,
  bytes,
  url: type === null ? null : addressOf(ctx, id),
});

/** Uses the API's host, which has no session cookies. */
export function addressOf(ctx: Addressing, id: number): string {
  const { publicOriginApi, port } = ctx.config;
  const address = new URL(`/attachments/${id}`, publicOriginApi ?? `http://localhost:${port}`);
  address.searchParams.set('sig', signAttachment(ctx, 'download', id));
  return address.href;
}

/** Finds the upload for a token; null for an unknown, changed or expired token. */
export async function findAttachmentUpload(
  ctx: SubgraphContext,
  token: string,
): Promise<AttachmentUpload | null> {
  const file = await fileById(ctx, uploadOfToken(ctx, token) ?? 0);
  if (!file || file.bytes === null || file.sha256 === null) return null;
  const { id, bytes, sha256, status } = file;
  return {
    mediaId: attachmentMediaId(id),
    key: attachmentKey(id),
    bytes,
    sha256,
    received: status !== 'announced',
  };
}

/**
 * Returns the storage location for a signed file URL; null if the signature is invalid or the file was
 * removed.
 */
export async function findAttachmentFile(
  ctx: SubgraphContext,
  { id: text, signature }: { readonly id: string; readonly signature: string },
): Promise<AttachmentFile | null> {
  const id = parseWideId(text);
  if (id === null || !isSigned(ctx, 'download', { id, signature })) return null;
  const file = (await fileById(ctx, id)) ?? (await photoById(ctx, id));
  return file?.type ? { key: attachmentKey(id), name: file.name, type: file.type } : null;
}

const fileById = (ctx: SubgraphContext, id: number): Promise<Attachment | undefined> =>
  tables(reader(ctx))
    .selectFrom('attachments')
    .selectAll()
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();

/** A task's photo keeps its attachment's id. */
const photoById = (ctx: SubgraphContext, id: number): Promise<TaskPhoto | undefined> =>
  tables(reader(ctx))
    .selectFrom('task_photos')
    .selectAll()
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
