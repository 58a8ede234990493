import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { schedule } from '#db/jobs/jobs.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { MAX_ATTACHMENT_BYTES } from '#schema/limits.ts';
import { AttachmentEntity, MessageEntity } from '../../store/entities.ts';
import { attachmentKey, MAX_TEAM_ATTACHMENT_BYTES, nameOf, typeOf } from '../domain/attachment.ts';
import {
  againAfterMs,
  FETCH_LEASE_MS,
  FETCH_TIMEOUT_MS,
  type FetchOutcome,
  fetchOutcome,
  MAX_FETCH_ATTEMPTS,
} from '../domain/fetched-file.ts';
import { changeConversation } from '../steps/change-conversation.ts';
import { FETCH_ATTACHMENT } from '../steps/fetch-later.ts';
import { filesToFetch, lockTeamBytes } from '../store/attachments.ts';
import { lockConversation } from '../store/conversations.ts';
import { isClean } from '../store/scan-file.ts';

/** Starts fetching the next files that apps sent as URLs, alternating between teams, without waiting for them. */
export const fetchAttachments = (ctx: SubgraphContext): Promise<void> =>
  ctx.services.checkout.fetches.look(ctx, { waiting: filesToFetch, run: fetchAttachment });

/**
 * Fetches a file from an app's URL through the egress guard, within the bytes reserved from the team's 5 GB.
 * A file that can't be fetched, isn't accepted, or doesn't fit becomes unavailable. Safe to repeat. See
 * docs/interface/conversations.md#attachments.
 */
async function fetchAttachment(ctx: SubgraphContext, id: number): Promise<void> {
  const claimed = await claim(ctx, id);
  if (claimed === null) return;
  const outcome: Judged =
    claimed === 'refused'
      ? { kind: 'never' }
      : await judged(ctx, await fetchFrom(ctx, claimed.sourceUrl, claimed.teamId));
  const againMs = outcome.kind === 'again' && claimed !== 'refused' ? againAfterMs(claimed.attempts) : null;
  if (againMs !== null && claimed !== 'refused') return fetchAgain(ctx, id, claimed.attempts, againMs);
  if (outcome.kind !== 'file') {
    await end(ctx, id, { status: 'unavailable' });
    return;
  }
  const { bytes, type } = outcome;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const stored = { body: bytes, bytes: bytes.length, sha256, contentType: 'application/octet-stream' };
  await ctx.services.checkout.objects.put(attachmentKey(id), stored);
  const name = claimed === 'refused' ? '' : claimed.name;
  const kept = { status: 'ready', type, name: nameOf(name, type), bytes: bytes.length, sha256 } as const;
  // Either its guest was redacted, or a faster run stored the same bytes.
  if (!(await end(ctx, id, kept)) && (await isGone(ctx, id)))
    await ctx.services.checkout.objects.remove([attachmentKey(id)]);
}

interface Claimed {
  readonly teamId: number;
  readonly sourceUrl: string;
  readonly name: string;
  /** Including this attempt. */
  readonly attempts: number;
}

/**
 * Claims a due file for this process, and counts the attempt before it begins. `refused` after the last
 * attempt, or if the team's files would exceed their quota.
 */
function claim(ctx: SubgraphContext, id: number): Promise<Claimed | 'refused' | null> {
  return inTransaction(ctx, async (em) => {
    const file = await em.findOne(
      AttachmentEntity,
      { id, status: 'fetching', removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const now = ctx.clock.now();
    if (!file?.sourceUrl || (file.nextAttemptAt && file.nextAttemptAt > now)) return null;
    if (file.attempts >= MAX_FETCH_ATTEMPTS) return 'refused';
    const others = (await lockTeamBytes(em, file.teamId)) - file.reservedBytes;
    if (others + MAX_ATTACHMENT_BYTES > MAX_TEAM_ATTACHMENT_BYTES) return 'refused';
    const attempts = file.attempts + 1;
    const nextAttemptAt = new Date(now.getTime() + FETCH_LEASE_MS);
    const reserved = { attempts, nextAttemptAt, reservedBytes: MAX_ATTACHMENT_BYTES };
    await em.nativeUpdate(AttachmentEntity, { id }, reserved);
    const { teamId, sourceUrl, name } = file;
    return { teamId, sourceUrl, name, attempts };
  });
}

/** Ends the claim and schedules the next attempt. */
function fetchAgain(ctx: SubgraphContext, id: number, attempts: number, inMs: number): Promise<void> {
  const at = new Date(ctx.clock.now().getTime() + inMs);
  return inTransaction(ctx, async (em) => {
    await em.nativeUpdate(AttachmentEntity, { id }, { nextAttemptAt: at, reservedBytes: 0 });
    await schedule(ctx, em, FETCH_ATTACHMENT, { attachmentId: id, attempt: attempts + 1 }, { at });
  });
}

type Judged =
  | { readonly kind: 'file'; readonly bytes: Buffer; readonly type: string }
  | { readonly kind: 'again' | 'never' };

/** Returns the fetched file if its type is accepted and the scan is clean. */
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

/** Follows redirects to a file; each URL gets the same checks as the first. */
async function fetchFrom(ctx: SubgraphContext, url: string, teamId: number): Promise<FetchOutcome> {
  const { egress } = ctx.services.checkout;
  try {
    const deadline = performance.now() + FETCH_TIMEOUT_MS;
    let at = url;
    for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
      const timeoutMs = Math.max(1, Math.round(deadline - performance.now()));
      const answer = await egress.send({
        url: at,
        method: 'GET',
        timeoutMs,
        maxBytes: MAX_ATTACHMENT_BYTES,
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

/** Records a file's final status for its conversation; false if it isn't waiting. */
async function end(ctx: SubgraphContext, id: number, ended: Ended): Promise<boolean> {
  return inTransaction(ctx, async (em) => {
    const conversation = await conversationOf(em, id);
    if (!conversation) return false;
    const waiting = { id, status: 'fetching', removedAt: null } as const;
    const changed = await em.nativeUpdate(AttachmentEntity, waiting, {
      ...ended,
      sourceUrl: null,
      nextAttemptAt: null,
      reservedBytes: 0,
    });
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
