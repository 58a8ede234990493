import { LockMode } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { changeConversation } from '../../conversations/steps/change-conversation.ts';
import { ConversationEntity } from '../../store/entities.ts';

/** Moves a merged contact's conversations to the other contact and records them for undoing. */
export async function mergeConversations(
  ctx: SubgraphContext,
  em: Transaction,
  from: number,
  to: number,
): Promise<void> {
  await sql`INSERT INTO checkout.merged_conversations (contact_id, conversation_id)
    SELECT ${from}, id FROM checkout.conversations WHERE contact_id = ${from}`.execute(statements(em));
  await moveConversations(ctx, em, { from, to });
}

/** Gives conversations back to the contact that had them before the merge. */
export async function splitConversations(
  ctx: SubgraphContext,
  em: Transaction,
  from: number,
  to: number,
): Promise<void> {
  const kept: RawBuilder<{ readonly id: number }> = sql`
    SELECT conversation_id::float8 AS id FROM checkout.merged_conversations WHERE contact_id = ${from}`;
  const { rows } = await kept.execute(statements(em));
  await moveConversations(ctx, em, { from: to, to: from, only: rows.map(({ id }) => id) });
  await sql`DELETE FROM checkout.merged_conversations WHERE contact_id = ${from}`.execute(statements(em));
}

interface Move {
  readonly from: number;
  readonly to: number;
  readonly only?: readonly number[];
}

/** Waits for concurrent writers in these conversations. */
async function moveConversations(
  ctx: SubgraphContext,
  em: Transaction,
  { from, to, only }: Move,
): Promise<void> {
  const conversations = await em.find(
    ConversationEntity,
    { contactId: from, ...(only && { id: { $in: [...only] } }) },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  for (const conversation of conversations)
    await changeConversation(ctx, em, conversation, { contactId: to });
}
