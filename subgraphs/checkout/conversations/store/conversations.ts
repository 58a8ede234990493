import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { type Conversation, ConversationEntity, ConversationStayEntity } from '../../store/entities.ts';

/** A conversation by its id, locked until the transaction ends: who writes in it or changes it waits for the others. */
export const lockConversation = (em: Transaction, id: number): Promise<Conversation | null> =>
  em.findOne(ConversationEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Those who merge or redact contacts of a team take it alone, those who find or make one beside one another (`functions.sql`). */
const CONTACTS_LOCK = 7_310_889;

/** Keeps those who merge and redact contacts of a team waiting until this transaction ends. Before any row of theirs is locked. */
export async function holdContacts(em: Transaction, teamId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${CONTACTS_LOCK}::int, ${teamId}::int)`.execute(
    statements(em),
  );
}

/** A booking or a request to book. */
export type Stay =
  | { readonly bookingId: number; readonly requestId: null }
  | { readonly bookingId: null; readonly requestId: string };

/** A booking or a request joins a locked conversation; one that is there already stays where it is. */
export async function joinStay(em: Transaction, conversation: Conversation, stay: Stay): Promise<void> {
  const joined = { conversationId: conversation.id, ...stay };
  if ((await em.count(ConversationStayEntity, joined)) > 0) return;
  em.create(ConversationStayEntity, joined);
  await em.flush();
}
