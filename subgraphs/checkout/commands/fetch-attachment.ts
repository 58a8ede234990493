import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { MAX_ATTACHMENT_BYTES } from '#schema/limits.ts';
import { attachmentKey, nameOf, typeOf } from '../domain/attachment.ts';
import { againAfterMs, FETCH_TIMEOUT_MS, type FetchOutcome, fetchOutcome } from '../domain/fetched-file.ts';
import { FETCH_ATTACHMENT } from '../store/attachments.ts';
import { changeConversation, lockConversation } from '../store/conversations.ts';
import { AttachmentEntity, MessageEntity } from '../store/entities.ts';
import { isClean } from '../store/scan-file.ts';

const JOB = z.object({ attachmentId: z.int(), attempt: z.int().default(1) });

/**
 * Fetches a file that an app named by its address, through the egress guard. One that cannot be had, or is none that messages have, is
 * not available. Safe to repeat. See docs/interface/conversations.md#attachments.
 */
export async function fetchAttachment(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { attachmentId: id, attempt } = JOB.parse(data);
  const file = await reader(ctx).findOne(AttachmentEntity, { id, status: 'fetching', removedAt: null });
  if (!file?.sourceUrl) return;
  const outcome = await judged(ctx, await fetchFrom(ctx, file.sourceUrl, file.teamId));
  const againMs = outcome.kind === 'again' ? againAfterMs(attempt) : null;
  if (againMs !== null) {
    const at = new Date(ctx.clock.now().getTime() + againMs);
    const job = { attachmentId: id, attempt: attempt + 1 };
    return inTransaction(ctx, (em) => schedule(ctx, em, FETCH_ATTACHMENT, job, { at }));
  }
  if (outcome.kind !== 'file') {
    await end(ctx, id, { status: 'unavailable' });
    return;
  }
  const { bytes, type } = outcome;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const stored = { body: bytes, bytes: bytes.length, sha256, contentType: 'application/octet-stream' };
  await ctx.services.checkout.objects.put(attachmentKey(id), stored);
  const kept = { status: 'ready', type, name: nameOf(file.name, type), bytes: bytes.length, sha256 } as const;
  // Its guest was redacted meanwhile, or another run was quicker, which has the same bytes.
  if (!(await end(ctx, id, kept)) && (await isGone(ctx, id)))
    await ctx.services.checkout.objects.remove([attachmentKey(id)]);
}

type Judged =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly type: string }
  | { readonly kind: 'again' | 'never' };

/** What was fetched, if it is a file that messages have and nothing is found in it. */
async function judged(ctx: SubgraphContext, outcome: FetchOutcome): Promise<Judged> {
  if (outcome.kind !== 'file') return outcome;
  const { bytes } = outcome;
  const type = typeOf(bytes);
  if (type === null) return { kind: 'never' };
  try {
    return (await isClean(ctx, { bytes, type })) ? { kind: 'file', bytes, type } : { kind: 'never' };
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    ctx.log.warn({ err: error }, 'a file of a message was not scanned');
    return { kind: 'again' };
  }
}

/** Follows an address to a file; each on the way is checked as the first one is. */
async function fetchFrom(ctx: SubgraphContext, url: string, teamId: number): Promise<FetchOutcome> {
  const { egress } = ctx.services.checkout;
  try {
    let at = url;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const answer = await egress.send({
        ...{ url: at, method: 'GET', timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_ATTACHMENT_BYTES },
        share: `team:${teamId}`,
        headers: { accept: '*/*', 'user-agent': 'Platform-Messages/1' },
      });
      const outcome = fetchOutcome(answer, at);
      if (outcome.kind !== 'elsewhere') return outcome;
      at = outcome.url;
    }
    return { kind: 'never' };
  } catch (error) {
    ctx.log.info({ err: error }, 'a file of a message was not fetched');
    return { kind: 'again' };
  }
}

const MOST_REDIRECTS = 3;

type Ended =
  | { readonly status: 'unavailable' }
  | {
      readonly status: 'ready';
      readonly type: string;
      readonly name: string;
      readonly bytes: number;
      readonly sha256: string;
    };

/** Records what became of a file, for those who read its conversation; false where it waits no more. */
async function end(ctx: SubgraphContext, id: number, ended: Ended): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const conversation = await conversationOf(em, id);
    if (!conversation) return false;
    const waiting = { id, status: 'fetching', removedAt: null } as const;
    const changed = await em.nativeUpdate(AttachmentEntity, waiting, { ...ended, sourceUrl: null });
    if (changed > 0) await changeConversation(ctx, em, conversation, {});
    return changed > 0;
  });
}

async function conversationOf(em: Transaction, id: number) {
  const { messageId } = (await em.findOne(AttachmentEntity, { id })) ?? {};
  const message = messageId == null ? null : await em.findOne(MessageEntity, { id: messageId });
  return message && lockConversation(em, message.conversationId);
}

const isGone = async (ctx: SubgraphContext, id: number): Promise<boolean> =>
  (await reader(ctx).count(AttachmentEntity, { id, removedAt: null })) === 0;
