import { LockMode } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { lockName, statements, type Transaction } from '#db/transaction.ts';
import { contactOf } from '../../store/contacts.ts';
import { type Conversation, ConversationEntity } from '../../store/entities.ts';
import { PLATFORM } from '../domain/message.ts';
import { joinStay } from '../store/conversations.ts';
import type { LinkedStay } from '../store/guest-link.ts';
import { type NewConversation, openConversation } from './open-conversation.ts';

/** How a conversation begins if there is none. */
type Beginning = Pick<NewConversation, 'byGuest'> & Partial<Pick<NewConversation, 'subject'>>;

/** Finds or opens the guest's conversation on the platform's own pages, locks it and adds the stay. */
export async function threadOfStay(
  ctx: SubgraphContext,
  em: Transaction,
  linked: LinkedStay,
  { byGuest, subject = null }: Beginning,
): Promise<Conversation> {
  const { booking, request, stay } = linked;
  const contactId = await contactOfStay(ctx, em, linked);
  const unitTypeId = booking?.lines[0]?.unitTypeId ?? request?.unitTypeId ?? null;
  const thread = await platformThread(ctx, em, {
    teamId: stay.teamId,
    contactId,
    subject,
    unitTypeId,
    byGuest,
  });
  if (request) await joinStay(em, thread, { bookingId: null, requestId: request.id });
  if (booking) await joinStay(em, thread, { bookingId: booking.id, requestId: null });
  return { ...thread, unitTypeId };
}

/** Finds or creates a stay's contact, as a booking does. */
async function contactOfStay(
  ctx: SubgraphContext,
  em: Transaction,
  { booking, stay }: LinkedStay,
): Promise<number> {
  if (booking?.contactId != null) return booking.contactId;
  const {
    guestFirstName: firstName,
    guestLastName: lastName,
    guestEmail: email,
    guestPhone: phoneNumber,
  } = stay;
  const guest = { firstName, lastName, email, phoneNumber };
  const finding: RawBuilder<{ readonly id: number }> = sql`
    SELECT ${contactOf(stay.teamId, guest, ctx.clock.now())}::float8 AS id`;
  const [found] = (await finding.execute(statements(em))).rows;
  if (!found) throw new Error('PostgreSQL returned no guest.');
  return found.id;
}

/**
 * Finds or opens a contact's conversation on the platform's own pages, and locks it. Simultaneous messages
 * wait for each other and open a single conversation. Call `holdContacts` first, so the contact can't be
 * merged or redacted in the meantime.
 */
async function platformThread(
  ctx: SubgraphContext,
  em: Transaction,
  {
    teamId,
    contactId,
    ...about
  }: Pick<NewConversation, 'teamId' | 'contactId' | 'subject' | 'unitTypeId' | 'byGuest'>,
): Promise<Conversation> {
  await lockName(em, `conversation of contact ${contactId}`);
  // After a merge there may be two: the guest continues in the more recent one.
  const known = await em.findOne(
    ConversationEntity,
    { contactId, provider: PLATFORM },
    { orderBy: { lastMessageAt: 'desc', id: 'desc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  );
  const opening = { teamId, contactId, ...about, provider: PLATFORM, externalId: null };
  return known ?? openConversation(ctx, em, { ...opening, at: ctx.clock.now() });
}
