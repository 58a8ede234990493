import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { storedMoves } from '#db/jobs/lease-states.ts';
import type { LeftOut, WaitingItem } from '#db/jobs/leased-work.ts';
import { lockName, reader, statements, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { type Attachment, AttachmentEntity, type Message } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import {
  attachmentOfMediaId,
  attachmentRefused,
  infected,
  NO_FILE,
  NOT_SENT,
  namedFaults,
  wrongType,
} from '../domain/attachment.ts';
import type { ConversationError } from '../domain/conversation-refusal.ts';

/** Returns an uploaded file's owner until a message uses it. */
export function uploaderOf(viewer: Viewer): string | null {
  if (viewer.kind === 'app') return `install:${viewer.installId}`;
  return viewer.kind === 'hostUser' ? `account:${viewer.accountId}` : null;
}

/** Files for a message, in order. */
export interface NamedFiles {
  readonly mediaIds: readonly string[];
  readonly field: readonly string[];
}

/** Locks the caller's files for a message, or returns the reason they can't be used. */
export async function takeAttachments(
  { viewer }: Pick<SubgraphContext, 'viewer'>,
  em: Transaction,
  teamId: number,
  { mediaIds, field }: NamedFiles,
): Promise<readonly Attachment[] | ConversationError> {
  const [fault] = namedFaults(mediaIds, field);
  if (fault) return fault;
  if (mediaIds.length === 0) return [];
  const ids = mediaIds.map((mediaId) => parseWideId(attachmentOfMediaId(mediaId) ?? '') ?? 0);
  const found = await em.find(
    AttachmentEntity,
    { id: { $in: ids }, teamId, sender: uploaderOf(viewer) ?? '', messageId: null, removedAt: null },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const files = ids.flatMap((id, position) => {
    const file = found.find((one) => one.id === id);
    return file ? [{ ...file, position }] : [];
  });
  if (files.length < ids.length) return attachmentRefused(field, NO_FILE);
  const rejected = files.find(({ status }) => status === 'rejected');
  if (rejected) return attachmentRefused(field, wrongType(rejected.name));
  const harmful = files.find(({ status }) => status === 'infected');
  if (harmful) return attachmentRefused(field, infected(harmful.name));
  if (files.some(({ status }) => status !== 'ready')) return attachmentRefused(field, NOT_SENT);
  return files;
}

/** Attaches locked files to their message. */
export async function giveAttachments(
  em: Transaction,
  messageId: number,
  files: readonly Pick<Attachment, 'id' | 'position'>[],
): Promise<void> {
  for (const { id, position } of files)
    await em.nativeUpdate(AttachmentEntity, { id }, { messageId, position });
}

/**
 * Returns the bytes used by a team's files and task photos, including reservations for fetches in progress, and
 * blocks concurrent additions until the transaction ends.
 */
export async function lockTeamBytes(em: Transaction, teamId: number): Promise<number> {
  await lockName(em, `attachments of team ${teamId}`);
  const { kept, reserved } = await tables(em)
    .selectFrom('attachments')
    .select(({ fn }) => [
      fn.sum<string | null>('bytes').as('kept'),
      fn.sum<string | null>('reservedBytes').as('reserved'),
    ])
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow();
  const photos = await tables(em)
    .selectFrom('task_photos')
    .select(({ fn }) => fn.sum<string | null>('bytes').as('kept'))
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow();
  return Number(kept) + Number(reserved) + Number(photos.kept);
}

/** A file's moves while it's fetched. A lease ends at `nextAttemptAt`. */
export const FILE_MOVES = storedMoves({
  waiting: 'fetching',
  leased: 'fetching',
  done: 'ready',
  given_up: 'unavailable',
});

/** Finds each team's first file to fetch: the oldest due file, or the next to come due. */
export async function scanFiles(
  ctx: Pick<SubgraphContext, 'db' | 'clock'>,
  { shares, ids }: LeftOut<number>,
): Promise<readonly WaitingItem<number>[]> {
  const now = ctx.clock.now();
  const rows = await tables(reader(ctx))
    .selectFrom('attachments')
    .select(['id', 'teamId as share', 'nextAttemptAt'])
    .distinctOn('teamId')
    .where('status', '=', FILE_MOVES.claim.from)
    .where('removedAt', 'is', null)
    .$if(shares.length > 0, (due) => due.where('teamId', 'not in', [...shares]))
    .$if(ids.length > 0, (due) => due.where('id', 'not in', [...ids]))
    .orderBy('teamId')
    .orderBy(({ fn, val }) => fn('greatest', ['nextAttemptAt', val(now)]))
    .orderBy('id')
    .limit(1_000)
    .execute();
  return rows.map(({ nextAttemptAt, ...row }) => ({ ...row, at: nextAttemptAt ?? now }));
}

/**
 * True if the key's message has different files: reusing a key requires the same files. A redacted guest's
 * files are already deleted.
 */
export async function hasOtherAttachments(
  em: Transaction,
  message: Pick<Message, 'id' | 'text'> | null,
  mediaIds: readonly string[],
): Promise<boolean> {
  if (message === null || message.text === '') return false;
  const files = await em.find(AttachmentEntity, { messageId: message.id }, { orderBy: { position: 'asc' } });
  return files.map(({ id }) => String(id)).join() !== mediaIds.map(attachmentOfMediaId).join();
}

/** Removes conversations' files from view; the job's next run deletes their bytes. */
export async function eraseAttachments(
  { clock }: Pick<SubgraphContext, 'clock'>,
  em: Transaction,
  conversationIds: readonly number[],
): Promise<void> {
  await sql`
    UPDATE checkout.attachments SET removed_at = ${clock.now()}, name = '', sha256 = NULL, source_url = NULL
    WHERE message_id IN (SELECT id FROM checkout.messages WHERE conversation_id = ANY (${[...conversationIds]}::bigint[]))`.execute(
    statements(em),
  );
}
