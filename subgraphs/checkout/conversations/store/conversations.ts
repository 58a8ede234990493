import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { statements, type Transaction } from '#db/transaction.ts';
import { type Conversation, ConversationEntity, ConversationStayEntity } from '../../store/entities.ts';

/** Finds a conversation by id and locks it until the transaction ends, so concurrent writers wait. */
export const lockConversation = (em: Transaction, id: number): Promise<Conversation | null> =>
  em.findOne(ConversationEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/**
 * Merging and redacting a team's contacts take this lock exclusively; finding or creating a contact shares it
 * (`functions.sql`).
 */
const CONTACTS_LOCK = 7_310_889;

/**
 * Blocks merging and redacting the team's contacts until this transaction ends. Call it before locking any of
 * its rows.
 */
export async function holdContacts(em: Transaction, teamId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(${CONTACTS_LOCK}::int, ${teamId}::int)`.execute(
    statements(em),
  );
}

/** A booking or a request to book. */
export type Stay =
  | { readonly bookingId: number; readonly requestId: null }
  | { readonly bookingId: null; readonly requestId: string };

/** Adds a booking or request to a locked conversation; an existing stay keeps its position. */
export async function joinStay(em: Transaction, conversation: Conversation, stay: Stay): Promise<void> {
  const joined = { conversationId: conversation.id, ...stay };
  if ((await em.count(ConversationStayEntity, joined)) > 0) return;
  em.create(ConversationStayEntity, joined);
  await em.flush();
}
