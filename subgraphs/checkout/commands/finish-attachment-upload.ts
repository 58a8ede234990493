import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { LONGEST_UPLOAD_MS } from '#kit/images/upload-rules.ts';
import { attachmentKey, FIRST_BYTES, nameOf, typeOf } from '../domain/attachment.ts';
import { uploadOfToken } from '../store/attachment-token.ts';
import { AttachmentEntity } from '../store/entities.ts';

/**
 * The bytes of an announced file are stored: judges what it is, once. What is not accepted is not kept, and neither are bytes that come
 * after their file is gone. False if the token is not, or no longer, good.
 */
export async function finishAttachmentUpload(ctx: SubgraphContext, token: string): Promise<boolean> {
  const id = uploadOfToken(ctx, token, LONGEST_UPLOAD_MS);
  if (id === null) return false;
  const { objects } = ctx.services.checkout;
  const type = typeOf(await firstBytes(ctx, id));
  const kept = await inTransaction(ctx, async (em) => {
    const file = await em.findOne(AttachmentEntity, { id, removedAt: null });
    if (file?.status !== 'announced') return file?.status ?? null;
    const judged =
      type === null
        ? ({ status: 'rejected' } as const)
        : ({ status: 'ready', type, name: nameOf(file.name, type) } as const);
    await em.nativeUpdate(AttachmentEntity, { id, status: 'announced', removedAt: null }, judged);
    return judged.status;
  });
  if (kept !== 'ready') await objects.remove([attachmentKey(id)]);
  return kept !== null;
}

async function firstBytes({ services }: SubgraphContext, id: number): Promise<Buffer> {
  const stored = await services.checkout.objects.get(attachmentKey(id));
  let first = Buffer.alloc(0);
  if (!stored) return first;
  stored.body.on('error', () => undefined); // what is not read of it is not waited for
  for await (const piece of stored.body) {
    first = Buffer.concat([first, piece as Buffer]); // objects are bytes
    if (first.length >= FIRST_BYTES) break;
  }
  return first;
}
