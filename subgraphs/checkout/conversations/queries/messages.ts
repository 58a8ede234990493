import { type RawBuilder, sql } from 'kysely';
import { batch, batchWith } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { inOrder, type ListOrder, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { emptyPage, type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { MESSAGE_COLUMNS, type MessageRow } from '../../store/columns.ts';
import type { Conversation } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { conversationInReach } from '../store/conversation-reach.ts';

/**
 * Finds a message in the viewer's team within the membership's reach, or any for the platform; null
 * otherwise.
 */
export async function findMessage(ctx: SubgraphContext, id: string): Promise<MessageRow | null> {
  const messageId = parseWideId(id);
  return (messageId !== null && (await messagesById(ctx, messageId))) || null;
}

const messagesById = batch<number, MessageRow>(async (ctx, ids) => {
  const all = tables(reader(ctx))
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversationId')
    .selectAll('messages')
    .where('messages.id', 'in', ids);
  const own = all
    .where('messages.teamId', '=', teamOf(ctx.viewer) ?? 0)
    .where(conversationInReach(ctx.viewer));
  const rows = await (ctx.viewer.kind === 'platform' ? all : own).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Lists a conversation's messages, ordered by (sent_at, id) for all viewers. One statement per request. */
export async function messagesOf(
  ctx: SubgraphContext,
  { id }: Conversation,
  { first = null, after = null, last = null, before = null }: Listing,
): Promise<Page<MessageRow>> {
  return (await pagesOf(ctx, { first, after, last, before }, id)) ?? emptyPage();
}

/** Message timestamps are whole milliseconds, so cursors represent them exactly. */
const IN_ORDER: ListOrder<readonly [number, number]> = {
  columns: [sql.ref('sent_at'), sql.ref('id')],
  values: ([ms, id]) => [sql`${new Date(ms)}::timestamptz`, sql`${id}::bigint`],
};

const pagesOf = batchWith<Listing, number, Page<MessageRow>>(async (ctx, listing, ids) => {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, IN_ORDER);
  const reading: RawBuilder<MessageRow> = sql`
    SELECT found.* FROM unnest(${[...ids]}::bigint[]) AS at CROSS JOIN LATERAL (
      SELECT ${MESSAGE_COLUMNS} FROM checkout.messages WHERE conversation_id = at AND ${within} ${orderBy} ${limit}) found
    ${inOrder([sql.ref('found.sentAt'), sql.ref('found.id')], !slice.backward)}`;
  const { rows } = await reading.execute(statements(ctx));
  const byConversation = Map.groupBy(rows, ({ conversationId }) => conversationId);
  const pageFor = (id: number) =>
    pageOf(byConversation.get(id) ?? [], slice, (row) => [new Date(row.sentAt).getTime(), row.id]);
  return new Map(ids.map((id) => [id, pageFor(id)]));
});
