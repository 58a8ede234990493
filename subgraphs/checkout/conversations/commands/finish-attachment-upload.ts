import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LONGEST_UPLOAD_MS } from '#kit/images/upload-rules.ts';
import { MAX_ATTACHMENT_BYTES } from '#schema/limits.ts';
import { AttachmentEntity } from '../../store/entities.ts';
import { attachmentKey, FIRST_BYTES, nameOf, typeOf } from '../domain/attachment.ts';
import { uploadOfToken } from '../store/attachment-token.ts';
import { isClean } from '../store/scan-file.ts';

/**
 * Checks an announced file after its upload, once. Deletes refused files, and bytes that arrive after the
 * file was removed. False if the token is invalid or expired. Throws Unavailable if the scanner is
 * unavailable; the sender must retry.
 */
export async function finishAttachmentUpload(ctx: SubgraphContext, token: string): Promise<boolean> {
  const id = uploadOfToken(ctx, token, LONGEST_UPLOAD_MS);
  if (id === null) return false;
  const { objects } = ctx.services.checkout;
  const bytes = await bytesOf(ctx, id);
  const type = typeOf(bytes);
  const isHarmful = type !== null && !(await isClean(ctx, { bytes, type }));
  const kept = await inTransaction(ctx, async (em) => {
    const file = await em.findOne(AttachmentEntity, { id, removedAt: null });
    if (file?.status !== 'announced') return file?.status ?? null;
    const judged = judge(file.name, type, isHarmful);
    await em.nativeUpdate(AttachmentEntity, { id, status: 'announced', removedAt: null }, judged);
    return judged.status;
  });
  if (kept !== 'ready') await objects.remove([attachmentKey(id)]);
  return kept !== null;
}

function judge(name: string, type: string | null, isHarmful: boolean) {
  if (type === null) return { status: 'rejected' } as const;
  if (isHarmful) return { status: 'infected' } as const;
  return { status: 'ready', type, name: nameOf(name, type) } as const;
}

/** Reads as many bytes as the checks need: all of them with a scanner. */
async function bytesOf({ config, services }: SubgraphContext, id: number): Promise<Buffer> {
  const most = config.attachmentScanUrl === null ? FIRST_BYTES : MAX_ATTACHMENT_BYTES;
  const stored = await services.checkout.objects.get(attachmentKey(id));
  const pieces: Buffer[] = [];
  if (!stored) return Buffer.alloc(0);
  stored.body.on('error', () => undefined); // don't wait for unread bytes
  let read = 0;
  for await (const piece of stored.body) {
    pieces.push(piece as Buffer); // object streams yield bytes
    read += (piece as Buffer).length;
    if (read >= most) break;
  }
  return Buffer.concat(pieces);
}
