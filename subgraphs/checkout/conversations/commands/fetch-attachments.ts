import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Recording, Sent } from '#db/jobs/lease-states.ts';
import type { LeasedWork, WaitingItem } from '#db/jobs/leased-work.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import { MAX_ATTACHMENT_BYTES } from '#schema/limits.ts';
import { AttachmentEntity, MessageEntity } from '../../store/entities.ts';
import { attachmentKey, MAX_TEAM_ATTACHMENT_BYTES, nameOf, typeOf } from '../domain/attachment.ts';
import {
  FETCH_LEASE_MS,
  FETCH_RETRIES,
  FETCH_TIMEOUT_MS,
  type FetchOutcome,
  fetchOutcome,
} from '../domain/fetched-file.ts';
import { changeConversation } from '../steps/change-conversation.ts';
import { FILE_MOVES, lockTeamBytes, scanFiles } from '../store/attachments.ts';
import { lockConversation } from '../store/conversations.ts';
import { isClean } from '../store/scan-file.ts';

/**
 * Fetches files from apps' URLs through the egress guard, within the bytes reserved from the team's 5 GB. A file
 * that can't be fetched, isn't accepted or doesn't fit becomes unavailable. If all of one team's URLs hang, other
 * teams still have slots. See docs/interface/conversations.md#attachments.
 */
export const FETCHED_FILES: LeasedWork<WaitingItem<number>, Claimed, Stored, null> = {
  name: 'fetched-files',
  slots: 16, // they mostly wait on sockets
  slotsPerShare: 2,
  budget: { kind: 'files', mostMs: FETCH_TIMEOUT_MS },
  retry: () => FETCH_RETRIES,
  scan: scanFiles,
  claim,
  send: fetchFile,
  record,
};

/** Starts fetching the next files that apps sent as URLs, alternating between teams, without waiting for them. */
export const fetchAttachments = async (ctx: SubgraphContext): Promise<void> =>
  ctx.services.checkout.fetches.wake(() => ctx);

/** A stored file. */
interface Stored {
  readonly type: string;
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

async function fetchFile(
  ctx: SubgraphContext,
  { id, teamId, sourceUrl, name }: Claimed,
): Promise<Sent<Stored, null>> {
  const outcome = await judged(ctx, await fetchFrom(ctx, sourceUrl, teamId));
  if (outcome.kind !== 'file') return { move: outcome.kind === 'again' ? 'retry' : 'give_up', problem: null };
  const { bytes, type } = outcome;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const stored = { body: bytes, bytes: bytes.length, sha256, contentType: 'application/octet-stream' };
  await ctx.services.checkout.objects.put(attachmentKey(id), stored);
  return { move: 'finish', done: { type, name: nameOf(name, type), bytes: bytes.length, sha256 } };
}

async function record(
  ctx: SubgraphContext,
  claimed: Claimed,
  recording: Recording<Stored, null>,
): Promise<void> {
  const { id } = claimed;
  if ('inMs' in recording) return fetchAgain(ctx, claimed, recording);
  const isRecorded = await end(ctx, claimed, recording);
  // Either its guest was redacted, or a faster run stored the same bytes.
  if (recording.move === 'finish' && !isRecorded && (await isGone(ctx, id)))
    await ctx.services.checkout.objects.remove([attachmentKey(id)]);
}

interface Claimed {
  readonly id: number;
  readonly teamId: number;
  readonly sourceUrl: string;
  readonly name: string;
  /** Including this attempt. */
  readonly attempts: number;
  /** Set if the team's files would exceed their quota. */
  readonly giveUp?: null;
}

/** Performs the moves `claim` and `lapse`: leases a due file and reserves its bytes. Null if it isn't due. */
function claim(ctx: SubgraphContext, { id }: WaitingItem): Promise<Claimed | null> {
  return inTransaction(ctx, async (em) => {
    const file = await em.findOne(
      AttachmentEntity,
      { id, status: FILE_MOVES.claim.from, removedAt: null },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    const now = ctx.clock.now();
    if (!file?.sourceUrl || (file.nextAttemptAt && file.nextAttemptAt > now)) return null;
    const { teamId, sourceUrl, name } = file;
    const claimed = { id, teamId, sourceUrl, name };
    const others = (await lockTeamBytes(em, teamId)) - file.reservedBytes;
    if (others + MAX_ATTACHMENT_BYTES > MAX_TEAM_ATTACHMENT_BYTES)
      return { ...claimed, attempts: file.attempts, giveUp: null };
    const attempts = file.attempts + FILE_MOVES.claim.attempts;
    const nextAttemptAt = new Date(now.getTime() + FETCH_LEASE_MS);
    const leased = { attempts, nextAttemptAt, reservedBytes: MAX_ATTACHMENT_BYTES };
    await em.nativeUpdate(AttachmentEntity, { id }, leased);
    return { ...claimed, attempts };
  });
}

/** Performs the moves `retry` and `postpone`. */
function fetchAgain(
  ctx: SubgraphContext,
  { id, attempts }: Claimed,
  { move, inMs }: Extract<Recording<Stored, null>, { readonly inMs: number }>,
): Promise<void> {
  const { from, to, attempts: added } = FILE_MOVES[move];
  const nextAttemptAt = new Date(ctx.clock.now().getTime() + inMs);
  const waiting = { status: to, attempts: attempts + added, nextAttemptAt, reservedBytes: 0 };
  return inTransaction(ctx, async (em) => {
    await em.nativeUpdate(AttachmentEntity, { id, status: from, attempts }, waiting);
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
    ctx.log.warn({ err: error }, "Failed to scan a message's file");
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
    ctx.log.info({ err: error }, "Failed to fetch a message's file");
    return { kind: 'again' };
  }
}

const MOST_REDIRECTS = 3;

/**
 * Performs the moves `finish` and `give_up`, with the change to the file's conversation. A fetched file is
 * always recorded; a failure is only recorded while this process has the lease. Returns false if nothing
 * changed.
 */
async function end(
  ctx: SubgraphContext,
  { id, attempts }: Claimed,
  recording: Extract<Recording<Stored, null>, { readonly move: 'finish' | 'give_up' }>,
): Promise<boolean> {
  const { from, to } = FILE_MOVES[recording.move];
  const isFetched = recording.move === 'finish';
  return inTransaction(ctx, async (em) => {
    const conversation = await conversationOf(em, id);
    if (!conversation) return false;
    const leased = { id, status: from, removedAt: null, ...(isFetched ? {} : { attempts }) };
    const changed = await em.nativeUpdate(AttachmentEntity, leased, {
      ...(isFetched ? recording.done : {}),
      status: to,
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
