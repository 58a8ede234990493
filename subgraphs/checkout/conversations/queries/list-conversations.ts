import { type RawBuilder, sql } from 'kysely';
import { readingChanges } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byInstant, latestFirst, microsecondsOf, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isUuid, parseId, parseWideId } from '#kit/ids.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { teamOf } from '../../access.ts';
import type { ConversationFilter, ConversationOrder, Maybe } from '../../generated.ts';
import { CONVERSATION_COLUMNS } from '../../store/columns.ts';
import type { Conversation } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { conversationInReach } from '../store/conversation-reach.ts';

/** Options for listing conversations. */
export interface ConversationListing extends Listing {
  readonly filter?: Maybe<Partial<ConversationFilter>>;
  readonly order?: Maybe<ConversationOrder>;
}

/**
 * Lists the team's conversations in change order like bookings (docs/interface/graphql.md#lists), or by
 * newest message.
 */
export async function listConversations(
  ctx: SubgraphContext,
  { filter, order, ...listing }: ConversationListing,
): Promise<Page<Conversation>> {
  const slice = readSlice(listing, 2);
  const teamId = teamOf(ctx.viewer) ?? 0;
  const conditions = conditionsOf(ctx, filter ?? {});
  const updatedSince = filter?.updatedSince;
  if (order === 'latest') {
    const since = updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : [];
    const { within, orderBy, limit } = readingSlice(slice, LATEST);
    const all: RawBuilder<boolean> = sql.join([...conditions, ...since, within], sql` AND `);
    const rows = await tables(reader(ctx))
      .selectFrom('conversations')
      .selectAll()
      .select(microsecondsOf('last_message_at').as('latestUs'))
      .where(all)
      .modifyEnd(sql`${orderBy} ${limit}`)
      .execute();
    return pageOf(rows, slice, ({ latestUs, id }) => [latestUs, id]);
  }
  const list = { schema: 'checkout', teamId, slice, updatedSince, id: 'id', of: 'conversations' } as const;
  const reading = await readingChanges<Conversation, 'id'>(ctx, list);
  const selection = { columns: CONVERSATION_COLUMNS, from: sql`checkout.conversations`, conditions };
  return reading.pageOf(await reading.rows(selection));
}

const LATEST = latestFirst(byInstant('last_message_at', 'id'));

function conditionsOf(
  { viewer }: SubgraphContext,
  filter: Partial<ConversationFilter>,
): readonly RawBuilder<unknown>[] {
  const { statuses, unread, contactId, bookingId, requestId, provider, assigneeId, search } = filter;
  const text = searchText(search);
  const about = (stay: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT FROM checkout.conversation_stays s WHERE s.conversation_id = conversations.id AND ${stay})`;
  return [
    sql`team_id = ${teamOf(viewer) ?? 0}`,
    conversationInReach(viewer),
    ...(statuses?.length ? [sql`status = ANY (${[...statuses]}::text[])`] : []),
    ...(unread == null ? [] : [unread ? sql`unread > 0` : sql`unread = 0`]),
    ...(contactId == null ? [] : [sql`contact_id = ${parseWideId(contactId) ?? 0}::bigint`]),
    ...(bookingId == null ? [] : [about(sql`s.booking_id = ${parseWideId(bookingId) ?? 0}::bigint`)]),
    ...(requestId == null
      ? []
      : [about(isUuid(requestId) ? sql`s.request_id = ${requestId}::uuid` : sql`false`)]),
    ...(provider == null ? [] : [sql`provider = ${provider}`]),
    ...(assigneeId == null ? [] : [sql`assignee_id = ${parseId(assigneeId) ?? 0}`]),
    ...(text ? [containing(text)] : []),
  ];
}

const containing = (text: string) => sql`(lower(subject) LIKE ${likePattern(text)}
  OR contact_id IN (SELECT c.id FROM checkout.contacts c WHERE c.team_id = conversations.team_id
    AND checkout.contact_text(c.first_name, c.last_name, c.emails, c.phones) LIKE ${likePattern(text)}))`;
