import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { lockName, statements, type Transaction } from '#db/transaction.ts';
import type { ConversationEvent } from '#schema/events.ts';
import { type Conversation, ConversationEntity, ConversationStayEntity } from '../../store/entities.ts';
import { PLATFORM } from '../domain/message.ts';

/** A conversation by its id, locked until the transaction ends: who writes in it or changes it waits for the others. */
export const lockConversation = (em: Transaction, id: number): Promise<Conversation | null> =>
  em.findOne(ConversationEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** What can change of a conversation. */
export type ConversationChange = Partial<Omit<Conversation, 'id' | 'teamId' | 'provider' | 'version'>>;

/** Changes a locked conversation, counts the change and publishes it, unless it is of no interest to anyone (`quietly`). */
export async function changeConversation(
  ctx: SubgraphContext,
  em: Transaction,
  conversation: Conversation,
  change: ConversationChange,
  { quietly = false } = {},
): Promise<Conversation> {
  const changed = {
    ...conversation,
    ...change,
    version: conversation.version + 1,
    updatedAt: ctx.clock.now(),
  };
  const { version, updatedAt } = changed;
  await em.nativeUpdate(ConversationEntity, { id: conversation.id }, { ...change, version, updatedAt });
  if (!quietly) await publish(ctx, em, 'conversation.updated', describeConversation(changed));
  return changed;
}

/** A conversation as its events carry it: nothing of the guest. */
export const describeConversation = ({
  id: conversationId,
  teamId,
  version,
  status,
  provider,
  contactId,
}: Conversation): ConversationEvent => ({ teamId, conversationId, version, status, provider, contactId });

/** A conversation that is about to be opened. */
export interface NewConversation {
  readonly teamId: number;
  readonly contactId: number;
  readonly provider: string;
  readonly externalId: string | null;
  readonly subject: string | null;
  readonly unitTypeId: number | null;
  /** When its first message was written. */
  readonly at: Date;
}

/** Opens a conversation and publishes it, unless it is history (`quietly`), in which no one waits. Its first message follows in the same transaction. */
export async function openConversation(
  ctx: SubgraphContext,
  em: Transaction,
  { at, ...opened }: NewConversation,
  { quietly = false } = {},
): Promise<Conversation> {
  const now = ctx.clock.now();
  const conversation = em.create(ConversationEntity, {
    ...opened,
    status: quietly ? 'closed' : 'open',
    assigneeId: null,
    assigneeName: null,
    lastMessageAt: at,
    guestWroteAt: null,
    waitingSince: null,
    unread: 0,
    draft: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  if (!quietly) await publish(ctx, em, 'conversation.created', describeConversation(conversation));
  return conversation;
}

/**
 * The conversation of a contact on the platform's own pages, locked; a new one if there is none. Any number of messages at once open
 * one: anyone who asks waits for the others, and for those who merge or redact contacts of the team, until this transaction ends:
 * `holdContacts` comes first.
 */
export async function platformThread(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, contactId, ...about }: Pick<NewConversation, 'teamId' | 'contactId' | 'subject' | 'unitTypeId'>,
): Promise<Conversation> {
  await lockName(em, `conversation of contact ${contactId}`);
  // After a merge there may be two: the guest goes on in the more recent.
  const known = await em.findOne(
    ConversationEntity,
    { contactId, provider: PLATFORM },
    { orderBy: { lastMessageAt: 'desc', id: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const opening = { teamId, contactId, ...about, provider: PLATFORM, externalId: null };
  return known ?? openConversation(ctx, em, { ...opening, at: ctx.clock.now() });
}

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
